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
    /// - Parameter name: the format's name; nil lets the document be recognised.
    package func decode(
        _ document: Document, as name: String?
    ) throws(ReadFailure) -> (feed: Feed, output: DecodingOutput) {
        let format: any DocumentAdapter
        if let name {
            guard let named = formats.first(where: { type(of: $0).descriptor.name == name }) else {
                throw ReadFailure(.notAFeed, "there is no format \"\(name)\" to read the document with")
            }
            format = named
        } else if let recognised = recognise(document) {
            format = recognised
        } else {
            throw Self.failure(for: document)
        }
        do throws(DecodingFailure) {
            return try format.feed(from: document)
        } catch {
            let head = document.bytes.span.extracting(first: Self.headLength)
            guard type(of: format).recognise(head, type: document.mediaType) > .no else {
                throw Self.failure(for: document)
            }
            throw ReadFailure(.notAFeed, error.message, place: error.place)
        }
    }

    /// The name of the format that a document seems to be of; nil if of none.
    package func formatName(of document: Document) -> String? {
        recognise(document).map { type(of: $0).descriptor.name }
    }

    /// How much of a document its format is recognised by, in bytes.
    private static let headLength = 4096

    private static func failure(for document: Document) -> ReadFailure {
        ReadFailure(.notAFeed, "not a feed: \(DocumentKind(of: document))")
    }

    private func recognise(_ document: Document) -> (any DocumentAdapter)? {
        let head = document.bytes.span.extracting(first: Self.headLength)
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
