import Foundation
import Testing
import TributaryEngine

@testable import TributaryCommand

@Suite("The progress line")
struct ProgressLineTests {
    @Test(
        "It names how many feeds, entries and slow hosts there are, and never takes more than the terminal has",
        arguments: [
            ([], 80, "3/40 feeds, 7 new entries"),
            (["slow.example"], 80, "3/40 feeds, 7 new entries; waiting for slow.example"),
            (["a.example", "b.example"], 80, "3/40 feeds, 7 new entries; waiting for a.example and b.example"),
            (
                ["a.example", "b.example", "c.example", "d.example"], 80,
                "3/40 feeds, 7 new entries; waiting for a.example, b.example and 2 more"
            ),
            (["設計.example"], 48, "3/40 feeds, 7 new entries; waiting for 設計.exa…"),
            (["a\u{1B}[2J.example"], 80, "3/40 feeds, 7 new entries; waiting for a[2J.example"),
            (["slow.example"], 12, "3/40 feeds,…"),
            (["slow.example"], 1, "…"),
        ])
    func text(hosts: [String], columns: Int, expected: String) {
        var progress = RunProgress()
        (progress.done, progress.all, progress.new, progress.silentHosts) = (3, 40, 7, hosts)
        #expect(ProgressLine.text(of: progress, columns: columns) == expected)
        progress.new = 1
        #expect(ProgressLine.text(of: progress, columns: 80).hasPrefix("3/40 feeds, 1 new entry"))
    }

    @Test(
        "On a terminal it stands until the readings have ended, cut to the terminal's width; elsewhere there is none",
        .timeLimit(.minutes(10)))
    func run() async throws {
        let folder = try CaseFolder()
        let feed =
            #"{"version": "https://jsonfeed.org/version/1.1", "title": "Q", "items": [{"id": "1", "title": "One"}]}"#
        try folder.write(Data(feed.utf8), to: "site/quick.json")
        let config = """
            {"feeds": ["{{origin}}/quick.json", "{{origin}}/fault/never/slow.json"], "store": {"path": "store.db"},
            "sinks": [{"use": "cache"}, {"use": "terminal", "style": "tsv"}],
            "fetch": {"timeout": "3s", "own_hosts": ["127.0.0.1"]}}
            """
        try folder.write(Data(config.utf8), to: "config.json")
        let command = "stty cols 60 2>/dev/null; tributary run --config config.json --force >entries"
        let shown = try await folder.run("script -qec '\(command)' /dev/null").output
        #expect(shown.contains("\r\u{1B}[K1/2 feeds, 1 new entry; waiting for 127.0.0.1"), "\(shown.debugDescription)")
        let lines = shown.replacing("\r\n", with: "\n").split(separator: "\n")
        // What was shown is taken away again before anything else is printed.
        #expect(lines.first?.contains("\r\u{1B}[Kwarning: ") == true, "\(shown.debugDescription)")
        let summary = "1 feed read, 1 failed; 1 new entry"
        #expect(
            lines.last.map { $0 == summary || $0.hasSuffix("\r\u{1B}[K" + summary) } == true,
            "\(shown.debugDescription)")

        let narrow = try await folder.run("script -qec '\(command.replacing("60", with: "20"))' /dev/null")
        #expect(narrow.output.contains("\r\u{1B}[K1/2 feeds, 0 new e…"), "\(narrow.output.debugDescription)")

        let piped = try await folder.run("\(command)")
        #expect(!piped.errors.contains("\r") && !piped.errors.contains("\u{1B}"))
        #expect(piped.errors.hasSuffix("1 feed read, 1 failed; nothing new\n"))
    }
}
