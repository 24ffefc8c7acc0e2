import FeedText

/// Reads sanitised HTML, in which every element is closed and in its place, into blocks.
struct HTMLBlockReader {
    /// More elements that hold blocks are never open at once; those within are read as if they stood outside.
    static let mostOpen = 64

    private enum Kind {
        case root
        case quote
        case indented
        case list(start: Int?)
        case item
        case table
        case row
        case cell
    }

    /// An element that holds blocks, and what has been read of it.
    private struct Open {
        var name: HTMLName
        var kind: Kind
        var blocks: [HTMLBlock] = []
        /// The items of a list or the cells of a row, each with its blocks.
        var parts: [[HTMLBlock]] = []
        /// The rows of a table.
        var rows: [[[HTMLBlock]]] = []
    }

    private var scanner = HTMLScanner()
    private var open = [Open(name: HTMLName(""), kind: .root)]
    /// Elements that were not opened for the sake of the limit, by their end tags that are still to come.
    private var unopened: [HTMLName: Int] = [:]
    private var inline = InlineCollector()
    private var heading: Int?
    private var code: (depth: Int, text: [UInt8])?
    /// The element whose content readers don't see, and how many of its name are open.
    private var hidden: (name: HTMLName, depth: Int)?

    mutating func blocks(of html: String) -> [HTMLBlock] {
        let bytes = html.utf8.span
        while let token = scanner.next(in: bytes) {
            switch token {
            case .text(let range):
                guard hidden == nil else { continue }
                var decoded: [UInt8] = []
                HTMLEntities.append(bytes.extracting(range), to: &decoded, in: .text)
                append(decoded)
            case .literalText(let range):
                guard hidden == nil else { continue }
                append(Array(bytes.text(in: range).utf8))
            case .startTag: begin(in: bytes)
            case .endTag: end()
            }
        }
        while open.count > 1 { close() }
        endBlock()
        return open[0].blocks
    }
}

// MARK: - Tags

extension HTMLBlockReader {
    private mutating func append(_ text: [UInt8]) {
        if code != nil {
            code?.text.append(contentsOf: text)
        } else {
            inline.append(String(decoding: text, as: UTF8.self))
        }
    }

    private mutating func begin(in bytes: Span<UInt8>) {
        let name = scanner.tag.name
        if let element = hidden {
            if name == element.name { hidden?.depth += 1 }
            return
        }
        if code != nil {
            if name == Name.pre { code?.depth += 1 }
            if name == Name.br { code?.text.append(UInt8(ascii: "\n")) }
            return
        }
        switch name {
        case Name.strong, Name.b: inline.strong += 1
        case Name.em, Name.i, Name.cite, Name.dfn: inline.stressed += 1
        case Name.code, Name.kbd, Name.samp, Name.tt: inline.code += 1
        case Name.a: inline.links.append(scanner.decodedValue(of: "href", in: bytes))
        case Name.br: inline.endLine()
        case Name.img: appendImage(in: bytes)
        case Name.rp: hidden = (name, 1)
        case Name.rt: inline.append("(")
        case Name.video, Name.audio:
            appendMedia(in: bytes)
            hidden = (name, 1)
        case Name.pre:
            endBlock()
            code = (1, [])
        case Name.hr:
            endBlock()
            open[open.count - 1].blocks.append(.rule)
        default:
            beginBlock(name, in: bytes)
            if name == Name.th { inline.strong += 1 }
        }
    }

    private mutating func beginBlock(_ name: HTMLName, in bytes: Span<UInt8>) {
        if let level = Name.headings.firstIndex(of: name) {
            endBlock()
            heading = level + 1
            return
        }
        guard let kind = kind(of: name, in: bytes) else {
            if scanner.tag.element.flow != .inline { endBlock() }
            return
        }
        endBlock()
        guard open.count < Self.mostOpen else {
            unopened[name, default: 0] += 1
            return
        }
        open.append(Open(name: name, kind: kind))
    }

    private mutating func end() {
        let name = scanner.tag.name
        if let element = hidden {
            guard name == element.name else { return }
            hidden?.depth -= 1
            if element.depth == 1 { hidden = nil }
            return
        }
        if let element = code {
            guard name == Name.pre else { return }
            code?.depth -= 1
            if element.depth == 1 { endCode() }
            return
        }
        switch name {
        case Name.strong, Name.b: inline.strong -= 1
        case Name.em, Name.i, Name.cite, Name.dfn: inline.stressed -= 1
        case Name.code, Name.kbd, Name.samp, Name.tt: inline.code -= 1
        case Name.a: _ = inline.links.popLast()
        case Name.rt: inline.append(")")
        default:
            endBlock(name)
            if name == Name.th { inline.strong -= 1 }
        }
    }

    private mutating func endBlock(_ name: HTMLName) {
        guard scanner.tag.element.flow != .inline else { return }
        endBlock()
        if let count = unopened[name], count > 0 {
            unopened[name] = count - 1
            return
        }
        guard open.count > 1, open[open.count - 1].name == name else { return }
        close()
    }

    private func kind(of name: HTMLName, in bytes: Span<UInt8>) -> Kind? {
        switch name {
        case Name.blockquote: .quote
        case Name.dd: .indented
        case Name.ul: .list(start: nil)
        case Name.ol: .list(start: scanner.decodedValue(of: "start", in: bytes).flatMap { Int($0) } ?? 1)
        case Name.li: .item
        case Name.table: .table
        case Name.tr: .row
        case Name.td, Name.th: .cell
        default: nil
        }
    }
}

// MARK: - Blocks

extension HTMLBlockReader {
    /// Makes a block of the runs that have been collected.
    private mutating func endBlock() {
        let runs = inline.take()
        defer { heading = nil }
        guard !runs.isEmpty else { return }
        open[open.count - 1].blocks.append(heading.map { .heading(level: $0, runs) } ?? .paragraph(runs))
    }

    private mutating func endCode() {
        guard var text = code?.text else { return }
        code = nil
        while text.last?.isASCIIWhitespace == true { text.removeLast() }
        if text.first == UInt8(ascii: "\n") { text.removeFirst() }
        guard !text.isEmpty else { return }
        open[open.count - 1].blocks.append(.code(String(decoding: text, as: UTF8.self)))
    }

    /// Takes the innermost element into the one around it.
    private mutating func close() {
        endBlock()
        let inner = open.removeLast()
        let outer = open.count - 1
        switch inner.kind {
        case .root: return
        case .quote: if !inner.blocks.isEmpty { open[outer].blocks.append(.quote(inner.blocks)) }
        case .indented: if !inner.blocks.isEmpty { open[outer].blocks.append(.indented(inner.blocks)) }
        case .list(let start):
            // What stands in a list outside its items is an item too.
            let items = inner.parts + inner.blocks.map { [$0] }
            if !items.isEmpty { open[outer].blocks.append(.list(start: start, items: items)) }
        case .item, .cell:
            if case .list = open[outer].kind, case .item = inner.kind {
                if !inner.blocks.isEmpty { open[outer].parts.append(inner.blocks) }
            } else if case .row = open[outer].kind {
                open[outer].parts.append(inner.blocks)
            } else {
                open[outer].blocks += inner.blocks
            }
        case .row:
            if case .table = open[outer].kind {
                open[outer].rows.append(inner.parts)
            } else {
                open[outer].blocks += inner.parts.joined()
            }
        case .table:
            open[outer].blocks += inner.blocks
            guard inner.rows.contains(where: { $0.count > 1 }) else {
                open[outer].blocks += inner.rows.joined().joined()
                return
            }
            open[outer].blocks.append(.table(inner.rows.map { $0.map(HTMLBlock.inlines) }))
        }
    }

    private mutating func appendImage(in bytes: Span<UInt8>) {
        let description = scanner.decodedValue(of: "alt", in: bytes)?.trimmingASCIIWhitespace ?? ""
        if scanner.isEmoji(in: bytes) { return inline.append(description) }
        let url = scanner.decodedValue(of: "src", in: bytes)?.trimmingASCIIWhitespace
        guard !scanner.isTrackingPixel(in: bytes), url != nil || !description.isEmpty else { return }
        inline.appendImage(url: url, description: description.isEmpty ? nil : description)
    }

    /// Stands in for sound and video, which nobody can see or hear in text.
    private mutating func appendMedia(in bytes: Span<UInt8>) {
        let label = scanner.tag.name == Name.video ? "[video]" : "[audio]"
        inline.links.append(scanner.decodedValue(of: "src", in: bytes))
        inline.append(label)
        inline.links.removeLast()
    }
}

extension HTMLBlock {
    /// The runs of blocks one after the other, a space between two.
    fileprivate static func inlines(of blocks: [HTMLBlock]) -> [HTMLInline] {
        var runs: [HTMLInline] = []
        func add(_ more: [HTMLInline]) {
            if !runs.isEmpty, !more.isEmpty { runs.append(HTMLInline(.text(" "))) }
            runs += more
        }
        for block in blocks {
            switch block {
            case .paragraph(let inlines), .heading(_, let inlines): add(inlines)
            case .list(_, let items): for item in items { add(inlines(of: item)) }
            case .quote(let blocks), .indented(let blocks): add(inlines(of: blocks))
            case .code(let text): add([HTMLInline(.text(text), emphasis: .code)])
            case .table(let rows): for cell in rows.joined() { add(cell) }
            case .rule: break
            }
        }
        return runs
    }
}

/// The names of elements that are told apart here.
private enum Name {
    static let strong = HTMLName("strong")
    static let b = HTMLName("b")
    static let em = HTMLName("em")
    static let i = HTMLName("i")
    static let cite = HTMLName("cite")
    static let dfn = HTMLName("dfn")
    static let code = HTMLName("code")
    static let kbd = HTMLName("kbd")
    static let samp = HTMLName("samp")
    static let tt = HTMLName("tt")
    static let a = HTMLName("a")
    static let br = HTMLName("br")
    static let img = HTMLName("img")
    static let rp = HTMLName("rp")
    static let rt = HTMLName("rt")
    static let video = HTMLName("video")
    static let audio = HTMLName("audio")
    static let pre = HTMLName("pre")
    static let hr = HTMLName("hr")
    static let blockquote = HTMLName("blockquote")
    static let dd = HTMLName("dd")
    static let ul = HTMLName("ul")
    static let ol = HTMLName("ol")
    static let li = HTMLName("li")
    static let table = HTMLName("table")
    static let tr = HTMLName("tr")
    static let td = HTMLName("td")
    static let th = HTMLName("th")
    static let headings = ["h1", "h2", "h3", "h4", "h5", "h6"].map { HTMLName($0) }
}
