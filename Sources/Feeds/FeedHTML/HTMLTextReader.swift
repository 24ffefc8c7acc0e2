import FeedText

/// Walks over the tags of a document and hands the text between them to a flow.
struct HTMLTextReader {
    /// An element whose content is being left out.
    private struct Hidden {
        var name: HTMLName
        /// Elements of the same name that have begun inside.
        var sameName = 0
        /// Other elements that have begun inside.
        var others = 0
        /// Where to go on if the element never ends.
        var inside: HTMLScanner
    }

    private var scanner = HTMLScanner()
    private var flow: TextFlow
    private let images: HTMLText.Images
    private let unknownTags: HTMLText.UnknownTags
    private var hidden: Hidden?
    /// False once a hidden element has turned out never to end: better to show too much than to lose the rest.
    private var hides = true
    private var preformatted = 0
    private var decoded: [UInt8] = []
    /// Where the next end tag of a paired element stands, `max` for nowhere, and how many of it are open.
    private var pairs: [HTMLName: (nextEnd: Int, open: Int)] = [:]

    init(layout: HTMLText.Layout, images: HTMLText.Images, unknownTags: HTMLText.UnknownTags, capacity: Int) {
        flow = TextFlow(layout: layout, capacity: capacity)
        self.images = images
        self.unknownTags = unknownTags
        scanner.keepsStray = unknownTags == .text
    }

    mutating func text(of html: Span<UInt8>) -> String {
        while true {
            while let token = scanner.next(in: html) {
                guard hidden == nil || reappears(at: token) else { continue }
                read(token, in: html)
            }
            guard let unended = hidden else { return flow.text }
            scanner = unended.inside
            hidden = nil
            hides = false
        }
    }

    private mutating func read(_ token: HTMLScanner.Token, in html: Span<UInt8>) {
        if unknownTags == .text, isTagText(token, in: html) {
            append(html.extracting(scanner.tag.start..<scanner.position), place: .text)
            return
        }
        switch token {
        case .text(let range):
            append(html.extracting(range), place: .text)
        case .literalText(let range):
            flow.append(html.extracting(range))
        case .startTag:
            let tag = scanner.tag
            if tag.element.isPreformatted { preformatted += 1 }
            if tag.name == HTMLName("img") {
                readImage(in: html)
            } else if tag.element.isHidden, hides, !tag.isSelfClosing {
                hidden = Hidden(name: tag.name, inside: scanner)
            }
            flow.interrupt(tag.element.flow)
        case .endTag:
            let element = scanner.tag.element
            if element.isPreformatted, preformatted > 0 { preformatted -= 1 }
            flow.interrupt(element.flow)
        }
        flow.keepsSpace = preformatted > 0
    }

    /// Whether a token is a tag that is to be read as text; within SVG and MathML there are elements of all names.
    private mutating func isTagText(_ token: HTMLScanner.Token, in html: Span<UInt8>) -> Bool {
        let tag = scanner.tag
        switch token {
        case .text, .literalText: return false
        case .startTag:
            guard tag.element.isKnown else { return scanner.foreignDepth == 0 }
            guard tag.element.isPaired, !tag.isSelfClosing else { return false }
            // With attributes it is meant as a tag, and takes nothing but itself away.
            guard scanner.attributes.isEmpty || tag.element.takesContentAway else { return false }
            var pair = pairs[tag.name] ?? (nextEnd: -1, open: 0)
            if pair.nextEnd < scanner.position {
                let end = scanner.endOfRawText(in: html)
                pair.nextEnd = end < html.count ? end : .max
            }
            let isClosed = pair.nextEnd < .max
            if isClosed { pair.open += 1 } else { scanner.disregardStartTag() }
            pairs[tag.name] = pair
            return !isClosed
        case .endTag:
            guard tag.element.isKnown else { return scanner.foreignDepth == 0 }
            guard tag.element.isPaired else { return false }
            guard let pair = pairs[tag.name], pair.open > 0 else { return true }
            pairs[tag.name]?.open -= 1
            return false
        }
    }

    private mutating func append(_ bytes: Span<UInt8>, place: HTMLEntities.Place) {
        guard bytes.firstIndex(of: UInt8(ascii: "&")) != nil else { return flow.append(bytes) }
        decoded.removeAll(keepingCapacity: true)
        HTMLEntities.append(bytes, to: &decoded, in: place)
        let text = decoded
        flow.append(text.span)
    }

    private mutating func readImage(in html: Span<UInt8>) {
        guard let alternative = scanner.value(of: "alt", in: html) else { return }
        guard images == .alternativeText || scanner.isEmoji(in: html) else { return }
        append(html.extracting(alternative), place: .attribute)
    }

    /// Whether the hidden element ends at a token, which then counts again.
    ///
    /// It ends with its end tag, or with the end tag of an element around it.
    private mutating func reappears(at token: HTMLScanner.Token) -> Bool {
        guard var element = hidden else { return true }
        let tag = scanner.tag
        switch token {
        case .text, .literalText:
            return false
        case .startTag:
            guard !tag.isSelfClosing, tag.element.content != .void else { return false }
            if tag.name == element.name { element.sameName += 1 } else { element.others += 1 }
        case .endTag:
            let isOwn = tag.name == element.name
            guard (isOwn ? element.sameName : element.others) > 0 else {
                hidden = nil
                return true
            }
            if isOwn { element.sameName -= 1 } else { element.others -= 1 }
        }
        hidden = element
        return false
    }
}
