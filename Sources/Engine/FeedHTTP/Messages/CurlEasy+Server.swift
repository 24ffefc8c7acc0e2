internal import CCurl
internal import Glibc
internal import TributaryPluginKit

extension CurlEasy {
    /// Sets what every connection to a server of messages has in common.
    func setUp(for server: MessageServer, protocols: String) {
        set(CURLOPT_PROTOCOLS_STR, protocols)
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_PROXY, "")
        set(CURLOPT_NOPROXY, "")
        set(CURLOPT_TIMEOUT_MS, max(Int(server.timeout / .milliseconds(1)), 1))
        set(CURLOPT_CONNECTTIMEOUT_MS, max(min(Int(server.timeout / .milliseconds(1)), 15_000), 1))
        if let file = server.certificateAuthorities { set(CURLOPT_CAINFO, file) }
    }

    /// Does all of the transfer, waiting.
    func perform() -> CURLcode { unsafe curl_easy_perform(handle) }

    /// The address as it stands in a URL.
    static func authority(of server: MessageServer) -> String {
        let host = server.host.contains(":") && !server.host.hasPrefix("[") ? "[\(server.host)]" : server.host
        return "\(host):\(server.port)"
    }
}

extension MessageFailure {
    /// What an error of curl's means for a connection to a server of messages; nil where it depends on what was said there.
    static func connection(_ code: CURLcode, to server: MessageServer) -> MessageFailure? {
        let place = "\(server.host):\(server.port)"
        switch code {
        case CURLE_URL_MALFORMAT:
            return MessageFailure(.unavailable, "\(server.host) cannot be the name of a host")
        case CURLE_COULDNT_RESOLVE_HOST:
            return MessageFailure(.unavailable, "there is no host \(server.host), or the network is down")
        case CURLE_COULDNT_CONNECT:
            return MessageFailure(.unavailable, "could not connect to \(place)")
        case CURLE_OPERATION_TIMEDOUT:
            return MessageFailure(.unavailable, "no whole answer from \(place) within \(Seconds(server.timeout))")
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR:
            return MessageFailure(
                .unavailable, "the certificate of \(place) cannot be trusted; name its authority in \"ca\"")
        case CURLE_SSL_CACERT_BADFILE:
            return MessageFailure(.unavailable, "the file of certificates for \(place) cannot be used")
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_INITFAILED:
            return MessageFailure(.unavailable, "no secure connection to \(place): the TLS handshake failed")
        case CURLE_USE_SSL_FAILED:
            return MessageFailure(
                .unavailable, "\(place) does not offer STARTTLS; nothing is said to it in the clear")
        case CURLE_ABORTED_BY_CALLBACK:
            return MessageFailure(.unavailable, "cancelled")
        default: return nil
        }
    }
}
