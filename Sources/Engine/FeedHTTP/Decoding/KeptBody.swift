package import TributaryPluginKit

/// A body as it is kept on disk: as it was received where that was content-coded, else compressed.
package struct KeptBody: Sendable, Hashable {
    /// The bytes as they are kept.
    package var bytes: [UInt8]
    /// How they are coded, in the words of `Content-Encoding`; nil where a server did not say so.
    package var coding: String?

    /// A body as it was received.
    package init(received bytes: [UInt8], coding: String?) {
        self.bytes = bytes
        self.coding = coding
    }

    /// A plain body, compressed quickly rather than small.
    package init(compressing content: [UInt8]) {
        // The room is what the library asks for, so only memory can be lacking.
        guard let compressed = WholeBody.deflating(content.span) else {
            preconditionFailure("no memory to compress in")
        }
        bytes = compressed
        coding = ContentCoding.deflate.name
    }

    /// The content, of at most so many bytes.
    ///
    /// - Throws: where the bytes are damaged, as after a power cut, or the content is larger.
    package func content(limit: Int) throws(HTTPFailure) -> [UInt8] {
        var decoder = BodyDecoder(contentEncoding: coding, limit: limit)
        try decoder.append(bytes.span)
        try decoder.finish()
        return decoder.takeContent()
    }
}
