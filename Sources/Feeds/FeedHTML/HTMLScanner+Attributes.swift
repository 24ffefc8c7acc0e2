import FeedText

extension HTMLScanner {
    /// The value, as written, of the first attribute with a name; nil if the tag that was found last has none.
    func value(of name: StaticString, in bytes: Span<UInt8>) -> Range<Int>? {
        attributes.first { bytes.equals(lowercase: name, in: $0.name) }?.value
    }

    /// The value of the first attribute with a name, decoded.
    func decodedValue(of name: StaticString, in bytes: Span<UInt8>) -> String? {
        guard let range = value(of: name, in: bytes) else { return nil }
        var decoded: [UInt8] = []
        HTMLEntities.append(bytes.extracting(range), to: &decoded, in: .attribute)
        return String(decoding: decoded, as: UTF8.self)
    }

    /// Whether the image that was found last stands for an emoji, as WordPress and forums write them.
    func isEmoji(in bytes: Span<UInt8>) -> Bool {
        guard let classes = decodedValue(of: "class", in: bytes) else { return false }
        return classes.split(separator: " ").contains { $0 == "emoji" || $0 == "wp-smiley" || $0 == "smiley" }
    }
}
