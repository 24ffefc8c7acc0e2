import Foundation
import Testing
import TributaryTestOrigin

@Suite("Mailboxes as feeds, with the real program", .timeLimit(.minutes(10)))
struct MailboxRunTests {
    private static let run = "MAIL_PASSWORD=hunter2 tributary run --config config.json --force"

    @Test("Newsletters of a server are read once, and the server is told nothing that changes anything")
    func newsletters() async throws {
        let server = try LoopbackMailboxServer(mails: [Self.mail(3, "水車"), Self.mail(5, "Wheel")])
        let folder = try Self.folder(server)
        let first = try await folder.run(Self.run)
        #expect(first.status == 0, "\(first.errors)")
        let again = try await folder.run(Self.run)
        server.put(Self.mail(9, "News"))
        let last = try await folder.run(Self.run)
        #expect(again.status == 0 && last.status == 0, "\(again.errors)\(last.errors)")
        let written = try String(contentsOfFile: folder.path + "/entries.jsonl", encoding: .utf8)
        let lines = written.split(separator: "\n")
        let titles = ["Wheel", "水車", "News"]
        #expect(
            lines.count == 3 && titles.allSatisfy { title in lines.contains { $0.contains("\"title\":\"\(title)\"") } })
        let login = ["CAPABILITY", "LOGIN", "EXAMINE \"INBOX\""]
        #expect(
            server.commands
                == login + [
                    "UID SEARCH UID 1:* UNDELETED FROM \"news.example.org\"",
                    "UID FETCH 3,5 (UID INTERNALDATE BODY.PEEK[]<0.2097152>)", "LOGOUT",
                ] + login + ["LOGOUT"] + login + [
                    "UID SEARCH UID 6:* UNDELETED FROM \"news.example.org\"",
                    "UID FETCH 9 (UID INTERNALDATE BODY.PEEK[]<0.2097152>)", "LOGOUT",
                ])
    }

    @Test("A password that is refused is told, and is nowhere to be seen")
    func login() async throws {
        let server = try LoopbackMailboxServer(mails: [Self.mail(1, "One")])
        let folder = try Self.folder(server)
        let refused = try await folder.run(Self.run.replacing("hunter2", with: "hunter3"))
        #expect(refused.status == 69, "\(refused.errors)")
        #expect(
            refused.errors.contains("127.0.0.1 does not accept the user and the password: NO "), "\(refused.errors)")
        #expect(!(refused.errors + refused.output).contains("hunter3"))
        #expect(server.commands == ["CAPABILITY", "LOGIN"])
    }

    private static func mail(_ number: UInt32, _ subject: String) -> LoopbackMailboxServer.Mail {
        let text =
            "From: Mill <mill@news.example.org>\r\nSubject: \(subject)\r\nMessage-ID: <\(number)@x>\r\n\r\ntext\r\n"
        return LoopbackMailboxServer.Mail(number: number, bytes: Array(text.utf8))
    }

    private static func folder(_ server: LoopbackMailboxServer) throws -> CaseFolder {
        let folder = try CaseFolder()
        let feed =
            #"{"use": "imap", "host": "127.0.0.1", "port": \#(server.port), "security": "none", "user": "ines", "password": "${env:MAIL_PASSWORD}", "from": ["news.example.org"]}"#
        let configuration =
            #"{"feeds": [\#(feed)], "sinks": [{"use": "json_lines", "path": "entries.jsonl"}], "store": {"path": "store.db"}}"#
        try folder.write(Data(configuration.utf8), to: "config.json")
        return folder
    }
}
