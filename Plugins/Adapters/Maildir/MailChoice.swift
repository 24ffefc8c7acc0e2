import FeedMail
import FeedText

/// Which messages of a folder count.
struct MailChoice: Sendable {
    private let senders: [String]
    private let list: String?

    init(from senders: [String], list: String?) {
        self.senders = senders.map(\.asciiLowercased)
        self.list = list.map { MailChoice.bare($0) }
    }

    /// Whether a message is from one of the senders, and of the list.
    func holds(of message: MailMessage) -> Bool {
        if let list, message.header.text(of: "list-id").map(MailChoice.bare) != list { return false }
        guard !senders.isEmpty else { return true }
        return message.addresses(in: "from").compactMap { $0.address?.asciiLowercased }.contains { address in
            senders.contains { sender in
                sender == address || sender.hasPrefix("@") && address.hasSuffix(sender)
            }
        }
    }

    /// The id alone of `News of the mill <news.example.org>`.
    private static func bare(_ list: String) -> String {
        guard let start = list.lastIndex(of: "<") else { return list.asciiLowercased }
        return String(list[list.index(after: start)...].prefix { $0 != ">" }).asciiLowercased
    }
}
