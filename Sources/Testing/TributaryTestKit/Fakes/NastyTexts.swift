public import FeedModel

/// Texts as a hostile feed has them, which must not become a path, a header, an argument or a shell word as they are.
public enum NastyTexts {
    /// The texts, each nasty in another way.
    public static let all: [String] = [
        "", " ", "line\nbreak", "carriage\r\nBcc: everyone@example.org\r\n\r\nbody", "lone\rreturn", "tab\there",
        "nul\u{0}byte", "escape \u{1B}[31m \u{1B}]0;title\u{7}", "next\u{85}line \u{2028} \u{2029}",
        "../../etc/passwd", "..", ".", "/etc/passwd", "a/../../b", "C:\\con", ".hidden", "trailing. ",
        "-o", "--output=/etc/passwd", "-", "$(touch pwned)", "`id`", "; rm -rf ~ #", "a|b>c<d&e", "${env:HOME}",
        "%2e%2e%2f",
        "\"double\" 'single' `back` \\slash\\", "<script>alert(1)</script>", "</title><img src=x onerror=alert(1)>",
        "]]>&lt;&amp;&#0;", "{{title}} {% raw %} ${title}",
        "*bold* _it_ [x](javascript:alert(1)) ~~s~~ @everyone <!channel>",
        "=?utf-8?q?encoded_word?=", "From here", ">From there", ".", "a@example.org, <b@example.org>; (c)", "a+b/#/c",
        "\u{202E}gnp.exe\u{202C} \u{2066}x\u{2069} \u{200F}\u{200B}\u{FEFF}",
        "e" + String(repeating: "\u{301}", count: 300),
        "長い題名。" + String(repeating: "果樹園", count: 3333), String(repeating: "a", count: 10_000),
        String(repeating: "👩‍👩‍👧‍👦", count: 400), "\u{FFFF}\u{10FFFF}\u{E000}", "=,\t@SUM(A1)", "%s%n%d",
    ]

    /// Entries each of which has one of the texts wherever a feed can put one; their ids are `nasty 0`, `nasty 1` and so on.
    public static var entries: [Entry] {
        all.enumerated().map { place, text in
            var entry = Entry(id: "nasty \(place)", url: text, title: text)
            entry.contentHTML = text
            entry.summary = text
            entry.authors = [Author(name: text, url: text)]
            entry.tags = [text]
            entry.language = text
            entry.image = text
            entry.attachments = [Attachment(url: text, mimeType: text, title: text)]
            entry.datePublished = Timestamp(seconds: 1_777_500_000 + Int64(place))
            entry.tributary = TributaryExtension(
                feed: FeedReference(id: "https://example.org/\(text)", title: text, homePageURL: text),
                firstSeen: Timestamp(seconds: 1_777_700_000), number: Int64(place + 1))
            return entry
        }
    }
}
