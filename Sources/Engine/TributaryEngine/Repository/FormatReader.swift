import FeedFormats
package import FeedModel
import FeedText
package import TributaryPluginKit

/// Finds the format of a document and decodes it: named in the configuration, else a certain match on the head of
/// the document, else the media type, else a possible match.
package struct FormatReader: Sendable {
    private let formats: [any DocumentAdapter]

    /// A reader of these formats.
    package init(formats: [any DocumentAdapter]) {
        self.formats = formats
    }

    /// The media types of all formats.
    package var acceptedTypes: [AcceptedType] { formats.flatMap { type(of: $0).accepts } }

    /// Decodes a document.
    ///
    /// - Parameters:
    ///   - name: the format's name; nil lets the document be recognised.
    ///   - adapter: decodes it if it is of that name, since it may have options of its own.
    package func decode(
        _ document: Document, as name: String?, preferring adapter: (any FeedAdapter)? = nil
    ) throws(ReadFailure) -> (feed: Feed, output: DecodingOutput) {
        var output = DecodingOutput()
        var feed = try decode(document, as: name, preferring: adapter, into: &output)
        feed.entries = output.takeEntries()
        return (feed, output)
    }

    /// Decodes a document whose entries the output takes.
    ///
    /// - Returns: the feed without its entries.
    package func decode(
        _ document: Document, as name: String?, preferring adapter: (any FeedAdapter)? = nil,
        into output: inout DecodingOutput
    ) throws(ReadFailure) -> Feed {
        let format = try format(of: document, named: name, preferring: adapter)
        do throws(DecodingFailure) {
            return try format.decode(document, into: &output)
        } catch {
            let head = document.bytes.span.extracting(first: Self.headLengths[0])
            guard type(of: format).recognise(head, type: document.mediaType) > .no else {
                throw Self.failure(for: document)
            }
            throw ReadFailure(.notAFeed, error.message, place: error.place)
        }
    }

    /// Decodes a large document, in pieces if its format can do that; the output takes its entries.
    ///
    /// - Returns: the feed without its entries.
    package func decode(_ document: LargeDocument, into output: inout DecodingOutput) throws(ReadFailure) -> Feed {
        let length = Self.headLengths[0]
        let bytes = try Self.available { () throws(ByteSource.Failure) in try document.bytes.bytes(in: 0..<length) }
        let head = Document(url: document.url, mediaType: document.mediaType, bytes: bytes)
        if let format = recognise(head, byFirst: length) as? any PiecewiseAdapter {
            do throws(DecodingFailure) {
                if let feed = try format.decode(document, into: &output) { return feed }
            } catch {
                throw ReadFailure(error.isUnreadable ? .unavailable : .notAFeed, error.message, place: error.place)
            }
        }
        let whole = try Self.available { () throws(ByteSource.Failure) in try document.whole() }
        return try decode(whole, as: nil, into: &output)
    }

    /// The name of the format that a document seems to be of; nil if of none.
    package func formatName(of document: Document) -> String? {
        recognise(document).map { type(of: $0).descriptor.name }
    }

    /// The format to decode a document with.
    func format(
        of document: Document, named name: String?, preferring adapter: (any FeedAdapter)? = nil
    ) throws(ReadFailure) -> any DocumentAdapter {
        if let name {
            if let adapter = adapter as? any DocumentAdapter, type(of: adapter).descriptor.name == name {
                return adapter
            }
            guard let named = formats.first(where: { type(of: $0).descriptor.name == name }) else {
                throw ReadFailure(.notAFeed, "there is no format \"\(name)\" to read the document with")
            }
            return named
        }
        guard let recognised = recognise(document) else { throw Self.failure(for: document) }
        return recognised
    }

    /// How much of a document its format is recognised by, in bytes; more where that says nothing.
    ///
    /// A long prolog, such as a DOCTYPE with many entities, may hide what the document is.
    private static let headLengths = [4 << 10, 64 << 10, 1 << 20]

    private static func available<Value>(
        _ read: () throws(ByteSource.Failure) -> Value
    ) throws(ReadFailure) -> Value {
        do throws(ByteSource.Failure) { return try read() } catch { throw ReadFailure(.unavailable, "\(error)") }
    }

    private static func failure(for document: Document) -> ReadFailure {
        ReadFailure(.notAFeed, "not a feed: \(DocumentKind(of: document))")
    }

    private func recognise(_ document: Document) -> (any DocumentAdapter)? {
        for length in Self.headLengths {
            if let format = recognise(document, byFirst: length) { return format }
            if document.bytes.count <= length || isPage(document) { return nil }
        }
        return nil
    }

    /// Whether a document is a page: what looks like a feed far within it is an example.
    private func isPage(_ document: Document) -> Bool {
        if case .page = DocumentKind(of: document) { true } else { false }
    }

    private func recognise(_ document: Document, byFirst length: Int) -> (any DocumentAdapter)? {
        let head = document.bytes.span.extracting(first: length)
        var possible: [any DocumentAdapter] = []
        for format in formats {
            switch type(of: format).recognise(head, type: document.mediaType) {
            case .certain: return format
            case .possible: possible.append(format)
            case .no: break
            }
        }
        let declared = document.mediaType?.essence
        return possible.first { type(of: $0).accepts.contains { $0.essence == declared } } ?? possible.first
    }
}
