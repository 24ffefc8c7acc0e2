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
            throw ReadFailure(.notAFeed, "not a feed: \(DocumentGuess.description(of: document))")
        }
        do throws(DecodingFailure) {
            return try format.feed(from: document)
        } catch {
            throw ReadFailure(.notAFeed, error.message, place: error.place)
        }
    }

    private func recognise(_ document: Document) -> (any DocumentAdapter)? {
        let head = document.bytes.span.extracting(first: 4096)
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

/// Says what a document is that is no feed.
enum DocumentGuess {
    /// What the document seems to be, and what to do about it.
    static func description(of document: Document) -> String {
        let head = String(decoding: document.bytes.prefix(1024), as: UTF8.self).lowercased()
        let start = head.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if document.bytes.isEmpty { return "the document is empty" }
        if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") || document.mediaType?.isHTML == true {
            return "an HTML page; give the address of its feed"
        }
        if start.hasPrefix("<") { return "an XML document of another kind" }
        if start.hasPrefix("{") || start.hasPrefix("[") { return "a JSON document of another kind" }
        if let type = document.mediaType { return "a document of type \(type.essence)" }
        return "no format that is known here"
    }
}
