import Foundation
import Testing
import TributaryTestOrigin

@Suite("Deliveries over a network, with the real program", .timeLimit(.minutes(10)))
struct DeliveryRunTests {
    @Test("Mail arrives once, also where the server is away at first")
    func mail() async throws {
        let server = try LoopbackMailServer(user: ("ines", "hunter2"), fault: .busy)
        let folder = try Self.folder(
            #"""
            {"use": "smtp", "host": "127.0.0.1", "port": \#(server.port), "security": "none", "user": "ines",
             "password": "${env:MAIL_PASSWORD}", "from": "feeds@example.org", "to": ["ines@example.org"],
             "first_fetch": "all"}
            """#)
        let away = try await folder.run("MAIL_PASSWORD=hunter2 tributary run --config config.json")
        #expect(away.status == 74 && away.errors.contains("421 too busy"), "\(away.errors)")
        server.meet(nil)
        let command = "export MAIL_PASSWORD=hunter2; tributary outbox retry --config config.json --sink smtp; "
        let next = try await folder.run(command + "tributary run --config config.json --offline")
        #expect(next.status == 0, "\(next.errors)")
        #expect(server.mails.count == 2)
        let texts = server.mails.map { String(decoding: $0.bytes, as: UTF8.self) }
        #expect(texts.map { $0.contains("Subject: One\r\n") } == [true, false])
        #expect(server.mails.allSatisfy { $0.sender == "feeds@example.org" && $0.recipients == ["ines@example.org"] })
        let again = try await folder.run(command + "tributary run --config config.json --offline")
        #expect(again.status == 0 && server.mails.count == 2)
        #expect(!(away.errors + next.errors).contains("hunter2"))
    }

    @Test("Entries are published once, each confirmed by the broker")
    func publications() async throws {
        let broker = try LoopbackBroker()
        let folder = try Self.folder(
            #"""
            {"use": "mqtt", "host": "127.0.0.1", "port": \#(broker.port), "security": "none", "topic": "feeds/{{title}}",
             "body": "{{id}}", "first_fetch": "all"}
            """#)
        for _ in 1...2 {
            let run = try await folder.run("tributary run --config config.json")
            #expect(run.status == 0, "\(run.errors)")
        }
        #expect(broker.publications.map(\.topic) == ["feeds/One", "feeds/Two"])
        #expect(broker.publications.map { String(decoding: $0.payload, as: UTF8.self) } == ["1", "2"])
        #expect(broker.publications.allSatisfy { $0.quality == 1 })
    }

    private static func folder(_ sink: String) throws -> CaseFolder {
        let folder = try CaseFolder()
        let configuration = #"{"feeds": ["feed.json"], "sinks": [\#(sink)], "store": {"path": "store.db"}}"#
        try folder.write(Data(configuration.utf8), to: "config.json")
        let items = ["One", "Two"].enumerated().map { place, title in
            #"{"id": "\#(place + 1)", "title": "\#(title)", "content_text": "x", "date_published": "2026-11-0\#(place + 1)T00:00:00Z"}"#
        }
        let feed =
            #"{"version": "https://jsonfeed.org/version/1.1", "title": "F", "items": [\#(items.joined(separator: ","))]}"#
        try folder.write(Data(feed.utf8), to: "feed.json")
        return folder
    }
}
