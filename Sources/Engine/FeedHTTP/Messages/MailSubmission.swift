internal import CCurl
internal import FeedText
internal import Glibc
internal import TributaryPluginKit

/// One message while curl hands it over: what is left of it, and what the server said last.
///
/// It belongs to one call of `perform`, on whose thread alone curl's callbacks run.
@safe final class MailSubmission {
    private let mail: OutgoingMail
    private let flag: CancellationFlag
    private var login: LoginOffer?
    /// How much of the message the server has been handed; more than nothing once it has taken the envelope.
    private(set) var sent = 0
    private var recipients: UnsafeMutablePointer<curl_slist>?
    /// The last answer that was no yes: its number and its line, fit to be shown.
    ///
    /// Kept here since curl takes leave of the server behind it, and remembers the answer to that.
    private(set) var refusal: (status: Int, line: String)?

    private static let mostShown = 200

    /// - Parameter login: what has to be offered before anything is handed over; nil for nothing.
    init(_ mail: OutgoingMail, login: LoginOffer?, unless flag: CancellationFlag) {
        self.mail = mail
        self.login = login
        self.flag = flag
    }

    /// Whether the server has said that nobody can log in there, so that it was told nothing more.
    var lacksLogin: Bool { login?.isMissing == true }

    deinit {
        unsafe curl_slist_free_all(recipients)
    }

    /// Tells curl what to do; this must live until it has done it.
    func setUp(_ easy: CurlEasy) {
        easy.set(CURLOPT_UPLOAD, 1)
        easy.set(CURLOPT_MAIL_FROM, "<\(mail.sender)>")
        for recipient in mail.recipients {
            guard let longer = unsafe curl_slist_append(recipients, "<\(recipient)>") else { continue }
            unsafe recipients = longer
        }
        easy.check(unsafe tributary_curl_set_recipients(easy.handle, recipients), CURLOPT_MAIL_RCPT)
        easy.check(
            unsafe tributary_curl_set_upload_size(easy.handle, curl_off_t(mail.bytes.count)), CURLOPT_INFILESIZE_LARGE)
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe easy.check(
            tributary_curl_set_on_read(
                easy.handle,
                { buffer, size, count, context in
                    guard let buffer = unsafe buffer else { return 0 }
                    let room = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: size * count)
                    return unsafe MailSubmission.of(context).fill(room)
                }, context), CURLOPT_READFUNCTION)
        unsafe easy.check(
            tributary_curl_set_on_progress(
                easy.handle, { context, _, _, _, _ in unsafe MailSubmission.of(context).flag.isSet ? 1 : 0 }, context),
            CURLOPT_XFERINFOFUNCTION)
        unsafe easy.check(
            tributary_curl_set_on_head(
                easy.handle,
                { bytes, size, count, context in
                    guard let bytes = unsafe bytes else { return 0 }
                    let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
                    let goesOn = unsafe MailSubmission.of(context).note(String(decoding: line, as: UTF8.self))
                    return goesOn ? size * count : 0
                }, context), CURLOPT_HEADERFUNCTION)
        // What a server says beyond that must not reach standard output, which is where curl would write it.
        unsafe easy.check(
            tributary_curl_set_on_body(easy.handle, { _, size, count, _ in size * count }, nil), CURLOPT_WRITEFUNCTION)
    }
}

// MARK: - Callbacks

extension MailSubmission {
    @unsafe private func fill(_ room: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(room.count, mail.bytes.count - sent)
        unsafe room.copyBytes(from: mail.bytes[sent..<sent + count])
        sent += count
        return count
    }

    /// Notes a line of the server's; false where nothing more shall be said to it.
    private func note(_ line: String) -> Bool {
        login?.note(line)
        guard let status = Int(line.prefix(3)), status >= 400 else { return !lacksLogin }
        refusal = (status, DisplayText.singleLine(String(line.prefix(Self.mostShown))))
        return !lacksLogin
    }

    /// The submission that a callback is about.
    @unsafe private static func of(_ context: UnsafeMutableRawPointer?) -> MailSubmission {
        guard let context = unsafe context else { preconditionFailure("a callback without its submission") }
        return unsafe Unmanaged<MailSubmission>.fromOpaque(context).takeUnretainedValue()
    }
}
