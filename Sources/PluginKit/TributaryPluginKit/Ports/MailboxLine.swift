public import FeedModel

/// A line to a server of mailboxes (IMAP4rev1, RFC 3501), which reads and changes nothing there, no message's flags either.
///
/// It connects when the first folder is opened, and closes its connection when it is released.
public protocol MailboxLine: Sendable {
    /// Opens a folder for reading, by the name that people know it by.
    func open(_ folder: String) async throws(MessageFailure) -> Mailbox

    /// The numbers of messages in the open folder that may be meant, ascending.
    ///
    /// More than those that are meant may come, since servers compare as they please.
    func numbers(_ search: MailboxSearch) async throws(MessageFailure) -> [UInt32]

    /// The messages with these numbers, ascending, without those that have gone.
    ///
    /// - Parameters:
    ///   - numbers: which messages.
    ///   - largest: how many bytes of a message are read at most.
    func mails(_ numbers: [UInt32], largest: Int) async throws(MessageFailure) -> [MailboxMail]

    /// Takes leave.
    func close() async
}

/// An open folder of a mailbox.
public struct Mailbox: Sendable, Hashable {
    /// As long as this is the same, a number stands for the same message (UIDVALIDITY).
    public var validity: UInt32
    /// No message has this number or a higher one yet (UIDNEXT); nil where the server does not say.
    public var nextNumber: UInt32?

    /// A folder whose messages are numbered.
    public init(validity: UInt32, nextNumber: UInt32? = nil) {
        self.validity = validity
        self.nextNumber = nextNumber
    }
}

/// Which messages of a folder are meant.
public struct MailboxSearch: Sendable, Hashable {
    /// The lowest number that is meant.
    public var first: UInt32
    /// Addresses or parts of them, one of which stands in the message's `From`; empty for any.
    public var senders: [String]
    /// What stands in the message's `List-Id`; nil for anything.
    public var list: String?

    /// A search for messages from a number on.
    public init(first: UInt32, senders: [String] = [], list: String? = nil) {
        self.first = first
        self.senders = senders
        self.list = list
    }
}

/// A message of a mailbox.
public struct MailboxMail: Sendable, Hashable {
    /// Its number in its folder (UID).
    public var number: UInt32
    /// When it came there; nil where the server does not say.
    public var received: Timestamp?
    /// The message, or its beginning.
    public var bytes: [UInt8]

    /// A message with its number.
    public init(number: UInt32, received: Timestamp? = nil, bytes: [UInt8]) {
        self.number = number
        self.received = received
        self.bytes = bytes
    }
}
