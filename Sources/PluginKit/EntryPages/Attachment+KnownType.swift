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

    /// A media type where a format demands one: the known one, else what the URL's ending means, else any bytes.
    package var demandedType: String {
        if let knownType { return knownType }
        let name = URLParts(url)?.path.split(separator: "/").last ?? ""
        let ending = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
        return ending.flatMap { Self.types[String($0).asciiLowercased] } ?? "application/octet-stream"
    }

    private static let types = [
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "aac": "audio/aac", "ogg": "audio/ogg", "oga": "audio/ogg",
        "opus": "audio/ogg", "flac": "audio/flac", "wav": "audio/wav", "mp4": "video/mp4", "m4v": "video/mp4",
        "mov": "video/quicktime", "webm": "video/webm", "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png",
        "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "svg": "image/svg+xml",
        "pdf": "application/pdf", "epub": "application/epub+zip", "zip": "application/zip", "txt": "text/plain",
        "torrent": "application/x-bittorrent",
    ]
}

extension String {
    /// Whether there is more in the text than spaces and controls.
    package var isVisible: Bool { utf8.contains { $0 > 0x20 && $0 != 0x7F } }
}
