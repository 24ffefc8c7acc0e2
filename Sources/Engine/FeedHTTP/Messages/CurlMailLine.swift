internal import CCurl
internal import Glibc
internal import ThreadExecutor
internal import TributaryPluginKit

/// A line to one mail server, over one easy handle whose connection is used again for the next message.
actor CurlMailLine: MailLine {
    private let server: MessageServer
    private let executor = ThreadExecutor(name: "smtp")
    private let easy = CurlEasy()

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    init(to server: MessageServer) {
        self.server = server
    }

    /// Hands the server a message and waits until it has taken it.
    func send(_ mail: OutgoingMail) async throws(MessageFailure) {
        let flag = CancellationFlag()
        let result = await withTaskCancellationHandler {
            await submit(mail, unless: flag)
        } onCancel: {
            flag.set()
        }
        try result.get()
    }

    private func submit(_ mail: OutgoingMail, unless flag: CancellationFlag) async -> Result<Void, MessageFailure> {
        let submission = MailSubmission(mail, unless: flag)
        easy.setUp(for: server, protocols: "smtp,smtps")
        let scheme = server.security == .tls ? "smtps" : "smtp"
        easy.set(CURLOPT_URL, "\(scheme)://\(CurlEasy.authority(of: server))")
        if server.security == .startTLS { easy.set(CURLOPT_USE_SSL, tributary_curl_tls_all) }
        if let user = server.user {
            easy.set(CURLOPT_USERNAME, user)
            easy.set(CURLOPT_PASSWORD, server.password ?? "")
        }
        submission.setUp(easy)
        let code = easy.perform()
        easy.reset()
        guard code != CURLE_OK else { return .success(()) }
        return .failure(
            MessageFailure.connection(code, to: server)
                ?? refusal(code, status: submission.refusal?.status ?? 0, words: submission.refusal?.line ?? ""))
    }
}

// MARK: - Private

extension CurlMailLine {
    /// What a refusal is about: the message, or everything that this server is sent (RFC 5321 §4.2).
    private func refusal(_ code: CURLcode, status: Int, words: String) -> MessageFailure {
        let said = words.isEmpty ? "" : ": \(words)"
        switch code {
        case CURLE_LOGIN_DENIED:
            return MessageFailure(.unavailable, "\(server.host) does not accept the user and the password\(said)")
        // The answer to what comes behind DATA.
        case CURLE_WEIRD_SERVER_REPLY where (500...599).contains(status),
            CURLE_SEND_ERROR where status == 552:
            return MessageFailure(.refused, "\(server.host) refuses the message\(said)")
        case CURLE_SEND_ERROR where (500...599).contains(status):
            return MessageFailure(.unavailable, "\(server.host) refuses the sender or a recipient\(said)")
        case CURLE_SEND_ERROR where status >= 400, CURLE_WEIRD_SERVER_REPLY where status >= 400:
            return MessageFailure(.unavailable, "\(server.host) cannot take the message now\(said)")
        default:
            let text = unsafe curl_easy_strerror(code).map { unsafe String(cString: $0) } ?? "error \(code.rawValue)"
            return MessageFailure(.unavailable, "\(server.host):\(server.port): \(text.lowercased())\(said)")
        }
    }
}
