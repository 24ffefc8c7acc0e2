internal import CCurl
internal import Glibc
internal import Synchronization
internal import ThreadExecutor

/// The owner of one curl multi handle, and what the pool's thread does while no job of the pool runs.
///
/// `@unchecked Sendable`: the pointer never changes; all calls are made on the pool's thread but `wake`, which curl
/// allows from any thread.
@safe final class CurlMulti: ExecutorWaiter, @unchecked Sendable {
    private struct Link {
        weak var pool: TransferPool?
    }

    private let handle: UnsafeMutableRawPointer?
    /// curl reads the names of hosts in the thread's locale, and only a UTF-8 one can hold every script.
    private let locale: locale_t?
    private let link = Mutex(Link())

    init(limits: HTTPLimits) {
        precondition(Self.isCurlReady, "curl cannot start")
        unsafe handle = curl_multi_init()
        unsafe locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
        // Connections to hosts that are done with would otherwise pile up over thousands of feeds.
        unsafe tributary_curl_multi_set_long(handle, CURLMOPT_MAXCONNECTS, max(limits.parallel, 16))
    }

    deinit {
        unsafe curl_multi_cleanup(handle)
        if let locale = unsafe locale { unsafe freelocale(locale) }
    }

    /// The pool whose transfers this drives; not owned.
    var pool: TransferPool? {
        get { link.withLock { $0.pool } }
        set { link.withLock { $0.pool = newValue } }
    }

    func wait() {
        let earlier = unsafe uselocale(locale)
        defer { unsafe uselocale(earlier) }
        // The pool is held only while it works, so that the thread does not keep it alive.
        let timeout = pool?.assumeIsolated { $0.drive() } ?? 60_000
        _ = unsafe curl_multi_poll(handle, nil, 0, timeout, nil)
    }

    func wake() {
        _ = unsafe curl_multi_wakeup(handle)
    }

    func add(_ transfer: Transfer) {
        let status = unsafe curl_multi_add_handle(handle, transfer.easy.handle)
        precondition(status == CURLM_OK, "curl does not take a transfer: \(status.rawValue)")
    }

    func remove(_ transfer: Transfer) {
        unsafe curl_multi_remove_handle(handle, transfer.easy.handle)
    }

    /// Lets all transfers go on as far as they can now.
    func perform() {
        var running: Int32 = 0
        _ = unsafe curl_multi_perform(handle, &running)
    }

    /// The next transfer that has ended, by its easy handle's identity, and how.
    func nextEnded() -> (identity: UInt, code: CURLcode)? {
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(handle, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE else { continue }
            let identity = unsafe UInt(bitPattern: message.pointee.easy_handle)
            return unsafe (identity, message.pointee.data.result)
        }
        return nil
    }
}

// MARK: - Private

extension CurlMulti {
    private static let isCurlReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
