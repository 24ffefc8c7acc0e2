internal import CZlib
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

    /// A plain body, compressed quickly rather than small (zlib's level 1).
    package init(compressing content: [UInt8]) {
        var count = compressBound(uLong(content.count))
        bytes = [UInt8](repeating: 0, count: Int(count))
        let status = unsafe compress2(&bytes, &count, content, uLong(content.count), 1)
        // The room is what zlib asks for, so only memory can be lacking.
        precondition(status == Z_OK, "zlib cannot compress: \(status)")
        bytes.removeLast(bytes.count - Int(count))
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
