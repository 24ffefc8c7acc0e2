internal import CCurl
internal import Glibc
internal import TributaryPluginKit

extension Transfer {
    /// What an error of curl's means; its own texts are used only where they name nothing of the request.
    func failure(for code: CURLcode) -> HTTPFailure {
        let place = hop.url.place
        if let refusal = proxyRefusal { return refusal }
        switch code {
        case CURLE_URL_MALFORMAT:
            return HTTPFailure(.unusableURL, "\(hop.url.host) cannot be the name of a host")
        case CURLE_COULDNT_RESOLVE_HOST:
            return HTTPFailure(.unresolvedHost, "there is no host \(hop.url.host), or the network is down")
        case CURLE_COULDNT_RESOLVE_PROXY:
            return HTTPFailure(.unresolvedHost, "the proxy's host was not found")
        case CURLE_COULDNT_CONNECT:
            let what = hop.proxy == nil ? place : "the proxy for \(place)"
            return refusal ?? HTTPFailure(.connection, "could not connect to \(what)\(systemReason)")
        case CURLE_PROXY:
            return HTTPFailure(.connection, "the proxy made no connection to \(place)")
        case CURLE_OPERATION_TIMEDOUT:
            return timeout
        case CURLE_PARTIAL_FILE:
            return HTTPFailure(
                .truncated, "the body from \(place) is cut off: the connection was closed before its end")
        case CURLE_GOT_NOTHING:
            return HTTPFailure(.connection, "\(place) closed the connection without an answer")
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR:
            let when = receivedBytes > 0 ? "in the middle of the answer" : "before an answer"
            return HTTPFailure(.connection, "the connection to \(place) broke \(when)\(systemReason)")
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
            return HTTPFailure(.connection, "\(place) does not speak HTTP")
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR:
            return HTTPFailure(.security, "the certificate of \(place) cannot be trusted: \(verification)")
        case CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE:
            return HTTPFailure(.security, "the certificate file for \(place) cannot be used")
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_INITFAILED:
            return HTTPFailure(.security, "no secure connection to \(place): the TLS handshake failed")
        default:
            let text = unsafe curl_easy_strerror(code).map { unsafe String(cString: $0) } ?? "error \(code.rawValue)"
            return HTTPFailure(.connection, "the transfer from \(place) failed: \(text.lowercased())")
        }
    }
}

extension Transfer {
    /// What is said of a transfer that brings too little for too long.
    var stallFailure: HTTPFailure {
        let what = receivedBytes == 0 ? "no answer" : "no progress in the answer"
        return HTTPFailure(.timeout, "\(what) from \(hop.url.place) for \(Seconds(limits.stall))")
    }
}

// MARK: - Private

extension Transfer {
    private var timeout: HTTPFailure {
        let place = hop.url.place
        if !hasConnected, ContinuousClock.now < due {
            return HTTPFailure(.timeout, "could not connect to \(place) within \(Seconds(limits.connect))")
        }
        return HTTPFailure(.timeout, "no whole answer from \(place) within \(Seconds(total))")
    }

    /// What is said where an HTTP proxy did not open a tunnel to the server; nil where that is not the reason.
    private var proxyRefusal: HTTPFailure? {
        let status = easy.long(CURLINFO_HTTP_CONNECTCODE)
        guard hop.proxy != nil, status != 0, !(200..<300).contains(status) else { return nil }
        return HTTPFailure(
            .connection, "the proxy refused a connection to \(hop.url.place) (status \(status))")
    }

    /// Why the system refused, in parentheses; empty where it does not say.
    private var systemReason: String {
        let error = Int32(truncatingIfNeeded: easy.long(CURLINFO_OS_ERRNO))
        guard error != 0, let text = unsafe strerror(error) else { return "" }
        return unsafe " (\(String(cString: text).lowercased()))"
    }

    /// Why the certificate is not trusted, by OpenSSL's number (X509_V_ERR_…).
    private var verification: String {
        switch easy.long(CURLINFO_SSL_VERIFYRESULT) {
        case 9: "it is not valid yet"
        case 10: "it has expired"
        case 18, 19: "it is signed by itself; name its authority in http.ca"
        case 20, 21: "nobody known has signed it; name its authority in http.ca"
        case 23: "it has been revoked"
        case 62: "it is for another host"
        default: "it does not fit the host, or its chain is broken"
        }
    }
}

/// A length of time as people write it.
struct Seconds: CustomStringConvertible {
    private let duration: Duration

    init(_ duration: Duration) {
        self.duration = duration
    }

    var description: String {
        let milliseconds = Int(duration / .milliseconds(1))
        return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
    }
}
