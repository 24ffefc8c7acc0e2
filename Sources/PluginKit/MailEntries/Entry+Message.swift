import FeedJSON
package import FeedMail
package import FeedModel
import FeedText

extension Entry {
    /// A message as an entry.
    ///
    /// - Parameters:
    ///   - place: what names the message where it does not call itself anything.
    ///   - received: when it came into its folder, for one without a date.
    package init(_ message: MailMessage, place: String, received: Timestamp?) {
        self.init(id: message.id ?? place)
        title = message.subject
        // Where the same can be read on the web (RFC 5064).
        url = message.header.text(of: "archived-at").flatMap { written in
            let address = written.drop { $0 == "<" }.prefix { $0 != ">" }
            guard ["http", "https"].contains(URLText.scheme(of: String(address))) else { return nil }
            return URLText.resolve(String(address), against: nil)
        }
        contentHTML = message.html
        contentText = message.text
        datePublished = message.header.text(of: "date").flatMap(Timestamp.init(parsing:)) ?? received
        authors = message.addresses(in: "from").map { from in
            Author(name: from.name ?? from.address, url: from.address.map { "mailto:\($0)" })
        }
        var facts = JSONObject()
        if let id = message.id { facts["message_id"] = .string(id) }
        for (name, field) in [("list_id", "list-id"), ("to", "to"), ("list_unsubscribe", "list-unsubscribe")] {
            if let text = message.header.text(of: field), !text.isEmpty { facts[name] = .string(text) }
        }
        if !message.attachments.isEmpty { facts["files"] = .array(message.attachments.map(JSONValue.string)) }
        if !facts.isEmpty { extensions["_mail"] = .object(facts) }
    }
}

extension MailMessage {
    /// Whether there is anything in it that a reader would see, or that says whose it is.
    package var saysSomething: Bool {
        let heads = ["from", "date", "message-id"]
        return subject != nil || html != nil || text != nil || !attachments.isEmpty
            || heads.contains { header.text(of: $0) != nil }
    }
}
