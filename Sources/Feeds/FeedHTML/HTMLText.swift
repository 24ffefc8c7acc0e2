import FeedText

/// HTML as the text that a reader sees.
public enum HTMLText {
    /// What becomes of line breaks and paragraphs.
    public enum Layout: Sendable {
        /// One line: everything that parts words is one space.
        case singleLine
        /// Lines end with one newline, paragraphs with two; white space inside `pre` stays.
        case paragraphs
    }

    /// What becomes of images.
    public enum Images: Sendable {
        /// They leave nothing behind, but for the ones that stand for an emoji, which become it.
        case omitted
        /// They leave their alternative text.
        case alternativeText
    }

    /// What becomes of tags of elements that HTML has never had.
    public enum UnknownTags: Sendable {
        /// They leave nothing behind, as in a browser.
        case omitted
        /// They are text that nobody escaped: `Vec<T>` stays, and so does what is no proper tag, and the tag of an
        /// element that holds no text, such as `<script>`, without its counterpart.
        case text
    }

    /// The text without tags, with character references decoded and white space collapsed.
    ///
    /// Styles, scripts, titles, templates, and what stands in for videos, sounds and scripts are left out, as are
    /// comments. Text that holds neither `<` nor `&` is not taken for HTML at all. Linear in the length of the input,
    /// however deep elements are nested.
    public static func plainText(
        _ html: String, layout: Layout = .singleLine, images: Images = .omitted, unknownTags: UnknownTags = .omitted
    ) -> String {
        let bytes = html.utf8.span
        if isPlain(bytes) { return html }
        return plainText(bytes, layout: layout, images: images, unknownTags: unknownTags)
    }

    /// The same of bytes; what isn't UTF-8 becomes U+FFFD.
    public static func plainText(
        _ html: Span<UInt8>, layout: Layout = .singleLine, images: Images = .omitted,
        unknownTags: UnknownTags = .omitted
    ) -> String {
        var reader = HTMLTextReader(layout: layout, images: images, unknownTags: unknownTags, capacity: html.count)
        return reader.text(of: html)
    }

    /// Whether bytes are what a reader sees of them: neither a tag nor a reference, and no white space to collapse.
    package static func isPlain(_ bytes: Span<UInt8>) -> Bool {
        bytes.firstIndex(of: UInt8(ascii: "<")) == nil && bytes.firstIndex(of: UInt8(ascii: "&")) == nil
            && isCollapsed(bytes)
    }

    /// Whether collapsing white space, no-break spaces at the ends among it, would change nothing.
    package static func isCollapsed(_ bytes: Span<UInt8>) -> Bool {
        if bytes.starts(with: "\u{A0}") || bytes.count > 1 && bytes.starts(with: "\u{A0}", at: bytes.count - 2) {
            return false
        }
        return unsafe bytes.withUnsafeBytes { buffer in
            var at = 0
            // The beginning counts as a space.
            var before: UInt64 = 0x80
            while buffer.count - at >= 8 {
                let word = unsafe buffer.word(at: at)
                let spaces = word.exactMarks(of: UInt8(ascii: " "))
                guard word.marksOfControls == 0 else { break }
                if spaces & (spaces << 8 | before) != 0 { return false }
                before = spaces >> 56
                at += 8
            }
            var wasSpace = before != 0
            while at < buffer.count {
                let byte = unsafe buffer[at]
                let isSpace = byte.isASCIIWhitespace
                if isSpace, wasSpace || byte != UInt8(ascii: " ") { return false }
                wasSpace = isSpace
                at += 1
            }
            return bytes.isEmpty || !wasSpace
        }
    }
}
