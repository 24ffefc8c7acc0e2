import FeedText

/// HTML from strangers, made safe to show.
public enum HTMLSanitizer {
    /// The HTML without anything that a browser would run, load as a document, or let change the page around it.
    ///
    /// What the policy doesn't allow is taken out; the text in it stays, but for scripts, styles and what else readers
    /// don't see. Frames leave a link to what they showed, sound and video get controls, and a block that goes leaves a
    /// space. What is left is written anew: every element closed, every value quoted, by the rules for what stands in a
    /// body (HTML §13.2.6). Sanitising the result changes nothing, whatever the input was: what comes out is parsed and
    /// written once more, until that makes no difference.
    ///
    /// Bounded in time: no element is nested deeper than 256 others; links and emphasis go, if there are so many of them
    /// in each other that they multiply.
    /// - Parameters:
    ///   - base: the absolute URL that relative ones are made absolute with; nil leaves them as they are.
    ///   - policy: what is let through.
    public static func sanitized(_ html: String, base: String? = nil, policy: HTMLPolicy = .standard) -> String {
        guard mayChange(html.utf8.span) else { return html }
        let allowed = policy == .standard ? HTMLAllowList.standard : HTMLAllowList(policy)
        let base = base.flatMap { URLParts($0) }
        for keepsFormatting in [true, false] {
            var current = Array(html.utf8)
            for _ in 0..<mostRounds {
                var filter = HTMLFilter(allowed, base: base, keepsFormatting: keepsFormatting)
                guard let filtered = filter.filtered(current.span) else { break }
                let next = GumboTree.balanced(filtered)
                if next == current { return String(decoding: next, as: UTF8.self) }
                current = next
            }
        }
        return textOnly(html)
    }

    /// Whether a URL would run a script or holds a document of its own, as those with `javascript:` and `data:` do.
    public static func isActive(url: String) -> Bool { HTMLURL.isActive(url) }
}

extension HTMLSanitizer {
    /// Markup that has not come to rest after this often never does so by more than its text.
    private static let mostRounds = 8

    /// Whether there is a byte that isn't text in every respect.
    private static func mayChange(_ bytes: Span<UInt8>) -> Bool {
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), 0x7F: return true
            case 0x09, 0x0A: continue
            case 0..<0x20: return true
            default: continue
            }
        }
        return false
    }

    private static func textOnly(_ html: String) -> String {
        HTMLText.escaped(HTMLText.plainText(html, layout: .paragraphs))
    }
}
