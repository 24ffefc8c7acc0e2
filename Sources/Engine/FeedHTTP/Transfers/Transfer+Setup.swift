internal import CCurl
internal import TributaryPluginKit

extension Transfer {
    /// Tells curl what to do; the transfer must live until its handle is removed.
    func setUp(now: ContinuousClock.Instant) {
        setUpRequest()
        setUpLimits(now: now)
        setUpSecurity()
        setUpCallbacks()
    }
}

// MARK: - Private

extension Transfer {
    private func setUpRequest() {
        easy.set(CURLOPT_URL, hop.url.text)
        easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
        easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        // Both are decided already; without the second, curl would ask the environment once more.
        easy.set(CURLOPT_PROXY, hop.proxy ?? "")
        easy.set(CURLOPT_NOPROXY, "")
        // What a proxy says of a tunnel must not pass for the answer of the server behind it.
        easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        if hop.needsNewConnection { easy.set(CURLOPT_FRESH_CONNECT, 1) }
        switch hop.method {
        case "GET": break
        case "HEAD": easy.set(CURLOPT_NOBODY, 1)
        default: easy.set(CURLOPT_CUSTOMREQUEST, hop.method)
        }
        if let body = hop.body { easy.setBody(body) }
        easy.setHeaders(hop.lines)
    }

    private func setUpLimits(now: ContinuousClock.Instant) {
        let left = max(Int((due - now) / .milliseconds(1)), 1)
        // Most bodies then come with one call to the system.
        easy.set(CURLOPT_BUFFERSIZE, 1 << 15)
        easy.set(CURLOPT_NOSIGNAL, 1)
        // Without it, removing a transfer waits for the thread that looks its host up.
        easy.set(CURLOPT_QUICK_EXIT, 1)
        easy.set(CURLOPT_TIMEOUT_MS, left)
        easy.set(CURLOPT_CONNECTTIMEOUT_MS, max(Int(limits.connect / .milliseconds(1)), 1))
    }

    private func setUpSecurity() {
        if let file = hop.certificateAuthorities { easy.set(CURLOPT_CAINFO, file) }
        if let file = hop.clientCertificate { easy.set(CURLOPT_SSLCERT, file) }
        if let file = hop.clientKey { easy.set(CURLOPT_SSLKEY, file) }
        if hop.usesNetrc { easy.set(CURLOPT_NETRC, Int(CURL_NETRC_OPTIONAL.rawValue)) }
        if let credentials = hop.credentials {
            let isDigest = credentials.kind == .digest
            easy.set(CURLOPT_HTTPAUTH, isDigest ? tributary_curl_auth_digest : tributary_curl_auth_basic)
            easy.set(CURLOPT_USERNAME, credentials.user)
            easy.set(CURLOPT_PASSWORD, credentials.password)
        }
    }

    private func setUpCallbacks() {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe easy.check(
            tributary_curl_set_on_head(
                easy.handle,
                { bytes, size, count, context in
                    let transfer = unsafe Transfer.of(context)
                    let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
                    return transfer.receiveHead(unsafe line.bindMemory(to: UInt8.self).span) ? size * count : 0
                }, context), CURLOPT_HEADERFUNCTION)
        unsafe easy.check(
            tributary_curl_set_on_body(
                easy.handle,
                { bytes, size, count, context in
                    let transfer = unsafe Transfer.of(context)
                    let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
                    switch transfer.receiveBody(unsafe piece.bindMemory(to: UInt8.self).span) {
                    case .whole: return size * count
                    case .paused: return Int(CURL_WRITEFUNC_PAUSE)
                    case .refused: return 0
                    }
                }, context), CURLOPT_WRITEFUNCTION)
        unsafe easy.check(
            tributary_curl_set_on_socket(
                easy.handle,
                { context, _, address in
                    guard let address = unsafe address else { return CURL_SOCKET_BAD }
                    return unsafe Transfer.of(context).openSocket(address)
                }, context), CURLOPT_OPENSOCKETFUNCTION)
        unsafe easy.check(
            tributary_curl_set_on_request(
                easy.handle,
                { context, address, _, port, localPort in
                    guard let address = unsafe address else { return CURL_PREREQFUNC_ABORT }
                    let isAllowed = unsafe Transfer.of(context).willSend(
                        to: String(cString: address), port: Int(port), from: Int(localPort))
                    return isAllowed ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
                }, context), CURLOPT_PREREQFUNCTION)
    }

    /// The transfer that a callback is about.
    @unsafe private static func of(_ context: UnsafeMutableRawPointer?) -> Transfer {
        guard let context = unsafe context else { preconditionFailure("a callback without its transfer") }
        return unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }
}
