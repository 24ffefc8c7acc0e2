import FeedText
import TributaryPluginKit

/// Identifiers where a format asks for an IRI (RFC 3987), which the ids of entries and feeds need not be.
package enum IRI {
    /// The text itself if it is an IRI with a scheme, else a UUID that follows from it (RFC 9562 §5.8).
    package static func identifier(of text: String) -> String { isValid(text) ? text : uuid(of: text) }

    /// Whether a text has a scheme and holds no character that an IRI may not hold.
    package static func isValid(_ text: String) -> Bool {
        guard PublishedIDWish.isURI(text), text.unicodeScalars.allSatisfy(isAllowed) else { return false }
        return text.utf8.last != UInt8(ascii: ":") && (text.first?.isLetter ?? false)
    }

    private static func uuid(of text: String) -> String {
        var bytes = Array(SHA256.hash(Array(text.utf8)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        var id = "urn:uuid:"
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { id += "-" }
            id += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return id
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x21, 0x23...0x3B, 0x3D, 0x3F...0x5B, 0x5D, 0x5F, 0x61...0x7A, 0x7E: return true
        case 0..<0xA0, 0xE000...0xF8FF, 0xFFF0...0xFFFF: return false
        default: break
        }
        return switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
        default: true
        }
    }
}
