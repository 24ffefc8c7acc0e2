/// Carries messages otherwise than by HTTP: mail to a server and from one, publications to a broker.
public protocol MessageTransport: Sendable {
    /// A line to a mail server; there is no connection before the first message.
    func mailLine(to server: MessageServer) -> any MailLine

    /// A line to a broker of publications; there is no connection before the first one.
    func brokerLine(to server: MessageServer) -> any BrokerLine

    /// A line to a server of mailboxes; there is no connection before a folder is opened.
    func mailboxLine(to server: MessageServer) -> any MailboxLine
}

/// A line to a mail server (SMTP); it closes its connection when it is released.
public protocol MailLine: Sendable {
    /// Hands a message to the server; it has taken it, for all who shall have it, when this returns.
    func send(_ mail: OutgoingMail) async throws(MessageFailure)
}

/// A line to a broker (MQTT 3.1.1); it closes its connection when it is released.
public protocol BrokerLine: Sendable {
    /// Hands a publication to the broker; it has said that it has it when this returns, if it was asked to.
    func publish(_ publication: Publication) async throws(MessageFailure)

    /// Takes leave, so that the broker does not think that the line has broken.
    func close() async
}

/// A server of messages, and how one gets in there.
public struct MessageServer: Sendable, Hashable {
    /// How a connection is protected.
    public enum Security: String, Sendable, CaseIterable {
        /// By TLS from its first byte on.
        case tls
        /// By TLS after a greeting in the clear, without which nothing else is said (STARTTLS).
        case startTLS = "starttls"
        /// Not at all.
        case none
    }

    /// The name or the address of the host.
    public var host: String
    /// The port.
    public var port: Int
    /// How connections are protected.
    public var security: Security
    /// The user's name; nil to go in without one.
    public var user: String?
    /// The user's password.
    public var password: String?
    /// A file of CA certificates, instead of the system's.
    public var certificateAuthorities: String?
    /// What the client calls itself where servers want that (MQTT); empty has the server choose.
    public var clientID = ""
    /// How long one message, or one answer, may take.
    public var timeout: Duration

    /// A server at a port.
    public init(host: String, port: Int, security: Security, timeout: Duration = .seconds(60)) {
        self.host = host
        self.port = port
        self.security = security
        self.timeout = timeout
    }
}

/// A message on its way, with what is written on its envelope.
public struct OutgoingMail: Sendable, Hashable {
    /// The address to which the server says that it cannot deliver.
    public var sender: String
    /// The addresses that it is for, at least one.
    public var recipients: [String]
    /// The message, its lines ending as on the wire.
    public var bytes: [UInt8]

    /// A message from a sender to recipients.
    public init(sender: String, recipients: [String], bytes: [UInt8]) {
        self.sender = sender
        self.recipients = recipients
        self.bytes = bytes
    }
}

/// What is published under a topic.
public struct Publication: Sendable, Hashable {
    /// The topic, without wildcards; at most 65,535 bytes.
    public var topic: String
    /// What is published.
    public var payload: [UInt8]
    /// Whether the broker has to say that it has it (quality of service 1).
    public var isConfirmed: Bool
    /// Whether the broker keeps it for those who subscribe later.
    public var isRetained: Bool

    /// Something published under a topic.
    public init(topic: String, payload: [UInt8], isConfirmed: Bool = true, isRetained: Bool = false) {
        self.topic = topic
        self.payload = payload
        self.isConfirmed = isConfirmed
        self.isRetained = isRetained
    }
}

/// Why a message was not taken, or none was read.
public struct MessageFailure: Error, Sendable, Hashable {
    /// What went wrong, as far as it makes a difference.
    public enum Kind: Sendable, Hashable {
        /// The server will never take this message.
        case refused
        /// The server, the line or the credentials.
        case unavailable
    }

    /// What went wrong.
    public var kind: Kind
    /// What happened and what to do, secrets left out: lower case, no full stop.
    public var message: String

    /// A failure of a kind.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The failure of a sink.
    public var ofSink: SinkFailure { SinkFailure(kind == .refused ? .permanent : .retryable(after: nil), message) }
}

/// Carries nothing: what a context has unless it is given something better.
public struct NoMessages: MessageTransport {
    private struct DeadLine: MailLine, BrokerLine, MailboxLine {
        func send(_ mail: OutgoingMail) async throws(MessageFailure) { throw failure }
        func publish(_ publication: Publication) async throws(MessageFailure) { throw failure }
        func open(_ folder: String) async throws(MessageFailure) -> Mailbox { throw failure }
        func numbers(_ search: MailboxSearch) async throws(MessageFailure) -> [UInt32] { throw failure }
        func mails(_ numbers: [UInt32], largest: Int) async throws(MessageFailure) -> [MailboxMail] { throw failure }
        func close() async {}

        private var failure: MessageFailure { MessageFailure(.unavailable, "no messages are sent or read here") }
    }

    /// A transport that refuses.
    public init() {}

    /// A line that takes nothing.
    public func mailLine(to server: MessageServer) -> any MailLine { DeadLine() }

    /// A line that takes nothing.
    public func brokerLine(to server: MessageServer) -> any BrokerLine { DeadLine() }

    /// A line that opens nothing.
    public func mailboxLine(to server: MessageServer) -> any MailboxLine { DeadLine() }
}
