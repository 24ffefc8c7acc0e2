import FeedHTML
import FeedText

/// What a page has where a selector chose nothing, for people.
struct PageFinding: Sendable {
    private let tree: HTMLTree
    private let item: HTMLTree.Element?

    init(_ tree: HTMLTree, item: HTMLTree.Element? = nil) {
        self.tree = tree
        self.item = item
    }

    /// Why the selector of the items chooses none.
    func missing(_ selector: HTMLSelector) -> String {
        let all = tree.elements(matching: Self.all)
        let start = "items: \"\(selector.text)\" chooses nothing on the page"
        for beginning in selector.beginnings {
            guard let around = tree.elements(matching: beginning).first else { continue }
            let inner = listed(tree.elements(of: all, in: around).dropFirst())
            return "\(start), but its beginning chooses \(tree.description(of: around)), in which are \(inner)"
        }
        return "\(start); what is there more than once: \(listed(all[...], atLeast: 2))"
    }

    /// Why the source of a field finds nothing in the first item.
    func missing(_ source: SelectorSource) -> String {
        guard let item else { return "" }
        let own = tree.description(of: item)
        if let selector = source.selector, let attribute = source.attribute {
            if let element = tree.elements(of: tree.elements(matching: selector), in: item).first {
                return "in the first, \(tree.description(of: element)) has no \"\(attribute)\""
            }
        }
        let inner = listed(tree.elements(of: tree.elements(matching: Self.all), in: item).dropFirst())
        return "the first is \(own), in which are \(inner)"
    }

    /// Which links there are where the source of the next page finds none.
    func missing(next source: SelectorSource) -> String {
        let links = listed(tree.elements(matching: Self.links)[...])
        return "\"\(source.text)\" finds no link on the first page, where these are: \(links)"
    }

    private static let links: HTMLSelector = "a[href], link[rel=next i]"
    private static let all: HTMLSelector = "body, body *"

    /// What elements look like and how many there are, the most frequent first.
    private func listed(_ elements: ArraySlice<HTMLTree.Element>, atLeast least: Int = 1) -> String {
        var counts: [String: (count: Int, first: Int)] = [:]
        for (place, element) in elements.prefix(20_000).enumerated() {
            for selector in tree.selectors(of: element) { counts[selector, default: (0, place)].count += 1 }
        }
        let frequent = counts.filter { $0.value.count >= least }
        let sorted = frequent.sorted { ($1.value.count, $0.value.first) < ($0.value.count, $1.value.first) }
        guard !sorted.isEmpty else { return "no elements" }
        let shown = sorted.prefix(8).map { name, place in
            let name = DisplayText.singleLine(String(name.prefix(60)))
            return place.count == 1 ? name : "\(name) (\(place.count))"
        }
        return shown.joined(separator: ", ") + (sorted.count > 8 ? " and others" : "")
    }
}
