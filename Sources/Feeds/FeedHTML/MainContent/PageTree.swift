import FeedText

/// The elements of a page in the order of their start tags, and how much text is in each.
///
/// Made from tokens alone, so that its time is bounded on any page: elements nested deeper than 256 others, or behind 100,000
/// others, count as what they are in, and an end tag ends the nearest element of its name.
struct PageTree {
    private(set) var nodes: [PageNode] = []
    /// The address that relative URLs are relative to, where the page names one (`base`).
    private(set) var base: String?

    private var open: [Int] = []
    private var openLinks = 0

    private static let deepest = 256
    private static let most = 100_000

    init(_ page: Span<UInt8>) {
        nodes.append(
            PageNode(
                name: HTMLName("html"), parent: 0, mark: .none, surroundings: .no, range: 0..<page.count, subtreeEnd: 0)
        )
        open.append(0)
        var scanner = HTMLScanner()
        while let token = scanner.next(in: page) {
            switch token {
            case .startTag: begin(scanner, page)
            case .endTag: end(scanner.tag.name, from: scanner.tag.start, to: scanner.position)
            case .text(let range), .literalText(let range): take(Self.weight(of: page, in: range))
            }
        }
        closeAll(from: 0, at: page.count)
        sumUp()
    }

    /// The elements directly in another one.
    func children(of node: Int) -> [Int] {
        var children: [Int] = []
        var child = node + 1
        while child < nodes[node].subtreeEnd {
            children.append(child)
            child = nodes[child].subtreeEnd
        }
        return children
    }

    /// Marks an element as something else than main content, or takes that back.
    mutating func setSurroundings(_ surroundings: PageNode.Surroundings, of node: Int) {
        nodes[node].surroundings = surroundings
    }

    /// Adds up the text of all elements, without what surrounds the main content.
    mutating func sumUp(withSurroundings: Bool = true) {
        for index in nodes.indices {
            nodes[index].text = nodes[index].ownText
            nodes[index].linkText = nodes[index].ownLinkText
            nodes[index].prose = nodes[index].ownProse
        }
        for index in nodes.indices.dropFirst().reversed() {
            let node = nodes[index]
            guard withSurroundings || node.surroundings == .no else { continue }
            nodes[node.parent].text += node.text
            nodes[node.parent].linkText += node.linkText
            nodes[node.parent].prose += node.prose
            nodes[node.parent].links += withSurroundings ? node.links : 0
        }
    }
}

// MARK: - Private

extension PageTree {
    private static let link = HTMLName("a")
    private static let paragraph = HTMLName("p")
    private static let baseName = HTMLName("base")

    private mutating func begin(_ scanner: HTMLScanner, _ page: Span<UInt8>) {
        let tag = scanner.tag
        if tag.name == Self.baseName, base == nil { base = scanner.decodedValue(of: "href", in: page) }
        closeImplied(before: tag.name, at: tag.start)
        guard let parent = open.last, open.count < Self.deepest, nodes.count < Self.most else { return }
        let isVoid = tag.element.content == .void || (tag.isSelfClosing && scanner.foreignDepth > 0)
        let hints = PageHints(scanner, page)
        nodes.append(
            PageNode(
                name: tag.name, parent: parent, mark: hints.mark, surroundings: hints.surroundings,
                range: tag.start..<scanner.position, subtreeEnd: nodes.count + 1))
        if tag.name == Self.link { nodes[nodes.count - 1].links = 1 }
        guard !isVoid else { return }
        open.append(nodes.count - 1)
        if tag.name == Self.link { openLinks += 1 }
    }

    private mutating func end(_ name: HTMLName, from start: Int, to end: Int) {
        guard let place = open.lastIndex(where: { nodes[$0].name == name }), place > 0 else { return }
        closeAll(from: place + 1, at: start)
        closeAll(from: place, at: end)
    }

    /// Closes the elements from a place in the list of open ones on.
    private mutating func closeAll(from place: Int, at end: Int) {
        while open.count > place, let node = open.popLast() {
            nodes[node].range = nodes[node].range.lowerBound..<max(end, nodes[node].range.upperBound)
            nodes[node].subtreeEnd = nodes.count
            if nodes[node].name == Self.link { openLinks -= 1 }
        }
    }

    /// Closes what a start tag ends: a paragraph before a block, an item before the next one.
    private mutating func closeImplied(before name: HTMLName, at start: Int) {
        guard let ended = Self.implied[name] else { return }
        var outermost: Int?
        var place = open.count - 1
        while place > 0 {
            let openName = nodes[open[place]].name
            if ended.ends.contains(openName) {
                outermost = place
                if openName != Self.paragraph { break }
            } else if ended.boundaries.contains(openName) || Self.blocks.contains(openName) {
                break
            }
            place -= 1
        }
        if let outermost { closeAll(from: outermost, at: start) }
    }

    private mutating func take(_ weight: Int) {
        guard weight > 0 else { return }
        var place = open.count - 1
        while place > 0, !Self.blocks.contains(nodes[open[place]].name) { place -= 1 }
        nodes[open[place]].ownText += weight
        if openLinks > 0 { nodes[open[place]].ownLinkText += weight }
    }

    /// How much a run of text says: a letter counts one, one of Japanese, Chinese or Korean two, white space nothing.
    private static func weight(of page: Span<UInt8>, in range: Range<Int>) -> Int {
        var weight = 0
        for index in range {
            switch page[index] {
            case 0x21..<0x80, 0xC0..<0xE0: weight += 1
            case 0xE0...: weight += 2
            default: break
            }
        }
        return weight
    }

    private static func names(_ names: String) -> Set<HTMLName> {
        Set(names.split(separator: " ").map { HTMLName(String($0)) })
    }

    /// The elements that begin on a line of their own.
    private static let blocks = names(
        """
        html body main article section div p pre blockquote ul ol li dl dt dd table tbody thead tfoot tr td th caption h1 \
        h2 h3 h4 h5 h6 figure figcaption header footer nav aside form fieldset address details summary center
        """)

    /// What a start tag ends, unless one of the boundaries is in between.
    private static let implied: [HTMLName: (ends: Set<HTMLName>, boundaries: Set<HTMLName>)] = {
        var implied: [HTMLName: (ends: Set<HTMLName>, boundaries: Set<HTMLName>)] = [:]
        let inline = names("td th tr tbody thead tfoot li dt dd html body")
        for name in blocks.subtracting(inline) { implied[name] = (names("p"), []) }
        implied[HTMLName("li")] = (names("li p"), names("ul ol"))
        for name in names("dt dd") { implied[name] = (names("dt dd p"), names("dl")) }
        for name in names("td th") { implied[name] = (names("td th"), names("tr table")) }
        implied[HTMLName("tr")] = (names("tr"), names("tbody thead tfoot table"))
        return implied
    }()
}
