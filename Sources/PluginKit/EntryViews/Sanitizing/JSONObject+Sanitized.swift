import FeedHTML
package import FeedJSON

extension JSONObject {
    /// The object of an extension with nothing in it that a browser would run.
    ///
    /// Which of its texts are HTML only those know who made it, so that every text is made safe that holds markup. What
    /// would run as a URL goes, unless it stands where words do: `JavaScript: the first years` may be a title.
    ///
    /// - Parameter base: what relative URLs in HTML are relative to.
    package func sanitized(base: String?) -> JSONObject {
        JSONObject(
            members.compactMap { member in
                member.value.sanitized(isWords: Self.words.contains(member.name), base: base)
                    .map { JSONMember(name: member.name, value: $0) }
            })
    }

    /// The members of the extension objects that hold words.
    private static let words: Set<String> = [
        "author", "category", "copyright", "description", "generator", "group", "label", "location", "managing_editor",
        "markdown", "name", "publisher", "rights", "role", "season_name", "subtitle", "summary", "tags", "text",
        "title",
        "web_master",
    ]
}

extension JSONValue {
    /// The value of a member made safe; nil if that leaves nothing of it.
    fileprivate func sanitized(isWords: Bool, base: String?) -> JSONValue? {
        switch self {
        case .string(let text):
            if !isWords, HTMLSanitizer.isActive(url: text) { return nil }
            return .string(HTMLSanitizer.sanitized(textOrHTML: text, base: base))
        case .array(let elements):
            let kept = elements.compactMap { $0.sanitized(isWords: isWords, base: base) }
            return kept.isEmpty && !elements.isEmpty ? nil : .array(kept)
        case .object(let object):
            let kept = object.sanitized(base: base)
            return kept.isEmpty && !object.isEmpty ? nil : .object(kept)
        case .null, .bool, .number:
            return self
        }
    }
}
