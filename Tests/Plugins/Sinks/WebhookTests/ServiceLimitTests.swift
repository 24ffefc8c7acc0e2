import FeedJSON
import FeedModel
import Testing
import TributaryPluginKit
import TributaryTestKit
import WebhookSink

@Suite("What services take")
struct ServiceLimitTests {
    /// A service with the address of an example, and what it refuses of a body.
    private struct Service: CustomTestStringConvertible {
        var name: String
        var url: String
        var defect: @Sendable (JSONObject, [UInt8]) -> String?

        var testDescription: String { name }
    }

    private static let services = [
        Service(name: "slack", url: "https://h.example/s") { body, _ in
            let blocks = body["blocks"]?.arrayValue ?? []
            let texts = blocks.flatMap(texts)
            if blocks.isEmpty || blocks.count > 50 { return "\(blocks.count) blocks" }
            if texts.contains(where: { $0.utf16.count > 3000 || $0.isEmpty }) { return "the length of a text" }
            if texts.contains(where: { $0.contains("<!") || $0.contains("<@") }) { return "a mention" }
            return nil
        },
        Service(name: "discord", url: "https://h.example/d") { body, _ in
            let embeds = body["embeds"]?.arrayValue?.compactMap(\.objectValue) ?? []
            if embeds.isEmpty || embeds.count > 10 { return "\(embeds.count) embeds" }
            var total = 0
            for embed in embeds {
                let (title, description) = (embed["title"]?.stringValue ?? "", embed["description"]?.stringValue ?? "")
                let footer = embed["footer"]?.objectValue?["text"]?.stringValue ?? ""
                if title.utf16.count > 256 || title.isEmpty { return "the title's length" }
                if description.utf16.count > 4096 || footer.utf16.count > 2048 { return "a length" }
                if (embed["url"]?.stringValue?.utf16.count ?? 0) > 2048 { return "the URL's length" }
                total += title.utf16.count + description.utf16.count + footer.utf16.count
            }
            return total > 6000 ? "\(total) characters" : nil
        },
        Service(name: "ntfy", url: "https://h.example/topic") { body, _ in
            let message = body["message"]?.stringValue ?? ""
            if message.isEmpty || message.utf8.count > 4096 { return "the message's length" }
            return (body["title"]?.stringValue?.utf8.count ?? 0) > 250 ? "the title's length" : nil
        },
        Service(name: "matrix", url: "https://h.example/send/m.room.message") { body, bytes in
            let html = body["formatted_body"]?.stringValue ?? ""
            if bytes.count > 65_000 { return "\(bytes.count) bytes" }
            return body["body"]?.stringValue?.isEmpty == false ? markupDefect(html) : "an empty body"
        },
        Service(name: "telegram", url: "https://h.example/bot/sendMessage?chat_id=1") { body, _ in
            let html = body["text"]?.stringValue ?? ""
            let shown = html.replacing("&lt;", with: "<").split(separator: "<").map { $0.drop { $0 != ">" } }.joined()
            return html.isEmpty || shown.utf16.count > 4096 + 100 ? "the length" : markupDefect(html)
        },
    ]

    private static func texts(of block: JSONValue) -> [String] {
        let elements = block.objectValue?["elements"]?.arrayValue ?? [block.objectValue?["text"] ?? .null]
        return elements.compactMap { $0.objectValue?["text"]?.stringValue }
    }

    /// Tags that are not ours, or not closed.
    private static func markupDefect(_ html: String) -> String? {
        var open: [Substring] = []
        for piece in html.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
            guard let end = piece.firstIndex(of: ">") else { return "a tag without end: \(piece)" }
            let tag = piece[..<end]
            if tag == "br" { continue }
            if tag.hasPrefix("/") {
                guard open.popLast() == tag.dropFirst() else { return "crossed tags at \(tag)" }
            } else {
                guard
                    tag == "b" || tag == "i" || tag.hasPrefix("a href=\"http") && tag.count(where: { $0 == "\"" }) == 2
                else { return "the tag \(tag)" }
                open.append(tag.prefix { $0 != " " })
            }
        }
        return open.isEmpty ? nil : "an open tag"
    }

    @Test("Whatever feeds say, each message is one that the service takes", arguments: services, [1, 100])
    private func limits(service: Service, size: Int) async throws {
        let receiver = Receiver()
        let batch = size > 1 ? #", "batch": \#(size)"# : ""
        let sink = try PluginContract.make(
            Webhook.self, #"{"use": "webhook", "url": "\#(service.url)", "service": "\#(service.name)"\#(batch)}"#,
            context: .test(http: receiver))
        let entries = NastyTexts.entries + Entry.oddities + Entry.samples
        let deliveries = entries.enumerated().map { Delivery(id: "d\($0)", position: 1, revision: 0, entry: $1) }
        let receipt = try await sink.deliver(DeliveryBatch(deliveries))
        #expect(receipt.confirmed == deliveries.map(\.id))
        #expect(size > 1 ? receiver.requests.count < entries.count / 2 : receiver.requests.count == entries.count)
        for request in receiver.requests {
            let body = try #require(JSONNode(parsing: request.body ?? []).value.objectValue)
            let defect = service.defect(body, request.body ?? [])
            #expect(defect == nil, "\(request.prettyBody.prefix(2000))")
            #expect(request.url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        }
    }
}
