public import FeedText

/// A document too large to be held, with its URL and type: its bytes are read where they lie.
public struct LargeDocument: Sendable {
    /// Where the document was read: the base of its relative URLs.
    public let url: String?
    /// The declared media type with its charset; nil for a file.
    public let mediaType: MediaType?
    /// The bytes, in the charset that they came in.
    public let bytes: ByteSource

    /// A document from its bytes.
    public init(url: String?, mediaType: MediaType?, bytes: ByteSource) {
        self.url = url
        self.mediaType = mediaType
        self.bytes = bytes
    }

    /// The document with all of its bytes at hand.
    public func whole() throws(ByteSource.Failure) -> Document {
        Document(url: url, mediaType: mediaType, bytes: try bytes.all())
    }
}
