public import FeedModel
public import FeedText

/// Reads a format: bytes in, feed out.
///
/// Pure and synchronous, so that it can be run in parallel, fuzzed and tested from a file; the engine does the rest.
public protocol DocumentAdapter: FeedAdapter {
    /// The media types that the format is served with; requests say `Accept` by them.
    static var accepts: [AcceptedType] { get }

    /// Says by the head of a document whether it is of this format.
    ///
    /// - Parameters:
    /// - head: the first 4 KB at most, in the charset that they came in; more if no format knows the document by them.
    /// - type: the declared media type, which is often wrong.
    static func recognise(_ head: Span<UInt8>, type: MediaType?) -> Recognition

    /// Decodes a document.
    ///
    /// - Parameters:
    /// - document: the bytes, with their URL and type.
    /// - output: takes each entry as soon as it stands, and what was odd or repaired.
    /// - Returns: the feed without its entries.
    /// - Throws: ``DecodingFailure`` where nothing that the document says could be used.
    func decode(_ document: Document, into output: inout DecodingOutput) throws(DecodingFailure) -> Feed

    /// Holds a document that could be decoded against the format's specification, for `tributary lint`.
    ///
    /// Only what decoding says nothing of is reported. By default that is nothing.
    func lint(_ document: Document, into output: inout LintingOutput)
}

extension DocumentAdapter {
    /// Reports nothing.
    public func lint(_ document: Document, into output: inout LintingOutput) {}

    /// Decodes a document into a feed with its entries; the output says what was odd or repaired.
    public func feed(from document: Document) throws(DecodingFailure) -> (feed: Feed, output: DecodingOutput) {
        var output = DecodingOutput()
        var feed = try decode(document, into: &output)
        feed.entries = output.takeEntries()
        return (feed, output)
    }
}

/// A media type that a format is served with.
public struct AcceptedType: Sendable, Hashable {
    /// The type, such as `application/atom+xml`.
    public var essence: String
    /// How welcome it is, 1 to 1000 thousandths (`q` of RFC 9110 §12.4.2).
    public var quality: Int

    /// A type and how welcome it is.
    public init(_ essence: String, quality: Int = 1000) {
        self.essence = essence
        self.quality = quality
    }
}

/// How sure a format is of a document.
public enum Recognition: Int, Sendable, Comparable {
    /// It is not of this format.
    case no
    /// It may be, if no other is certain.
    case possible
    /// It is.
    case certain

    /// Orders by how sure.
    public static func < (left: Recognition, right: Recognition) -> Bool { left.rawValue < right.rawValue }
}

/// Takes what a decoder reads while it reads.
public struct DecodingOutput: Sendable {
    /// The entries, in the order of the document.
    public private(set) var entries: [Entry] = []
    /// What was odd or repaired, in the order in which it was found; as many as the limit, then a last one that says so.
    public private(set) var diagnostics: [Diagnostic] = []
    /// Whether the document broke off: then nothing that it does not list counts as gone.
    public private(set) var isTruncated = false
    /// How many diagnostics are kept.
    public let diagnosticsLimit: Int
    private var madeUpIDs: [String: Int] = [:]
    /// Who takes the entries instead of `entries`.
    private let receiver: (@Sendable (Entry) -> Void)?

    /// An output that has received nothing.
    public init(diagnosticsLimit: Int = 100) {
        self.diagnosticsLimit = diagnosticsLimit
        receiver = nil
    }

    /// An output that hands on each entry as soon as it stands, and keeps none.
    package init(diagnosticsLimit: Int = 100, handingOnTo receiver: @escaping @Sendable (Entry) -> Void) {
        self.diagnosticsLimit = diagnosticsLimit
        self.receiver = receiver
    }

    /// Takes an entry that stands whole; one whose `id` is empty gets one that no such entry before it has got.
    public mutating func append(_ entry: consuming Entry) {
        if entry.id.isEmpty { entry.id = makeUpID(for: entry) }
        guard let receiver else { return entries.append(consume entry) }
        receiver(consume entry)
    }

    /// Makes room for as many entries as a document may hold, going by those that were read of its beginning: a list that
    /// grows by itself is copied again and again, and half of its memory is never used.
    ///
    /// - Parameters:
    ///   - length: of the document, in bytes.
    ///   - offset: how much of it has given the entries so far.
    package mutating func makeRoom(for length: Int, read offset: Int) {
        let count = entries.count
        guard receiver == nil, count == entries.capacity else { return }
        // A tenth more than expected, so that a list that goes on is copied seldom.
        let times = max(1, min(Double(length) / Double(max(offset, 1)), 64)) * 1.1
        entries.reserveCapacity(Int(Double(count) * times) + 8)
    }

    /// Takes a message about the document.
    public mutating func report(_ diagnostic: Diagnostic) {
        switch diagnostics.count {
        case ..<diagnosticsLimit: diagnostics.append(diagnostic)
        case diagnosticsLimit: diagnostics.append(Diagnostic(.note, "more of the kind follows, which is not listed"))
        default: break
        }
    }

    /// Takes the message that the document broke off; the entries that stand whole count.
    public mutating func reportTruncation(_ diagnostic: Diagnostic) {
        isTruncated = true
        report(diagnostic)
    }

    /// The entries, which the output then no longer holds.
    public mutating func takeEntries() -> [Entry] {
        defer { entries = [] }
        return entries
    }

    private mutating func makeUpID(for entry: Entry) -> String {
        if let url = entry.url, madeUpIDs.updateValue(1, forKey: url) == nil { return url }
        let id = entry.hashedID
        let count = madeUpIDs[id, default: 0] + 1
        madeUpIDs[id] = count
        return count == 1 ? id : "\(id)-\(count)"
    }
}

/// Why a document could not be decoded at all.
public struct DecodingFailure: Error, Sendable, Hashable {
    /// What is wrong, in which construct: lower case, no full stop.
    public var message: String
    /// Where in the document; nil where it concerns all of it.
    public var place: Diagnostic.Place?
    /// Whether the document could not be read to its end, so that nobody knows what it is.
    package var isUnreadable = false

    /// A failure at a place.
    public init(_ message: String, at place: Diagnostic.Place? = nil) {
        self.message = message
        self.place = place
    }
}
