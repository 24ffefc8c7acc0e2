import FeedJSON
package import TributaryPluginKit

/// The options that all sinks have in common which write mail.
package enum MailOptions {
    /// Who it is from.
    package static let from = Option(
        "from", .mailAddress, default: "tributary@localhost",
        "The address that messages are from; a name with it stands for the feed's.")
    /// Who it is for.
    package static let to = Option(
        "to", .list(of: .mailAddress, atLeast: 1), default: ["reader@localhost"], "The addresses that messages are for."
    )
    /// What it is about.
    package static let subject = Option(
        "subject", .text, default: "{{title}}",
        "The subject of an entry's message, a template such as \"[{{feed}}] {{title}}\".")
}
