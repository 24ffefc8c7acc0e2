internal import TributaryPluginKit

/// Turns the bytes of a body, as they come, into its content.
///
/// What a head says of the coding is not believed: a body without the magic of its coding is taken as it is, and gzip
/// that nobody announced is decoded all the same. Each such thing is a remark. Content beyond the limit is an error
/// after at most one decoder's buffer (64 KB), so a bomb costs no memory.
struct BodyDecoder {
    /// The decoded body so far.
    private(set) var content: [UInt8] = []
    /// The bytes as they came, as long as a coding is, or may be, undone.
    private var received: [UInt8] = []
    private(set) var remarks: [String] = []

    private let limit: Int
    private var layers: [Layer]
    /// Whether nothing is undone yet: nearly all bodies are one small gzip member, which is decoded at once.
    private var isWaiting: Bool

    /// How many bytes are received before they are decoded as they come: as many as may come at once, so that waiting for
    /// them takes no more memory than decoding them piece by piece.
    private static let mostWaiting = 1 << 16

    /// One coding: its decoder is chosen when the first bytes are there.
    private struct Layer {
        enum State {
            case undecided([UInt8])
            case decoding(any ContentDecoder)
            case passing
        }

        /// What the head says; nil for gzip that it does not name.
        var coding: ContentCoding?
        var state = State.undecided([])
    }

    /// - Parameters:
    ///   - contentEncoding: the header's value, nil where there is none.
    ///   - limit: the most bytes of content.
    init(contentEncoding: String?, limit: Int) {
        self.limit = limit
        layers = []
        for name in (contentEncoding ?? "").split(whereSeparator: { $0 == "," || $0 == " " }).reversed() {
            if let coding = ContentCoding(name: name) {
                layers.append(Layer(coding: coding))
            } else if name.lowercased() != "identity" {
                remarks.append("the server names an unknown content coding, the body is taken as it is")
            }
        }
        layers.append(Layer(coding: nil))
        // Each layer multiplies what a byte can cost; no honest server needs more than two.
        if layers.count > 4 { layers.removeFirst(layers.count - 4) }
        isWaiting = layers.count == 2 && layers[0].coding == .gzip
    }

    /// Makes room for a body that is announced to be so long; an announcement alone must not cost much.
    mutating func reserve(_ count: Int) {
        if isWaiting {
            received.reserveCapacity(min(max(count, 0), Self.mostWaiting))
        } else {
            content.reserveCapacity(min(max(count, 0), limit, 1 << 20))
        }
    }

    /// Takes the next bytes of the body.
    mutating func append(_ bytes: Span<UInt8>) throws(HTTPFailure) {
        if isWaiting {
            received.append(bytes)
            if received.count > Self.mostWaiting { try passReceived() }
            return
        }
        try pass(bytes, to: 0)
        if isPlain { received = [] } else { received.append(bytes) }
    }

    /// How many bytes of memory the body takes, room for more included.
    var heldBytes: Int { content.capacity + received.capacity }

    /// Takes the end of the body; a coded stream that has none was cut off.
    mutating func finish() throws(HTTPFailure) {
        if isWaiting {
            if let whole = WholeBody.expandingGzip(received.span, limit: limit), !ContentCoding.isGzip(whole.span) {
                return content = whole
            }
            try passReceived()
        }
        for index in layers.indices {
            if case .undecided(let head) = layers[index].state, !head.isEmpty { try decide(index, head.span) }
            if case .decoding(let decoder) = layers[index].state, !decoder.isFinished {
                throw HTTPFailure(.truncated, "the body is cut off: its \(decoder.name) stream has no end")
            }
        }
    }

    /// Gives the content away.
    mutating func takeContent() -> [UInt8] {
        defer { content = [] }
        return content
    }

    /// Gives away the body as it was received; nil where it is the content itself.
    mutating func takeReceived() -> [UInt8]? {
        guard !isPlain else { return nil }
        defer { received = [] }
        return received
    }
}

// MARK: - Private

extension BodyDecoder {
    /// Whether it is known that nothing is undone.
    private var isPlain: Bool {
        layers.allSatisfy { layer in
            if case .passing = layer.state { true } else { false }
        }
    }

    /// Decodes what has been received while it was waited for more.
    private mutating func passReceived() throws(HTTPFailure) {
        isWaiting = false
        let bytes = received
        try pass(bytes.span, to: 0)
        if isPlain { received = [] }
    }

    private mutating func pass(_ bytes: Span<UInt8>, to index: Int) throws(HTTPFailure) {
        guard index < layers.count else {
            guard content.count + bytes.count <= limit else {
                throw HTTPFailure(.tooLarge, "the body is over the limit of \(ByteCount(limit)) after decoding")
            }
            return content.append(bytes)
        }
        switch layers[index].state {
        case .passing:
            try pass(bytes, to: index + 1)
        case .decoding(let decoder):
            try decoder.decode(bytes) { decoded throws(HTTPFailure) in try pass(decoded, to: index + 1) }
        case .undecided(let earlier):
            if earlier.isEmpty, bytes.count >= ContentCoding.magicLength { return try decide(index, bytes) }
            var head = earlier
            head.append(bytes)
            if head.count < ContentCoding.magicLength {
                layers[index].state = .undecided(head)
            } else {
                try decide(index, head.span)
            }
        }
    }

    /// Chooses the layer's decoder by the first bytes of what it gets, and gives it those.
    private mutating func decide(_ index: Int, _ bytes: Span<UInt8>) throws(HTTPFailure) {
        let head = bytes.extracting(first: ContentCoding.magicLength)
        if let coding = layers[index].coding {
            if let decoder = coding.makeDecoder(beginning: head) {
                layers[index].state = .decoding(decoder)
            } else {
                layers[index].state = .passing
                remarks.append("the server says \(coding.name), but the body is not; it is taken as it is")
            }
        } else if ContentCoding.isGzip(head) {
            layers[index].state = .decoding(InflateDecoder(.gzip))
            remarks.append("the body is gzip, though the server does not say so")
        } else {
            layers[index].state = .passing
        }
        try pass(bytes, to: index)
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}

/// A number of bytes as people write it, without loss: in decimal units, as the configuration has them, or binary ones.
struct ByteCount: CustomStringConvertible {
    private let count: Int

    init(_ count: Int) {
        self.count = count
    }

    var description: String {
        let units = [(1_000_000, "MB"), (1 << 20, "MiB"), (1_000, "KB"), (1 << 10, "KiB")]
        guard let (size, unit) = units.first(where: { count >= $0.0 && count % $0.0 == 0 }) else {
            return "\(count) bytes"
        }
        return "\(count / size) \(unit)"
    }
}
