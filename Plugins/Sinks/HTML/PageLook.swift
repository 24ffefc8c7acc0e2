import EntryPages
import FeedModel
import FeedText
import TributaryPluginKit

/// What all pages have in common: their name, their words, their style and what they may load.
struct PageLook {
    let title: String
    let description: String?
    let words: PageWords
    let images: ImageShowing
    /// What the user's CSS file holds.
    let theme: String?
    let zone: Zone

    /// A page begun: everything up to the beginning of its body.
    ///
    /// The policy lets the page's own style and script through by their hashes, images if they are wanted, and nothing
    /// else, so that whatever slipped in from a feed could neither run nor ask a server for anything.
    func page(title pageTitle: String, style: String, script: String) -> HTMLMarkup {
        var page = HTMLMarkup()
        page.raw("<!DOCTYPE html>\n")
        page.begin("html", ("lang", words.rawValue))
        page.raw("\n<head>\n<meta charset=\"utf-8\">\n")
        page.begin("meta", ("http-equiv", "Content-Security-Policy"), ("content", policy([style] + styles, script)))
        page.raw("\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        page.raw("<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"generator\" content=\"Tributary\">\n")
        page.element("title", text: pageTitle)
        page.raw("\n<link rel=\"icon\" href=\"\(Self.icon)\">\n")
        for style in [style] + styles { page.raw("<style>\(style)</style>\n") }
        page.raw("</head>\n<body>\n")
        return page
    }

    /// A date as a clock of the zone shows it.
    func time(_ date: Timestamp) -> CivilTime {
        CivilTime(secondsSinceEpoch: date.seconds, offset: zone.offset(at: date.seconds))
    }

    /// Hours and minutes: `18:04`.
    static func clock(_ time: CivilTime) -> String {
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(padded(time.hour)):\(padded(time.minute))"
    }
}

// MARK: - Private

extension PageLook {
    private var styles: [String] { theme.map { [$0] } ?? [] }

    /// A drop of water; a page without an icon would have a browser ask the server for one.
    private static let icon = """
        data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath fill='%230a6ea8' \
        d='M8 1c2.5 3.500 5 6 5 9a5 5 0 0 1-10 0c0-3 2.500-5.500 5-9z'/%3E%3C/svg%3E
        """

    private func policy(_ styles: [String], _ script: String) -> String {
        func hashes(_ texts: [String]) -> String {
            texts.map { "'sha256-\(Base64.encode(SHA256.hash(Array($0.utf8))))'" }.joined(separator: " ")
        }
        return [
            "default-src 'none'", "img-src \(images == .proxyFree ? "https: http: data:" : "data:")",
            "style-src \(hashes(styles))", "script-src \(hashes([script]))", "base-uri 'none'", "form-action 'none'",
        ].joined(separator: "; ")
    }
}
