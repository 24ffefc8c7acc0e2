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
        let login = server.user.map { _ in LoginOffer(isBehindStartTLS: server.security == .startTLS) }
        let submission = MailSubmission(mail, login: login, unless: flag)
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
        if submission.lacksLogin {
            return .failure(
                MessageFailure(
                    .unavailable,
                    "\(server.host):\(server.port) offers no login, so nothing was sent; try another \"security\" or port, "
                        + "or leave out the user and the password"))
        }
        return .failure(MessageFailure.connection(code, to: server) ?? refusal(code, of: submission))
    }
}

// MARK: - Private

extension CurlMailLine {
    /// What a refusal is about: the message, or everything that this server is sent (RFC 5321 §4.2).
    ///
    /// Only what is said of a message that the server has been handed is about that message: a greeting, a sender, a
    /// recipient or a full mailbox is refused for every other one alike.
    private func refusal(_ code: CURLcode, of submission: MailSubmission) -> MessageFailure {
        let status = submission.refusal?.status ?? 0
        let said = submission.refusal.map { ": \($0.line)" } ?? ""
        switch code {
        case CURLE_LOGIN_DENIED:
            return MessageFailure(.unavailable, "\(server.host) does not accept the user and the password\(said)")
        case CURLE_WEIRD_SERVER_REPLY where (500...599).contains(status) && submission.sent > 0:
            return MessageFailure(.refused, "\(server.host) refuses the message\(said)")
        case CURLE_WEIRD_SERVER_REPLY where (500...599).contains(status):
            return MessageFailure(.unavailable, "\(server.host) wants nothing from this machine\(said)")
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
