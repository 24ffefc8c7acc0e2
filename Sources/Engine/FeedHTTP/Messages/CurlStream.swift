internal import CCurl
internal import Glibc
internal import TributaryPluginKit

/// A connection that curl has made, TLS included, and whose bytes are ours.
///
/// It belongs to one actor, on whose thread alone it is used.
final class CurlStream {
    private let easy = CurlEasy()
    private let server: MessageServer
    /// What curl tells of its way in; kept as long as the handle that knows of it.
    private let login: IMAPLogin?
    private var socket: curl_socket_t = CURL_SOCKET_BAD

    private static let pause: Int32 = 200
    /// As much as a record of TLS holds.
    private static let chunk = 16_384

    /// Connects.
    ///
    /// - Parameter login: has curl go as far as a server of mailboxes takes commands; nil has it say nothing.
    init(to server: MessageServer, login: IMAPLogin? = nil, unless flag: CancellationFlag) throws(MessageFailure) {
        self.server = server
        self.login = login
        // Only the connection is HTTP's: what curl calls its scheme says whether there is TLS.
        let scheme = login == nil ? "http" : "imap"
        let isSafe = login == nil ? server.security != .none : server.security == .tls
        easy.setUp(for: server, protocols: "\(scheme),\(scheme)s")
        easy.set(CURLOPT_URL, "\(scheme)\(isSafe ? "s" : "")://\(CurlEasy.authority(of: server))/")
        easy.set(CURLOPT_SSL_ENABLE_ALPN, 0)
        easy.set(CURLOPT_CONNECT_ONLY, 1)
        login?.setUp(easy)
        let context = unsafe Unmanaged.passUnretained(flag).toOpaque()
        unsafe easy.check(
            tributary_curl_set_on_progress(
                easy.handle,
                { context, _, _, _, _ in
                    guard let context = unsafe context else { return 0 }
                    return unsafe Unmanaged<CancellationFlag>.fromOpaque(context).takeUnretainedValue().isSet ? 1 : 0
                }, context), CURLOPT_XFERINFOFUNCTION)
        let code = easy.perform()
        // The flag is this call's only.
        unsafe easy.check(
            tributary_curl_set_on_progress(easy.handle, { _, _, _, _, _ in 0 }, nil), CURLOPT_XFERINFOFUNCTION)
        guard code == CURLE_OK, unsafe tributary_curl_get_socket(easy.handle, &socket) == CURLE_OK else {
            throw login?.failure(code) ?? MessageFailure.connection(code, to: server) ?? broken
        }
    }

    /// Sends all of the bytes.
    func send(_ bytes: [UInt8], until end: ContinuousClock.Instant, unless flag: CancellationFlag)
        throws(MessageFailure)
    {
        var sent = 0
        while sent < bytes.count {
            var count = 0
            let code = unsafe bytes.withUnsafeBytes { buffer in
                unsafe curl_easy_send(
                    easy.handle, buffer.baseAddress?.advanced(by: sent), buffer.count - sent, &count)
            }
            sent += count
            if code == CURLE_AGAIN {
                try wait(for: POLLOUT, until: end, unless: flag)
            } else if code != CURLE_OK {
                throw broken
            }
        }
    }

    /// Appends what comes next, at least one byte.
    func receive(
        into bytes: inout [UInt8], until end: ContinuousClock.Instant, unless flag: CancellationFlag
    ) throws(MessageFailure) {
        var room = [UInt8](repeating: 0, count: Self.chunk)
        while true {
            var count = 0
            let code = unsafe room.withUnsafeMutableBytes { buffer in
                unsafe curl_easy_recv(easy.handle, buffer.baseAddress, buffer.count, &count)
            }
            if code == CURLE_OK, count > 0 {
                bytes += room[..<count]
                return
            }
            guard code == CURLE_AGAIN else { throw broken }
            try wait(for: POLLIN, until: end, unless: flag)
        }
    }

    private func wait(
        for event: Int32, until end: ContinuousClock.Instant, unless flag: CancellationFlag
    ) throws(MessageFailure) {
        if flag.isSet { throw MessageFailure(.unavailable, "cancelled") }
        guard ContinuousClock.now < end else {
            throw MessageFailure(
                .unavailable, "no whole answer from \(server.host):\(server.port) within \(Seconds(server.timeout))")
        }
        var polled = pollfd(fd: socket, events: Int16(event), revents: 0)
        _ = unsafe poll(&polled, 1, Self.pause)
    }

    private var broken: MessageFailure {
        MessageFailure(.unavailable, "the connection to \(server.host):\(server.port) broke")
    }
}
