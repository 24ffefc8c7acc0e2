package import TributaryPluginKit

/// Mail, mailboxes and publications over libcurl, which connects, protects by TLS, logs in and speaks SMTP.
package struct CurlMessages: MessageTransport {
    /// A transport without a connection yet.
    package init() {}

    package func mailLine(to server: MessageServer) -> any MailLine { CurlMailLine(to: server) }

    package func brokerLine(to server: MessageServer) -> any BrokerLine { CurlBrokerLine(to: server) }

    package func mailboxLine(to server: MessageServer) -> any MailboxLine { CurlMailboxLine(to: server) }
}
