/// An HTTP/1.1 origin on 127.0.0.1 that answers as told, with any fault, and notes what it was asked.
///
/// It serves hundreds of connections from one thread and stops when it is released. Below `/fault/<kind>/` every path
/// is served once more with that fault, see `OriginFault`.
public final class TestOrigin: Sendable {
    /// The port that it listens on.
    public let port: UInt16
    private let loopback: OriginLoopback
    private let server: OriginServer
    private let record = OriginRecord()

    /// Starts an origin that answers what `respond` says.
    ///
    /// - Parameters:
    ///   - port: 0 takes any that is free.
    ///   - loopback: the address that it listens on.
    ///   - speaksSOCKS: whether it plays a SOCKS5 proxy, and whatever is asked through it too.
    ///   - respond: called on the origin's thread, for one request at a time.
    public init(
        port: UInt16 = 0, on loopback: OriginLoopback = .ipv4, speaksSOCKS: Bool = false,
        respond: @escaping @Sendable (OriginRequest) -> OriginResponse
    ) throws(OriginError) {
        let listener = try Socket.listening(on: loopback, port: port)
        self.loopback = loopback
        self.port = listener.localPort
        server = try OriginServer(listener: listener, speaksSOCKS: speaksSOCKS, record: record) { request in
            guard let (fault, path) = OriginFault.named(in: request.path) else { return respond(request) }
            var right = request
            right.target = path
            return fault.apply(to: respond(right), at: path)
        }
    }

    /// Starts an origin with one response per path; every other path is a 404.
    public convenience init(_ routes: [String: OriginResponse]) throws(OriginError) {
        try self.init { routes[$0.path] ?? OriginResponse(status: 404) }
    }

    /// Starts an origin that serves the files of a folder.
    public convenience init(folder: String, port: UInt16 = 0) throws(OriginError) {
        let folder = OriginFolder(path: folder)
        try self.init(port: port) { folder.response(to: $0) }
    }

    /// The URL of a path here; `host` is another name of its address, such as `localhost`.
    public func url(_ path: String, host: String? = nil) -> String {
        "http://\(host ?? loopback.host):\(port)\(path)"
    }

    /// What it has seen so far.
    public var state: OriginState { record.state }

    /// All requests so far, in the order in which they came.
    public var requests: [OriginRequest] { state.requests }

    /// Waits until `condition` holds for what the origin has seen.
    public func state(when condition: @escaping @Sendable (OriginState) -> Bool) async -> OriginState {
        await record.state(when: condition)
    }

    /// Lets every response go whose pace is `whenReleased`, those still to come included.
    public func release() async {
        await server.release()
    }

    /// Drops all clients and takes no more.
    public func stop() async {
        await server.stop()
    }
}
