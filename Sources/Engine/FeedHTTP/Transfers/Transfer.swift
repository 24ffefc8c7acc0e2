internal import CCurl
internal import FeedModel
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
    /// Whether a socket was opened for it: if not, it went over a connection that others had used.
    private var hasOpenedSocket = false
    /// Whether that connection had already said something which nobody had asked for.
    private var hasFoundLeftovers = false
    private let connections: IdleConnections
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
    private var isHTTP1 = false
    private var headers: [HTTPField] = []
    private var receivedBody = 0
    private let began: ContinuousClock.Instant
    private var decoder: BodyDecoder?

    init(
        id: Int, hop: Hop, easy: CurlEasy, limits: HTTPLimits, budget: MemoryBudget, connections: IdleConnections,
        now: ContinuousClock.Instant, continuation: CheckedContinuation<Result<HopResponse, HTTPFailure>, Never>
    ) {
        self.id = id
        self.hop = hop
        self.easy = easy
        self.limits = limits
        self.budget = budget
        self.connections = connections
        began = now
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
        let failure = finalFailure(code)
        var remarks = decoder?.remarks ?? []
        if let failure {
            guard isDecidedByHead, failure.kind != .cancelled else { return .failure(withCost(failure)) }
            remarks.append(failure.message)
        }
        if let flaw { return .failure(withCost(flaw)) }
        let memory = budget.lend(heldBytes)
        return .success(
            HopResponse(
                status: status, headers: headers, body: decoder?.takeContent() ?? [],
                receivedBody: decoder?.takeReceived(), remarks: remarks, receivedSize: receivedBody, memory: memory,
                due: due))
    }

    /// Whether what came may have been meant for an earlier request on the same connection, so that the question is worth
    /// asking once more over a new one.
    func hasHeardAnother(_ code: CURLcode) -> Bool {
        guard failure == nil, !hop.needsNewConnection else { return false }
        if hasFoundLeftovers { return true }
        guard hasConnected, !hasOpenedSocket, !hasWholeHead, hop.method == "GET" || hop.method == "HEAD" else {
            return false
        }
        switch code {
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_GOT_NOTHING, CURLE_RECV_ERROR,
            CURLE_SEND_ERROR:
            return true
        default: return false
        }
    }

    /// Notes the connection for those who use it again; whether there is one that may still bring something.
    func noteConnection(_ code: CURLcode) -> Bool {
        guard code == CURLE_OK, isHTTP1, let connection = easy.idleConnection else { return false }
        connections.note(connection)
        return true
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
            isHTTP1 = line.count > 5 && line[5] == UInt8(ascii: "1")
            headers = []
            hasWholeHead = false
        } else if line.count <= 2 {
            hasWholeHead = true
        } else if decoder == nil, HeadField.isContinuation(line), let last = headers.indices.last {
            headers[last].value = HeadField.value(headers[last].value, continuedBy: line)
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
        hasOpenedSocket = true
        let type = unsafe address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        let file = unsafe socket(address.pointee.family, type, address.pointee.protocol)
        if file < 0, errno == EMFILE || errno == ENFILE {
            refusal = HTTPFailure(
                .connection,
                "no connection to \(hop.url.place): too many files are open; allow more (ulimit -n), or lower fetch.parallel"
            )
        }
        return file
    }

    /// Sees the address that a request is about to go to, over a new connection or an old one; false forbids it.
    func willSend(to address: String, port: Int, from localPort: Int) -> Bool {
        hasConnected = true
        if !hasOpenedSocket, connections.takeLeftovers(localPort: localPort, peerPort: port) {
            hasFoundLeftovers = true
            return false
        }
        guard !hop.mayBePrivate, hop.proxy == nil, let kind = PrivateAddress.kind(ofText: address) else { return true }
        fail(Self.forbidden(address, kind: kind, of: hop.url))
        return false
    }

    static func forbidden(_ address: String, kind: String, of url: WebURL) -> HTTPFailure {
        let name = url.host == address ? url.host : "\(url.host) (\(address))"
        let article = kind.first.map { "aeiou".contains($0) } ?? false ? "an" : "a"
        return forbidden(name, "\(article) \(kind) address")
    }

    /// The same for a host that is private by its name.
    static func forbidden(_ url: WebURL) -> HTTPFailure {
        forbidden(url.host, "a name of a private network")
    }

    private static func forbidden(_ name: String, _ what: String) -> HTTPFailure {
        HTTPFailure(
            .forbiddenAddress,
            "refused to connect to \(name): \(what); name the host in fetch.own_hosts if it is your own")
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

    /// Why an answer that came whole makes no sense; nil where it does.
    private var flaw: HTTPFailure? {
        switch status {
        case 304 where !hop.isConditional:
            return HTTPFailure(
                .connection, "\(hop.url.place) says that nothing has changed (status 304), though it was asked for all")
        case 206 where !isWholeRange:
            return HTTPFailure(.truncated, "\(hop.url.place) sent a part of the document only (status 206)")
        default: return nil
        }
    }

    /// Whether the range that a 206 says to bring is all that there is; a server that names none has the wrong status.
    private var isWholeRange: Bool {
        if headers.value(of: "content-type")?.lowercased().hasPrefix("multipart/byteranges") ?? false { return false }
        guard let range = headers.value(of: "content-range") else { return true }
        let numbers = range.split { " -/".contains($0) }
        guard numbers.count == 4, let end = Int(numbers[2]), let size = Int(numbers[3]) else { return false }
        return numbers[0].lowercased() == "bytes" && numbers[1] == "0" && end + 1 == size
    }

    /// The failure with what the transfer cost until then.
    private func withCost(_ failure: HTTPFailure) -> HTTPFailure {
        var failure = failure
        failure.receivedSize = receivedBody
        failure.transferTime = .now - began
        return failure
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
