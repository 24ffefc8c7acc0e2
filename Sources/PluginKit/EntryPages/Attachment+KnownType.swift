package import FeedModel
import FeedText

extension Attachment {
    /// The media type, if what the feed says is one in form (RFC 6838 §4.2).
    package var knownType: String? {
        guard let mimeType else { return nil }
        let parts = mimeType.utf8.prefix { $0 != UInt8(ascii: ";") }.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isToken = { (byte: UInt8) in
            byte.isASCIILetter || byte.isASCIIDigit || "!#$&-^_.+".utf8.contains(byte)
        }
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isToken) } ? mimeType : nil
    }
}

extension String {
    /// Whether there is more in the text than spaces and controls.
    package var isVisible: Bool { utf8.contains { $0 > 0x20 && $0 != 0x7F } }
}
