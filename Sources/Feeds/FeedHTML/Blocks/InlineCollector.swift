import FeedText

/// Collects the runs of one block, collapsing white space across them.
struct InlineCollector {
    /// How text is set off from here on, counting the elements that are open.
    var strong = 0
    /// The same for stress.
    var stressed = 0
    /// The same for code.
    var code = 0
    /// The links that are open.
    var links: [String?] = []

    private var runs: [HTMLInline] = []
    private var needsSpace = false

    /// Appends text; its white space becomes single spaces, and none at the ends of the block or of a line.
    mutating func append(_ text: String) {
        var words: [UInt8] = []
        for byte in text.utf8 {
            if byte.isASCIIWhitespace {
                needsSpace = true
                continue
            }
            if needsSpace {
                if words.isEmpty { pushSpace() } else { words.append(UInt8(ascii: " ")) }
                needsSpace = false
            }
            words.append(byte)
        }
        guard !words.isEmpty else { return }
        push(HTMLInline(.text(String(decoding: words, as: UTF8.self)), emphasis: emphasis, link: links.last ?? nil))
    }

    /// Appends an image.
    mutating func appendImage(url: String?, description: String?) {
        if needsSpace { pushSpace() }
        needsSpace = false
        push(HTMLInline(.image(url: url, description: description), link: links.last ?? nil))
    }

    /// Ends the line.
    mutating func endLine() {
        needsSpace = false
        runs.append(HTMLInline(.lineBreak))
    }

    /// The runs since the last call, without line breaks at the ends.
    mutating func take() -> [HTMLInline] {
        defer {
            runs = []
            needsSpace = false
        }
        while runs.last?.content == .lineBreak { runs.removeLast() }
        return Array(runs.drop { $0.content == .lineBreak })
    }

    private var emphasis: HTMLInline.Emphasis {
        var emphasis: HTMLInline.Emphasis = []
        if strong > 0 { emphasis.insert(.strong) }
        if stressed > 0 { emphasis.insert(.stressed) }
        if code > 0 { emphasis.insert(.code) }
        return emphasis
    }

    private var isAtLineStart: Bool { runs.isEmpty || runs.last?.content == .lineBreak }

    /// Parts what comes from what stands there by a space, which is part of a link only if both are.
    private mutating func pushSpace() {
        guard !isAtLineStart else { return }
        let link = links.last ?? nil
        push(HTMLInline(.text(" "), link: runs.last?.link == link ? link : nil))
    }

    private mutating func push(_ run: HTMLInline) {
        // Neighbours that look alike are one run.
        if let last = runs.last, last.emphasis == run.emphasis, last.link == run.link,
            case .text(let before) = last.content, case .text(let text) = run.content
        {
            runs[runs.count - 1].content = .text(before + text)
        } else {
            runs.append(run)
        }
    }
}
