import TributaryPluginKit

/// Up to where a folder has been read: `UIDVALIDITY:UID`.
struct MailboxState: Sendable, Hashable {
    /// What the numbers are good for.
    let validity: UInt32
    /// The highest number that has been read, or passed over.
    let number: UInt32

    init(validity: UInt32, number: UInt32) {
        self.validity = validity
        self.number = number
    }

    /// The state that a text of it says; nil for any other text.
    init?(_ text: String) {
        let parts = text.split(separator: ":")
        guard parts.count == 2, let validity = UInt32(parts[0]), let number = UInt32(parts[1]) else { return nil }
        self.init(validity: validity, number: number)
    }

    /// The state as a text.
    var text: String { "\(validity):\(number)" }
}

extension Mailbox {
    /// The highest number that a message of the folder may have; 0 where the server does not say it.
    var lastNumber: UInt32 { nextNumber.map { $0 > 0 ? $0 - 1 : 0 } ?? 0 }
}
