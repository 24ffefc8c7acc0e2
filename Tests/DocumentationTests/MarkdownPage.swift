import Foundation

/// A page of the documentation with its blocks of code.
struct MarkdownPage {
    /// The code of each block that names a file after its language, by that name.
    let files: [String: String]

    /// Reads a page of `docs`.
    init(_ name: String) throws {
        let root = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "docs/\(name)"), encoding: .utf8)
        var files: [String: String] = [:]
        var file: String?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                let words = line.split(separator: " ")
                file = file == nil && words.count == 2 ? String(words[1]) : nil
                if let file { files[file] = "" }
            } else if let file {
                files[file, default: ""] += line + "\n"
            }
        }
        self.files = files
    }
}
