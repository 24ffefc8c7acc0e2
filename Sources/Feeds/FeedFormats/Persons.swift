import FeedHTML
import FeedJSON
public import FeedModel
import FeedText
import FeedXML

/// People as feeds write them.
public enum Persons {
    /// A person construct: `name`, `uri` (or `url`, `homepage`) and `email` (RFC 4287 §3.2), or plain text.
    public static func person(_ element: FeedElement) -> Author? {
        var author = Author()
        var email: String?
        for child in element.children {
            switch FeedTerm(rawValue: child.name.local) {
            case .name: author.name = author.name ?? child.plainText(.plain)
            case .uri, .url, .homepage: author.url = author.url ?? child.url
            case .email: email = email ?? child.text
            default: break
            }
        }
        if author.name == nil, author.url == nil, email == nil {
            guard let text = element.plainText(.plain) else { return nil }
            // `Name <name@host>` is no markup.
            if text.utf8.span.firstIndex(of: UInt8(ascii: "@")) != nil { return person(HTMLEntities.decode(text)) }
            return HTMLText.isPlain(text.utf8.span) ? person(text) : element.titleText().flatMap(person)
        }
        take(email, for: &author)
        // Atom demands a name, also of those who have none.
        if let name = author.name, name == email || name == author.url { author.name = nil }
        return author.isEmpty ? nil : author
    }

    /// `Name`, `name@host`, `name@host (Name)`, `Name <name@host>`, `Name (name@host)`.
    public static func person(_ text: String) -> Author? {
        var author = Author()
        let text = text.trimmingASCIIWhitespace
        guard !text.isEmpty else { return nil }
        if let (before, inside) = nickname(text)
            ?? parts(text, open: UInt8(ascii: "("), close: UInt8(ascii: ")"))
            ?? parts(text, open: UInt8(ascii: "<"), close: UInt8(ascii: ">"))
        {
            if isMail(before) {
                author.name = inside.isEmpty ? nil : inside
                take(before, for: &author)
            } else if isMail(inside) || URLText.isAbsolute(inside) {
                author.name = before.isEmpty ? nil : unquoted(before)
                take(inside, for: &author)
            } else {
                author.name = text
            }
        } else if isMail(text) {
            take(text, for: &author)
        } else {
            author.name = text
        }
        return author.isEmpty ? nil : author
    }

    /// Adds a person unless it is there already; of two of the same name the one with more is kept.
    public static func add(_ author: Author?, to authors: inout [Author]) {
        guard let author, !author.isEmpty else { return }
        let isSearched = authors.count < SharedElements.fewest
        if isSearched, let index = authors.firstIndex(where: { isSame($0, author) }) {
            authors[index].complete(from: author)
        } else {
            authors.append(author)
        }
    }

    /// The e-mail address as the author's URL, or beside it.
    private static func take(_ address: String?, for author: inout Author) {
        guard let address, !address.isEmpty else { return }
        let url = isMail(address) && !address.hasPrefix("mailto:") ? "mailto:\(address)" : address
        if author.url == nil {
            author.url = url
        } else if author.url != url {
            author.extensions["_person"] = .object(["email": .string(address)])
        }
    }

    private static func isSame(_ one: Author, _ other: Author) -> Bool {
        if let name = one.name, let otherName = other.name { return name == otherName }
        return one.url != nil && one.url == other.url
    }

    /// Splits `name@host (Name (Nick))`.
    private static func nickname(_ text: String) -> (String, String)? {
        guard text.utf8.last == UInt8(ascii: ")"), let start = text.utf8.firstIndex(of: UInt8(ascii: "(")),
            let parts = parts(text, at: start, close: UInt8(ascii: ")"))
        else { return nil }
        return isMail(parts.0) ? parts : nil
    }

    /// Splits `before (inside)`.
    private static func parts(_ text: String, open: UInt8, close: UInt8) -> (String, String)? {
        guard text.utf8.last == close, let start = text.utf8.lastIndex(of: open) else { return nil }
        return parts(text, at: start, close: close)
    }

    private static func parts(_ text: String, at start: String.Index, close: UInt8) -> (String, String)? {
        let bytes = text.utf8
        guard bytes.last == close else { return nil }
        let before = String(text[..<start]).trimmingASCIIWhitespace
        let inside = String(text[bytes.index(after: start)..<bytes.index(before: bytes.endIndex)])
        return (before, inside.trimmingASCIIWhitespace)
    }

    private static func unquoted(_ name: String) -> String {
        guard name.count > 2, name.first == "\"", name.last == "\"" else { return name }
        return String(name.dropFirst().dropLast())
    }

    /// Whether text is an e-mail address as far as it matters: one `@` between something, no space.
    private static func isMail(_ text: String) -> Bool {
        let bytes = text.utf8.span
        guard let at = bytes.firstIndex(of: UInt8(ascii: "@")), at > 0, at < bytes.count - 1 else { return false }
        for index in bytes.indices
        where bytes[index] <= 0x20 || bytes[index] == UInt8(ascii: "<") || bytes[index] == UInt8(ascii: "/") {
            return false
        }
        return true
    }
}

extension Author {
    /// Takes from another description of the same person what this one doesn't say.
    mutating func complete(from other: Author) {
        name = name ?? other.name
        url = url ?? other.url
        avatar = avatar ?? other.avatar
        for member in other.extensions.members where extensions[member.name] == nil {
            extensions[member.name] = member.value
        }
    }
}
