import FeedText

extension HTMLTree {
    /// The elements that a selector chooses, in the order of the page, each once.
    ///
    /// Each element is looked at once for every element of the selector, whatever the combinators: what matters of the
    /// elements around it is known by then.
    public func elements(matching selector: HTMLSelector) -> [Element] {
        var isChosen = [Bool](repeating: false, count: nodes.count)
        for chain in selector.chains { choose(by: chain, into: &isChosen) }
        return isChosen.indices.filter { isChosen[$0] }.map { Element(index: $0) }
    }

    /// Marks the elements that a chain chooses.
    ///
    /// A bit stands for a beginning of the chain that ends at an element.
    private func choose(by chain: HTMLSelector.Chain, into isChosen: inout [Bool]) {
        var own = [UInt64](repeating: 0, count: nodes.count)
        // The same of all elements above one, and of all before it in its parent.
        var above = own
        var before = own
        let last = UInt64(1) << UInt64(chain.compounds.count - 1)
        for index in nodes.indices where nodes[index].isElement {
            let (parent, previous) = (nodes[index].parent, nodes[index].previous)
            if parent >= 0 { above[index] = above[parent] | own[parent] }
            if previous >= 0 { before[index] = before[previous] | own[previous] }
            for place in chain.compounds.indices {
                if place > 0 {
                    let around =
                        switch chain.combinators[place - 1] {
                        case .descendant: above[index]
                        case .child: parent >= 0 ? own[parent] : 0
                        case .next: previous >= 0 ? own[previous] : 0
                        case .later: before[index]
                        }
                    guard around >> UInt64(place - 1) & 1 == 1 else { continue }
                }
                if matches(index, chain.compounds[place]) { own[index] |= 1 << UInt64(place) }
            }
            if own[index] & last != 0 { isChosen[index] = true }
        }
    }

    private func matches(_ index: Int, _ compound: HTMLSelector.Compound) -> Bool {
        compound.tests.allSatisfy { matches(index, $0) }
    }

    private func matches(_ index: Int, _ test: HTMLSelector.Test) -> Bool {
        let node = nodes[index]
        switch test {
        case .any: return true
        case .name(let name): return node.name == name
        case .id(let id): return value("id", of: node) == id
        case .className(let name):
            guard let classes = value("class", of: node) else { return false }
            return Self.hasWord(name, in: classes)
        case .attribute(let name, let match):
            guard let value = value(name, of: node) else { return false }
            return Self.matches(value, match)
        case .place(let step, let fromEnd, let ofName):
            guard node.parent >= 0 else { return false }
            let place =
                if ofName { node.placeOfName } else if fromEnd {
                    nodes[node.parent].elements - node.place + 1
                } else { node.place }
            return Self.isReached(place, by: step)
        case .empty: return node.end == index + 1
        case .root: return node.parent < 0
        case .not(let compounds): return !compounds.contains { matches(index, $0) }
        case .anyOf(let compounds): return compounds.contains { matches(index, $0) }
        }
    }

    private func value(_ name: String, of node: Node) -> String? {
        node.attributes.first { $0.name == name }?.value
    }

    private static func isReached(_ place: Int, by step: HTMLSelector.Step) -> Bool {
        let distance = place - step.offset
        guard step.step != 0 else { return distance == 0 }
        return distance % step.step == 0 && distance / step.step >= 0
    }

    private static func hasWord(_ word: String, in text: String) -> Bool {
        HTMLSelector.words(text).contains { $0 == word[...] }
    }

    private static func matches(_ value: String, _ match: HTMLSelector.AttributeMatch) -> Bool {
        let value = match.ignoresCase ? value.asciiLowercased : value
        let wanted = match.ignoresCase ? match.value.asciiLowercased : match.value
        switch match.operation {
        case .present: return true
        case .equals: return value == wanted
        case .hasWord: return hasWord(wanted, in: value)
        case .hasPart: return value == wanted || value.hasPrefix(wanted + "-")
        case .begins: return !wanted.isEmpty && value.hasPrefix(wanted)
        case .ends: return !wanted.isEmpty && value.hasSuffix(wanted)
        case .contains: return !wanted.isEmpty && value.utf8.contains(wanted.utf8)
        }
    }
}
