import FeedModel
import FeedText
import TributaryPluginKit

extension ProcessContract {
    var adapterPromises: [Promise] {
        [
            (
                "it reads a subscription",
                {
                    guard case .feed(let feed, _) = try await reading(since: nil) else { return }
                    try check(feed)
                }
            ),
            (
                "it reads it again from where it stood",
                {
                    let validators: Validators? =
                        switch try await reading(since: nil) {
                        case .feed(_, let validators), .document(_, let validators, _): validators
                        case .unchanged(let validators): validators
                        case .gone: nil
                        }
                    guard case .feed(let feed, _) = try await reading(since: validators) else { return }
                    try check(feed)
                }
            ),
        ]
    }

    private func reading(since last: Validators?) async throws -> FeedReading {
        let subscription = Subscription(key: "plugin test", location: url, tags: ["test"])
        return try await talk { conversation in
            let reading = try await conversation.read(subscription, since: last)
            if let id = await conversation.forgedEntry {
                throw Violation("the entry \"\(id)\" has \"_tributary\", which is not the plugin's to set")
            }
            return reading
        }
    }

    private func check(_ feed: Feed) throws(Violation) {
        var ids: Set<String> = []
        for entry in feed.entries {
            try Self.expect(ids.insert(entry.id).inserted, "two entries have the id \"\(entry.id)\"")
            try Self.expect(
                entry.title != nil || entry.contentHTML != nil || entry.contentText != nil || entry.url != nil
                    || !entry.attachments.isEmpty, "the entry \"\(entry.id)\" says nothing")
            for url in [entry.url, entry.externalURL, entry.image] + entry.attachments.map(\.url) {
                guard let url, !URLText.isAbsolute(url) else { continue }
                throw Violation("the entry \"\(entry.id)\" has the URL \"\(url)\", which is not absolute")
            }
        }
    }
}
