internal import CCurl
internal import Glibc

/// The owner of one curl easy handle; used for one transfer after the other.
@safe final class CurlEasy {
    let handle: UnsafeMutableRawPointer?
    private var headers: UnsafeMutablePointer<curl_slist>?

    init() {
        unsafe handle = curl_easy_init()
        precondition(unsafe handle != nil, "curl cannot make a handle")
    }

    deinit {
        unsafe curl_easy_cleanup(handle)
        unsafe curl_slist_free_all(headers)
    }

    /// What tells this handle from others.
    var identity: UInt { unsafe UInt(bitPattern: handle) }

    /// Forgets all options; connections and caches stay.
    func reset() {
        unsafe curl_easy_reset(handle)
        unsafe curl_slist_free_all(headers)
        unsafe headers = nil
    }

    func set(_ option: CURLoption, _ value: Int) {
        check(unsafe tributary_curl_set_long(handle, option, value), option)
    }

    func set(_ option: CURLoption, _ value: String) {
        check(unsafe tributary_curl_set_string(handle, option, value), option)
    }

    /// Sets the lines of the head.
    func setHeaders(_ lines: [[UInt8]]) {
        for line in lines {
            let longer = unsafe (line + [0]).withUnsafeBytes { bytes in
                unsafe curl_slist_append(headers, bytes.assumingMemoryBound(to: CChar.self).baseAddress)
            }
            guard let longer = unsafe longer else { continue }
            unsafe headers = longer
        }
        check(unsafe tributary_curl_set_headers(handle, headers), CURLOPT_HTTPHEADER)
    }

    /// Sets the body, which curl copies.
    func setBody(_ bytes: [UInt8]) {
        check(unsafe tributary_curl_set_body(handle, bytes, curl_off_t(bytes.count)), CURLOPT_COPYPOSTFIELDS)
    }

    func long(_ info: CURLINFO) -> Int {
        var value = 0
        _ = unsafe tributary_curl_get_long(handle, info, &value)
        return value
    }

    /// The connection that the transfer had, if it can be used again; known until the handle is removed.
    var idleConnection: (socket: Int32, localPort: Int)? {
        var socket: curl_socket_t = CURL_SOCKET_BAD
        guard unsafe tributary_curl_get_socket(handle, &socket) == CURLE_OK, socket != CURL_SOCKET_BAD else {
            return nil
        }
        return (socket, long(CURLINFO_LOCAL_PORT))
    }

    /// Goes on after the transfer has paused itself.
    func resume() {
        _ = unsafe curl_easy_pause(handle, Int32(CURLPAUSE_CONT))
    }

    /// Options are ours, not input: a refusal means that the library lacks something that the client relies on.
    func check(_ code: CURLcode, _ option: CURLoption) {
        precondition(code == CURLE_OK, "curl does not take option \(option.rawValue): \(code.rawValue)")
    }
}
