internal import CCurl
internal import Glibc
internal import TributaryPluginKit

/// One hop while it is on its way: what has been received of it, and what stands in its way.
///
/// It belongs to the pool, whose thread alone uses it; curl's callbacks run there too.
final class Transfer {
    let id: Int
    let hop: Hop
    let easy: CurlEasy
    let due: ContinuousClock.Instant
    let continuation: CheckedContinuation<Result<HopResponse, HTTPFailure>, Never>

    /// Whether the connection stood and the request was sent.
    private(set) var hasConnected = false
    /// The bytes of heads and body so far.
    private(set) var receivedBytes = 0
    /// Why the transfer is to end, where it is not curl that says so.
    private(set) var failure: HTTPFailure?
    /// Why a socket was not opened; another address of the same host may have been right.
    private(set) var refusal: HTTPFailure?
    private(set) var isPaused = false
    /// What the looks at the clock have shown.
    private(set) var pulse: Pulse

    let limits: HTTPLimits
    private let budget: MemoryBudget
    private var status = 0
    private var hasWholeHead = false
    /// The bytes of all heads so far; curl itself ends them a little later, with less to say.
    private var headBytes = 0
    private static let mostHeadBytes = 200_000
    private var headers: [HTTPField] = []
    private var receivedBody = 0
    private var decoder: BodyDecoder?

    init(
        id: Int, hop: Hop, easy: CurlEasy, limits: HTTPLimits, budget: MemoryBudget, now: ContinuousClock.Instant,
        continuation: CheckedContinuation<Result<HopResponse, HTTPFailure>, Never>
    ) {
        self.id = id
        self.hop = hop
        self.easy = easy
        self.limits = limits
        self.budget = budget
        self.continuation = continuation
        due = hop.due ?? now + min(limits.total, hop.timeout ?? limits.total)
        pulse = Pulse(at: now)
    }

    /// How long the request may take with all its redirects.
    var total: Duration { min(limits.total, hop.timeout ?? limits.total) }

    /// The bytes that are held in memory for this transfer.
    var heldBytes: Int { decoder?.heldBytes ?? 0 }

    /// Ends the transfer for a reason of ours, unless there is one already.
    func fail(_ failure: HTTPFailure) {
        if self.failure == nil { self.failure = failure }
    }

    /// Notes what has come since the last look; true when that has been too little for too long.
    func look(at now: ContinuousClock.Instant) -> Bool {
        pulse.look(receivedBytes, at: now, hasConnected: hasConnected, limits: limits)
    }

    /// Goes on after a pause.
    func resume(at now: ContinuousClock.Instant) {
        isPaused = false
        pulse.restart(at: now)
        easy.resume()
    }

    /// Tells who watches that the server says nothing, or that this is over.
    func noteSilence(_ isSilent: Bool) {
        hop.watch?.note(isSilent: isSilent, serverOf: hop.url.text)
    }

    /// What came of it once curl is done with it.
    func result(_ code: CURLcode) -> Result<HopResponse, HTTPFailure> {
        var remarks = decoder?.remarks ?? []
        if let failure = finalFailure(code) {
            guard isDecidedByHead, failure.kind != .cancelled else { return .failure(failure) }
            remarks.append(failure.message)
        }
        return .success(
            HopResponse(
                status: status, headers: headers, body: decoder?.takeContent() ?? [],
                receivedBody: decoder?.takeReceived(), remarks: remarks, receivedSize: receivedBody, due: due))
    }
}

// MARK: - Callbacks

extension Transfer {
    /// Takes one line of a head; false ends the transfer.
    func receiveHead(_ line: Span<UInt8>) -> Bool {
        receivedBytes += line.count
        headBytes += line.count
        guard headBytes <= Self.mostHeadBytes else {
            fail(HTTPFailure(.tooLarge, "the head of the answer is over the limit of \(ByteCount(Self.mostHeadBytes))"))
            return false
        }
        if let status = Self.status(in: line) {
            // A further head: after 100 Continue, or after the challenge that Digest answers.
            self.status = status
            headers = []
            hasWholeHead = false
        } else if line.count <= 2 {
            hasWholeHead = true
        } else if decoder == nil, let field = HeadField.field(in: line) {
            headers.append(field)
        }
        return true
    }

    /// What becomes of a piece of the body.
    enum Taken {
        case whole, paused, refused
    }

    func receiveBody(_ bytes: Span<UInt8>) -> Taken {
        if decoder == nil { beginBody() }
        guard budget.allows(self) else {
            isPaused = true
            return .paused
        }
        let before = heldBytes
        defer { budget.held += heldBytes - before }
        receivedBytes += bytes.count
        receivedBody += bytes.count
        do throws(HTTPFailure) {
            guard failure == nil else { return .refused }
            guard receivedBody <= mostReceivedBytes else { throw tooLarge }
            try decoder?.append(bytes)
            return .whole
        } catch {
            fail(error)
            return .refused
        }
    }

    /// Opens a socket for the connection, unless its address is forbidden.
    @unsafe func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        if !hop.mayBePrivate, hop.proxy == nil {
            let peer = unsafe tributary_curl_address(address)
            let length = unsafe Int(address.pointee.addrlen)
            if let peer = unsafe peer, let (kind, text) = unsafe PrivateAddress.kind(of: peer, length: length) {
                refusal = Self.forbidden(text, kind: kind, of: hop.url)
                return CURL_SOCKET_BAD
            }
        }
        let type = unsafe address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        return unsafe socket(address.pointee.family, type, address.pointee.protocol)
    }

    /// Sees the address that a request is about to go to, over a new connection or an old one; false forbids it.
    func willSend(to address: String) -> Bool {
        hasConnected = true
        guard !hop.mayBePrivate, hop.proxy == nil, let kind = PrivateAddress.kind(ofText: address) else { return true }
        fail(Self.forbidden(address, kind: kind, of: hop.url))
        return false
    }

    static func forbidden(_ address: String, kind: String, of url: WebURL) -> HTTPFailure {
        let name = url.host == address ? url.host : "\(url.host) (\(address))"
        return HTTPFailure(
            .forbiddenAddress,
            "refused to connect to \(name): a \(kind) address; name the host in fetch.own_hosts if it is your own")
    }
}

// MARK: - Private

extension Transfer {
    private func beginBody() {
        let encoding = headers.filter { $0.isNamed("content-encoding") }.map(\.value)
        var decoder = BodyDecoder(
            contentEncoding: encoding.isEmpty ? nil : encoding.joined(separator: ","),
            limit: min(limits.decodedBytes, hop.largestBody ?? .max))
        if let length = headers.value(of: "content-length").flatMap({ Int($0) }) {
            if length > mostReceivedBytes { fail(tooLarge) } else { decoder.reserve(length) }
        }
        self.decoder = decoder
    }

    /// Why the transfer has not ended well; nil when it has.
    private func finalFailure(_ code: CURLcode) -> HTTPFailure? {
        if let failure { return failure }
        guard code == CURLE_OK else { return failure(for: code) }
        do throws(HTTPFailure) {
            try decoder?.finish()
            return nil
        } catch {
            return error
        }
    }

    /// Whether the answer is clear without its body: a redirect, a 410, a 429 say all in their head.
    private var isDecidedByHead: Bool {
        hasWholeHead && status >= 300
    }

    private var mostReceivedBytes: Int { min(limits.receivedBytes, hop.largestBody ?? .max) }

    private var tooLarge: HTTPFailure {
        HTTPFailure(.tooLarge, "the body is over the limit of \(ByteCount(mostReceivedBytes))")
    }

    /// The code of a status line; nil for any other line.
    private static func status(in line: Span<UInt8>) -> Int? {
        let name = "HTTP/".utf8
        guard line.count > name.count else { return nil }
        for (index, byte) in name.enumerated() where line[index] != byte { return nil }
        var index = name.count
        while index < line.count, line[index] != 0x20 { index += 1 }
        var status = 0
        for digit in (index + 1)..<(index + 4) {
            guard digit < line.count, (0x30...0x39).contains(line[digit]) else { return nil }
            status = status * 10 + Int(line[digit] - 0x30)
        }
        return status
    }
}
