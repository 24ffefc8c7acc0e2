import FeedText

/// The main content of a web page: an article without what stands around it.
///
/// Blocks of text are weighed by their length and by how much of them is links. What names and roles show to be
/// navigation, comments, sharing or advertising doesn't count, unless it holds most of the text. From what the page marks
/// as its article, else from its body, the way leads to the innermost element that holds nearly all of the prose.
public enum MainContent {
    /// The content as harmless HTML with absolute URLs; nil where the page has no text that reads like an article.
    ///
    /// Linear in the length of the page.
    /// - Parameters:
    ///   - url: the page's own, to make relative URLs absolute.
    ///   - title: a heading with this text is left out.
    public static func html(of page: String, url: String?, title: String? = nil) -> String? {
        let bytes = page.utf8.span
        var tree = PageTree(bytes)
        clearMostOfText(&tree)
        tree.sumUp(withSurroundings: false)
        guard let root = root(of: tree) else { return nil }
        dropLinkLists(in: root, of: &tree)
        let headings = headings(in: root, of: tree, equalTo: title, bytes)
        let parts = parts(of: root, in: tree, without: headings)
        var html = ""
        for part in parts { html += bytes.text(in: part) }
        let base = tree.base.flatMap { URLText.resolve($0, against: url) } ?? url
        let clean = HTMLSanitizer.sanitized(HTMLImages.loadingAtOnce(html), base: base)
        return clean.utf8.allSatisfy(\.isASCIIWhitespace) ? nil : clean.trimmingASCIIWhitespace
    }
}

// MARK: - Choosing

extension MainContent {
    /// Less prose than this is no article.
    private static let leastProse = 140

    /// What looks like surroundings and holds half of a page's prose is none.
    private static func clearMostOfText(_ tree: inout PageTree) {
        let all = tree.nodes[0].prose
        for index in tree.nodes.indices where tree.nodes[index].surroundings == .perhaps {
            if tree.nodes[index].prose * 2 > all { tree.setSurroundings(.no, of: index) }
        }
    }

    private static func root(of tree: PageTree) -> Int? {
        let all = tree.nodes[0].prose
        guard all >= leastProse else { return nil }
        var root = 0
        for (mark, share) in [(PageNode.Mark.content, 25), (.article, 40), (.main, 40)] {
            let marked = visible(in: tree).filter { tree.nodes[$0].mark == mark }
            guard let best = marked.max(by: { tree.nodes[$0].prose < tree.nodes[$1].prose }) else { continue }
            if tree.nodes[best].prose * 100 >= all * share {
                root = best
                break
            }
        }
        while let child = heir(of: root, in: tree) { root = child }
        return tree.nodes[root].prose >= leastProse ? root : nil
    }

    /// The elements that are in no surroundings.
    private static func visible(in tree: PageTree) -> [Int] {
        var visible: [Int] = []
        var index = 0
        while index < tree.nodes.count {
            if tree.nodes[index].surroundings != .no {
                index = tree.nodes[index].subtreeEnd
            } else {
                visible.append(index)
                index += 1
            }
        }
        return visible
    }

    /// The element that holds nearly all of the prose of the one that it is in.
    private static func heir(of node: Int, in tree: PageTree) -> Int? {
        tree.children(of: node).first { child in
            let candidate = tree.nodes[child]
            return candidate.surroundings == .no && containers.contains(candidate.name)
                && candidate.prose * 100 > tree.nodes[node].prose * 85
        }
    }

    private static let containers = Set(
        ["body", "main", "article", "section", "div", "table", "tbody", "tr", "td", "center", "form", "font", "span"]
            .map {
                HTMLName($0)
            })
}

// MARK: - Cleaning

extension MainContent {
    private static let lists = Set(["ul", "ol", "div", "section", "table", "dl"].map { HTMLName($0) })
    private static let headingNames = Set(["h1", "h2", "h3", "h4", "h5", "h6"].map { HTMLName($0) })

    /// Marks lists of links as surroundings.
    private static func dropLinkLists(in root: Int, of tree: inout PageTree) {
        for index in tree.nodes.indices where index > root && index < tree.nodes[root].subtreeEnd {
            let node = tree.nodes[index]
            guard node.surroundings == .no, lists.contains(node.name), node.links > 1 else { continue }
            // An article may be a list of links.
            if node.linkText * 3 > node.text * 2, node.text * 2 < tree.nodes[root].text {
                tree.setSurroundings(.perhaps, of: index)
            }
        }
    }

    /// Headings that stand over what is left out, and those that repeat the title.
    private static func headings(
        in root: Int, of tree: PageTree, equalTo title: String?, _ bytes: Span<UInt8>
    ) -> Set<Int> {
        let title = title.map { TextFolding.folded($0).trimmingASCIIWhitespace }
        var headings: Set<Int> = []
        var seen = 0
        for index in root + 1..<max(root + 1, tree.nodes[root].subtreeEnd)
        where headingNames.contains(tree.nodes[index].name) {
            let next = tree.nodes[index].subtreeEnd
            let isFollowed = next < tree.nodes[root].subtreeEnd && tree.nodes[next].parent == tree.nodes[index].parent
            if isFollowed, tree.nodes[next].surroundings != .no { headings.insert(index) }
            seen += 1
            guard let title, seen <= 3 else { continue }
            let text = HTMLText.plainText(bytes.extracting(tree.nodes[index].range))
            if TextFolding.folded(text) == title { headings.insert(index) }
        }
        return headings
    }

    /// The ranges of the page that stay of an element.
    private static func parts(of root: Int, in tree: PageTree, without dropped: Set<Int>) -> [Range<Int>] {
        let whole = tree.nodes[root].range
        var parts: [Range<Int>] = []
        var start = whole.lowerBound
        var index = root + 1
        while index < tree.nodes[root].subtreeEnd {
            let node = tree.nodes[index]
            guard node.surroundings != .no || dropped.contains(index) else {
                index += 1
                continue
            }
            if start < node.range.lowerBound { parts.append(start..<node.range.lowerBound) }
            start = max(start, node.range.upperBound)
            index = node.subtreeEnd
        }
        if start < whole.upperBound { parts.append(start..<whole.upperBound) }
        return parts
    }
}
