internal import CCurl
internal import FeedText
internal import Glibc
internal import TributaryPluginKit

/// How curl gets into a server of mailboxes: the greeting, STARTTLS and the login, and what the server says meanwhile.
///
/// It belongs to one stream, on whose thread alone curl's callbacks run. Its commands are `CAPABILITY`, `STARTTLS` and
/// `AUTHENTICATE` or `LOGIN`; curl says no other one on a connection that it only makes.
@safe final class IMAPLogin {
    private let server: MessageServer
    private var heard = 0
    private var isStranger = false
    /// What the server said last that was no yes, and whether it takes leave.
    private var refusal: (words: String, isFarewell: Bool)?

    private static let mostHeard = 65_536

    init(to server: MessageServer) {
        self.server = server
    }

    /// Tells curl what to do; this must live as long as its handle.
    func setUp(_ easy: CurlEasy) {
        if server.security == .startTLS { easy.set(CURLOPT_USE_SSL, tributary_curl_tls_all) }
        if let user = server.user {
            easy.set(CURLOPT_USERNAME, user)
            easy.set(CURLOPT_PASSWORD, server.password ?? "")
        }
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe easy.check(
            tributary_curl_set_on_head(
                easy.handle,
                { bytes, size, count, context in
                    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
                    let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
                    let login = unsafe Unmanaged<IMAPLogin>.fromOpaque(context).takeUnretainedValue()
                    return unsafe login.hear(String(decoding: line, as: UTF8.self)) ? size * count : 0
                }, context), CURLOPT_HEADERFUNCTION)
        // What a server says beyond that must not reach standard output, which is where curl would write it.
        unsafe easy.check(
            tributary_curl_set_on_body(easy.handle, { _, size, count, _ in size * count }, nil), CURLOPT_WRITEFUNCTION)
    }

    /// What an error of curl's means after what was heard; nil where it is about the connection.
    func failure(_ code: CURLcode) -> MessageFailure? {
        if isStranger { return .stranger(server) }
        if let refusal, refusal.isFarewell { return .farewell(server, refusal.words) }
        switch code {
        case CURLE_LOGIN_DENIED:
            guard let refusal else {
                return MessageFailure(
                    .unavailable, "\(server.host) offers no way to log in that is known here, or none without TLS")
            }
            return MessageFailure(
                .unavailable, "\(server.host) does not accept the user and the password: \(refusal.words)")
        // It goes on without TLS, or has logged somebody in before it.
        case CURLE_WEIRD_SERVER_REPLY: return .stranger(server)
        default: return nil
        }
    }

    /// Takes a line that the server says; false has curl stop.
    private func hear(_ line: String) -> Bool {
        let isGreeting = heard == 0
        heard += line.utf8.count
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        guard heard <= Self.mostHeard, words.count == 2 || !isGreeting else { return rejected }
        guard words.count == 2 else { return true }
        let status = IMAPText.status(of: words[1])
        if isGreeting, words[0] != "*" || status == nil { return rejected }
        guard let status, ["NO", "BAD", "BYE"].contains(status) else { return true }
        // An untagged no is a warning (RFC 3501 §7.1.2).
        if words[0] != "*" || status == "BYE" { refusal = (IMAPText.shown(words[1]), status == "BYE") }
        return status != "BYE"
    }

    private var rejected: Bool {
        isStranger = true
        return false
    }
}

extension MessageFailure {
    /// What answers does not keep to IMAP.
    static func stranger(_ server: MessageServer) -> MessageFailure {
        MessageFailure(.unavailable, "\(server.host):\(server.port) does not speak IMAP")
    }

    /// The server has closed the connection, and said why.
    static func farewell(_ server: MessageServer, _ words: String) -> MessageFailure {
        MessageFailure(.unavailable, "\(server.host) closes the connection: \(words)")
    }
}
