import EntryViews
import FeedHTML
import FeedModel
import FeedText
package import TributaryPluginKit

/// Makes mail of deliveries.
package struct EntryMailer: Sendable {
    private let from: MailAddress
    private let to: [MailAddress]
    private let subject: MessageTemplate
    private let renderer: ArticleRenderer
    private let clock: any WallClock

    /// Longer subjects are cut: servers refuse heads that never end.
    private static let subjectLimit = 250
    private static let mostKeywords = 30
    private static let columns = 76

    /// A mailer with what the configuration says.
    ///
    /// - Parameters:
    ///   - clock: no message is dated later than it shows.
    ///   - offset: seconds east of UTC at an instant, for the dates that the text shows.
    /// - Throws: ``ConfigurationError`` for a subject that is no template.
    package init(
        from: MailAddress, to: [MailAddress], subject: String, clock: any WallClock,
        offset: @escaping @Sendable (Int64) -> Int = { LocalZone.offset(at: $0) }
    ) throws(ConfigurationError) {
        self.from = from
        self.to = to
        self.clock = clock
        self.subject = try MessageTemplate(subject, naming: EntryTexts.names, at: "subject")
        renderer = ArticleRenderer(
            terminal: TerminalStyle(columns: Self.columns, color: false, offset: offset))
    }

    /// The message about a delivery's entry; a later revision follows the message about the one before.
    package func message(for delivery: Delivery) -> MailMessage {
        let texts = EntryTexts(delivery)
        let identity = MessageIdentity(delivery)
        let entry = delivery.entry
        var message = MailMessage(
            id: identity.messageID, date: date(of: delivery), from: sender(named: texts.feed), to: to,
            subject: Self.cut(subject.filled { texts[$0] }),
            text: String(decoding: renderer.bytes(of: entry), as: UTF8.self),
            html: MailPage.html(of: texts, language: entry.language))
        message.references = identity.earlierMessageIDs
        message.list = (texts.feed ?? "", "\(identity.listName).\(MessageIdentity.domain)")
        message.page = texts.card.link
        message.keywords = texts.card.tags.prefix(Self.mostKeywords).map(Self.cut)
        message.language = entry.language
        return message
    }

    /// One message about several deliveries, at least one; the same ones make the same message.
    package func digest(of deliveries: [Delivery], subject: MessageTemplate) -> MailMessage {
        let all = deliveries.map { EntryTexts($0) }
        let values = DigestTexts(all)
        let id = SHA256.name(of: deliveries.map { MessageIdentity($0).messageID }, digits: 32)
        return MailMessage(
            id: "\(id).digest@\(MessageIdentity.domain)",
            date: deliveries.map(date).max() ?? Timestamp(seconds: 0), from: sender(named: nil), to: to,
            subject: Self.cut(subject.filled { values[$0] }),
            text: all.map(Self.digestText).joined(separator: "\n"), html: MailPage.html(ofDigest: all))
    }
}

// MARK: - Private

extension EntryMailer {
    private func sender(named feed: String?) -> MailAddress {
        var sender = from
        sender.name = from.name ?? feed.map(Self.cut)
        return sender
    }

    private static func cut(_ text: String) -> String { TextLimit.cut(text, characters: subjectLimit) }

    /// When the entry was written, or changed, but never in the future.
    private func date(of delivery: Delivery) -> Timestamp {
        let entry = delivery.entry
        let written =
            delivery.revision > 0
            ? entry.dateModified ?? entry.datePublished : entry.datePublished ?? entry.dateModified
        guard let seen = entry.tributary?.firstSeen else { return written ?? Timestamp(seconds: 0) }
        guard let written else { return seen }
        let latest = delivery.revision == 0 ? seen : max(seen, clock.now)
        return written.seconds > latest.seconds ? seen : written
    }

    private static func digestText(_ texts: EntryTexts) -> String {
        [texts.title, texts.byline, texts.summary, texts.card.link].compactMap(\.self).filter { !$0.isEmpty }
            .joined(separator: "\n") + "\n"
    }
}
