/// A line for the terminal: pieces of printable text, each in a role.
struct StyledLine {
    /// What a piece of text is, which decides how it looks.
    enum Role: Hashable {
        case plain
        case rule
        case title
        case feed
        case detail
        case chip
        case link
        case strong
        case emphasis
        case code
        case match
        case removed
        case added

        /// The parameters of the escape sequence that turns the look on (ECMA-48 §8.3.117, SGR).
        fileprivate var parameters: String? {
            switch self {
            case .plain: nil
            case .rule, .detail: "2"
            case .title, .strong: "1"
            case .feed: "36"
            case .chip: "7"
            case .link: "4"
            case .emphasis: "3"
            case .code: "36"
            case .match: "1;33"
            case .removed: "31"
            case .added: "32"
            }
        }
    }

    private struct Piece {
        var text: String
        var role: Role
        var link: String?
    }

    private var pieces: [Piece] = []

    /// Appends text, which must be printable, and what a click on it opens, which must be a safe URL.
    mutating func append(_ text: String, _ role: Role = .plain, link: String? = nil) {
        guard !text.isEmpty else { return }
        pieces.append(Piece(text: text, role: role, link: link))
    }

    /// Appends the pieces of another line.
    mutating func append(contentsOf line: StyledLine) {
        pieces.append(contentsOf: line.pieces)
    }

    /// Whether nothing has been appended.
    var isEmpty: Bool { pieces.isEmpty }

    /// The line with its end, with or without escape sequences.
    func rendered(color: Bool) -> String {
        var line = ""
        for piece in pieces {
            guard color else {
                line += piece.text
                continue
            }
            // A hyperlink (OSC 8) ends with the string terminator, ESC \.
            if let link = piece.link { line += "\u{1B}]8;;\(link)\u{1B}\\" }
            if let parameters = piece.role.parameters {
                line += "\u{1B}[\(parameters)m\(piece.text)\u{1B}[0m"
            } else {
                line += piece.text
            }
            if piece.link != nil { line += "\u{1B}]8;;\u{1B}\\" }
        }
        return line + "\n"
    }
}
