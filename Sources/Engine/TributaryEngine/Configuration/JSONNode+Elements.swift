import FeedJSON

extension JSONNode {
    /// The elements of the list under a name; none where there is no list.
    func elements(_ name: String) -> [JSONNode] {
        guard case .array(let elements)? = member(name)?.value.content else { return [] }
        return elements
    }

    /// The text of a string; nil for every other kind.
    var text: String? {
        guard case .string(let text) = content else { return nil }
        return text
    }
}
