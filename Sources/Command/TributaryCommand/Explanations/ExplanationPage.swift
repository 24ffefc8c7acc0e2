import FeedJSON
import FeedText

/// An explanation as it is told: for people under headings, for scripts as an object.
struct ExplanationPage: Sendable {
    /// What stands under a heading.
    struct Section: Sendable {
        var heading: String
        var lines: [String]
    }

    /// The lines above the first heading.
    var head: [String]
    /// What follows.
    var sections: [Section]
    /// The same as an object.
    var json: JSONObject

    /// The page for people: headings in a column of their own.
    var text: String {
        let width = (sections.map(\.heading.count).max() ?? 0) + 2
        var lines = head
        for section in sections where !section.lines.isEmpty {
            lines.append("")
            for (index, line) in section.lines.enumerated() {
                let heading = index == 0 ? section.heading : ""
                lines.append(heading + String(repeating: " ", count: width - heading.count) + line)
            }
        }
        return lines.map { DisplayText.printable($0) + "\n" }.joined()
    }
}
