public import FeedText

/// The bytes of one response or file, with its URL and type.
public struct Document: Sendable {
    /// Where the document was read: the base of its relative URLs.
    public let url: String?
    /// The declared media type with its charset; nil for a file.
    public let mediaType: MediaType?
    /// The bytes after content decoding, in the charset that they came in.
    public let bytes: [UInt8]
    /// How it came over HTTP; nil for a file, and for what an adapter has made by itself.
    public let transfer: DocumentTransfer?
    /// What its bytes take of the memory for bodies; nil where nobody counts.
    package let memory: MemoryShare?

    /// A document from its bytes.
    public init(url: String?, mediaType: MediaType?, bytes: [UInt8], transfer: DocumentTransfer? = nil) {
        self.init(url: url, mediaType: mediaType, bytes: bytes, transfer: transfer, memory: nil)
    }

    /// A document whose bytes are counted.
    package init(
        url: String?, mediaType: MediaType?, bytes: [UInt8], transfer: DocumentTransfer?, memory: MemoryShare?
    ) {
        self.url = url
        self.mediaType = mediaType
        self.bytes = bytes
        self.transfer = transfer
        self.memory = memory
    }
}
