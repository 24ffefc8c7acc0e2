import FoundationEssentials
import Testing
import TributaryPluginKit

@testable import TributaryEngine

@Suite("Secrets")
struct SecretsTests {
    @Test(
        "A text falls into what stands for itself and references",
        arguments: [
            ("", []),
            ("plain $ text", [.text("plain $ text")]),
            ("a${env:B}c", [.text("a"), .reference("env:B"), .text("c")]),
            ("$${env:B}", [.text("${env:B}")]),
            ("$$${x}", [.text("$${x}")]),
            ("${}", [.reference("")]),
            ("${a${b}", [.reference("a${b")]),
            ("x${env:B", [.text("x"), .unclosed]),
        ] as [(String, [ReferenceScan.Piece])])
    func pieces(text: String, pieces: [ReferenceScan.Piece]) {
        #expect(ReferenceScan.pieces(of: text) == pieces)
    }

    @Test("What references stand for is used, and what was written is shown and stored")
    func addresses() throws {
        let plan = try Planner.sample(["HOST": "example.org"]).plan(
            """
            {"feeds": ["https://${env:HOST}/feed?token=${env:TOKEN}", "https://reader:pw@example.org/$${x}?key=1"],
             "sinks": [{"use": "cache"}]}
            """)
        let (first, second) = (plan.subscriptions[0].subscription, plan.subscriptions[1].subscription)
        #expect(first.location == "https://example.org/feed?token=\(Planner.secret)")
        #expect(first.key == "https://${env:HOST}/feed?token=${env:TOKEN}")
        #expect(first.writtenLocation == "https://${env:HOST}/feed?token=***")
        #expect(second.location == "https://reader:pw@example.org/${x}?key=1")
        #expect(second.writtenLocation == "https://***@example.org/$${x}?key=***")
        #expect(second.key == "https://reader@example.org/$${x}?key=1")
    }

    @Test(
        "A secret in a file loses one final newline and nothing else",
        arguments: [
            ("pa ss", "pa ss"), ("pass\n", "pass"), ("pass\r\n", "pass"), ("pass\n\n", "pass\n"), ("", ""),
        ])
    func files(content: String, value: String) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/secrets-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(content.utf8).write(to: URL(filePath: folder + "/secret.txt"))
        let text =
            #"{"feeds": [{"use": "github_search", "query": "q", "token": "<${file:secret.txt}>"}], "sinks": [{"use": "cache"}]}"#
        let plan = try Planner.sample().plan(
            for: ConfigurationFile(name: "c.json", path: folder + "/c.json", bytes: Array(text.utf8)))
        #expect((plan.subscriptions[0].adapter as? SampleSearch)?.options.token == "<\(value)>")
    }

    @Test("A value is taken out of a message again, the longest first")
    func redaction() {
        var secrets = Secrets()
        secrets.insert("abcd", writtenAs: "${env:SHORT}")
        secrets.insert("abcdef", writtenAs: "${env:LONG}")
        secrets.insert("", writtenAs: "${env:EMPTY}")
        secrets.insert("ab", writtenAs: "${env:TOO_SHORT_TO_HIDE_ANYTHING}")
        #expect(secrets.redacted("x abcdef abcd ab") == "x ${env:LONG} ${env:SHORT} ab")
        #expect(Secrets().redacted("x") == "x")
        #expect(secrets.restored("x ${env:LONG} ${env:SHORT} ${env:OTHER}") == "x abcdef abcd ${env:OTHER}")
    }

    @Test(
        "A value is taken out in every form in which a server or a URL may bring it back",
        arguments: [
            ("hidden word", "/p/hidden%20word/x?y=hidden+word"), ("hiddenpä", "/hiddenp%C3%A4 hiddenp%c3%a4 hiddenpä"),
            ("hidden/w+r&d%x", "/hidden%2Fw%2Br%26d%25x hidden%2fw+r&d%x"),
            ("HiddenWord", "no host hiddenword.example"),
            ("hid%41den", "/hid%41den hidAden"), ("Bücher", "xn--bcher-kva.example BÜCHER? Bücher"),
            ("hidden%25word", "hidden%25word hidden%word"),
        ])
    func forms(secret: String, text: String) {
        var secrets = Secrets()
        secrets.insert(secret, writtenAs: "${env:Q}")
        let shown = secrets.redacted(text)
        #expect(shown.contains("${env:Q}"))
        #expect(!shown.lowercased().contains("hid"))
        #expect(!shown.contains("bcher-kva"))
        #expect(secrets.restored(secrets.redacted("/a/\(secret)/b")) == "/a/\(secret)/b")
    }

    @Test("No description of a plan's secrets shows one")
    func descriptions() throws {
        let plan = try Planner.sample().plan(
            #"{"feeds": [{"use": "github_search", "query": "${env:TOKEN}"}], "sinks": [{"use": "cache"}]}"#)
        var dumped = ""
        dump(plan.secrets, to: &dumped)
        #expect(!dumped.contains(Planner.secret))
        #expect("\(plan.secrets)" == "1 secrets")
        #expect("\(plan)" == "a plan of 1 subscriptions, 0 stages and 1 sinks")
        #expect(!"\(plan.subscriptions)".contains(Planner.secret))
    }
}
