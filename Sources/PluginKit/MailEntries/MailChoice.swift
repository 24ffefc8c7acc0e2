import FeedJSON
package import FeedMail
import FeedText
package import TributaryPluginKit

/// Which messages of a folder count, and the options that say it.
package struct MailChoice: Sendable {
    /// Whose messages count.
    package static let from = Option(
        "from", .list(of: .text, atLeast: 1), "Addresses or domains (example.org) whose messages count, of all.",
        isIdentifying: true)
    /// Of which list messages count.
    package static let listID = Option(
        "list", .text, "The List-Id whose messages count, of all.", isIdentifying: true)

    /// Addresses, and domains with an `@` before them, in lower case.
    private let senders: [String]
    /// The list's id alone, in lower case; nil where messages of all lists count, and of none.
    package let list: String?

    /// A choice by the options' values.
    ///
    /// - Throws: ``ConfigurationError`` where somebody is neither an address nor a domain.
    package init(from senders: [String]?, list: String?) throws(ConfigurationError) {
        var problems: [ConfigurationProblem] = []
        self.senders = (senders ?? []).enumerated().compactMap { place, written in
            if let sender = MailChoice.sender(written) { return sender }
            problems.append(
                ConfigurationProblem(
                    "\"\(written)\" is neither an address nor a domain; write ines@example.org, or example.org for all of it",
                    at: ConfigurationPath([.key("from"), .index(place)])))
            return nil
        }
        self.list = list.map { MailChoice.bare($0) }
        if !problems.isEmpty { throw ConfigurationError(problems) }
    }

    /// Whether every message counts.
    package var isEverything: Bool { senders.isEmpty && list == nil }

    /// One of these stands in the `From` of each message that counts; empty where anything may stand there.
    package var partsOfSenders: [String] { senders.map { $0.hasPrefix("@") ? String($0.dropFirst()) : $0 } }

    /// Whether a message is from one of the senders, and of the list.
    package func holds(of message: MailMessage) -> Bool {
        if let list, message.header.text(of: "list-id").map(MailChoice.bare) != list { return false }
        guard !senders.isEmpty else { return true }
        return message.addresses(in: "from").compactMap { $0.address?.asciiLowercased }.contains { address in
            senders.contains { sender in
                sender == address || sender.hasPrefix("@") && address.hasSuffix(sender)
            }
        }
    }

    /// A sender as it is compared; nil for what is none.
    private static func sender(_ written: String) -> String? {
        let text = written.trimmingASCIIWhitespace.asciiLowercased
        guard text.utf8.allSatisfy({ $0 > 0x20 && !"<>,;\"()".utf8.contains($0) }) else { return nil }
        guard let sign = text.lastIndex(of: "@") else {
            return text.contains(".") && !text.hasPrefix(".") && !text.hasSuffix(".") ? "@\(text)" : nil
        }
        return text.index(after: sign) == text.endIndex ? nil : text
    }

    /// The id alone of `News of the mill <news.example.org>`.
    private static func bare(_ list: String) -> String {
        guard let start = list.lastIndex(of: "<") else { return list.asciiLowercased }
        return String(list[list.index(after: start)...].prefix { $0 != ">" }).asciiLowercased
    }
}
