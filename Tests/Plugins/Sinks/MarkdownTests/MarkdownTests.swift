import FeedModel
import MarkdownSink
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The sink markdown")
struct MarkdownTests {
    private static func batch(_ entries: [Entry]) -> DeliveryBatch {
        DeliveryBatch(
            entries.enumerated().map {
                Delivery(id: "\($0.offset)", position: Int64($0.offset), revision: 0, entry: $0.element)
            })
    }

    private static func files(_ entries: [Entry], _ options: String = "") async throws -> [String] {
        let folders = MemoryFolders()
        let sink = try PluginContract.make(
            Markdown.self, #"{"use": "markdown", "path": "/out/in"\#(options)}"#, context: .test(folders: folders))
        _ = try await sink.deliver(batch(entries))
        return folders.paths.map { String(decoding: folders.bytes(at: $0) ?? [], as: UTF8.self) }
    }

    private static func text(_ html: String) async throws -> String {
        var entry = Entry(id: "1", url: "https://example.org/a/", title: "t")
        entry.contentHTML = html
        let file = try #require(try await files([entry]).first)
        return try #require(file.components(behind: "\n---\n\n"))
    }

    @Test("It keeps the contract of a sink, wherever the disk is full", arguments: [false, true])
    func contract(isDigest: Bool) async throws {
        try await SinkContract.check(
            Markdown.self, in: PluginFolder("Plugins/Sinks/Markdown"), faults: stride(from: 0, to: 700, by: 35)
        ) { capacity in
            let folders = MemoryFolders(fault: capacity.map { .full(after: $0) })
            return SinkBench(
                element: #"{"use": "markdown", "path": "/out/in", "digest": \#(isDigest)}"#,
                context: .test(folders: folders), repair: { folders.meet(nil) }
            ) {
                let order = (Entry.samples + Entry.oddities).map(\.id)
                let text = folders.paths.map { String(decoding: folders.bytes(at: $0) ?? [], as: UTF8.self) }.joined()
                if isDigest {
                    let titles = ["# [Release 6.3]", "# [設計の話", "# Episode 42"]
                    let ends = ["improved\n\n", "まとめる。\n\n", "42.mp3>)\n\n"]
                    return zip(order, zip(titles, ends)).filter { text.contains($1.0) && text.contains($1.1) }.map(\.0)
                }
                return order.filter { text.contains("\nid: \"\($0)\"\n---\n") }
            }
        }
    }

    @Test("The files are what is expected, to the byte")
    func snapshots() async throws {
        try Snapshot.expect(try await Self.files(Entry.samples).joined(separator: "⋯\n"), named: "files", suffix: "md")
        let digest = try await Self.files(Entry.samples, #", "digest": true"#)
        try Snapshot.expect(try #require(digest.first), named: "digest", suffix: "md")
    }

    @Test("HTML becomes the Markdown that says the same")
    func blocks() async throws {
        let cases = [
            ("<h1>One</h1><p>a <b>b</b> <i>c </i>d</p>", "## One\n\na **b** *c* d\n"),
            ("<p>a<br>b <a href=c?(d)>e [f]</a></p>", "a\\\nb [e \\[f\\]](<https://example.org/a/c?(d)>)\n"),
            ("<ul><li>a<li>b</ul><ol start=9><li>c<li>d</ol>", "- a\n- b\n\n9. c\n10. d\n"),
            ("<ul><li><p>a</p><p>b</p><li>c</ul>", "- a\n\n  b\n\n- c\n"),
            ("<blockquote><p>a</p><ul><li>b</ul></blockquote>", "> a\n>\n> - b\n"),
            ("<pre>a\n  ```b\n</pre>", "````\na\n  ```b\n````\n"),
            ("<table><tr><th>a<th>b|c<tr><td>d<td>e</table>", "| **a** | **b\\|c** |\n| --- | --- |\n| d | e |\n"),
            ("<p><img src=i.png alt='A *b*'></p><hr>", "![A \\*b\\*](<https://example.org/a/i.png>)\n\n---\n"),
            ("<p>- a</p><p>1. b</p><p># c</p><p>&lt;script&gt;</p>", "\\- a\n\n1\\. b\n\n\\# c\n\n\\<script\\>\n"),
            ("<p><code>a`b``c</code> <code>`</code></p>", "```a`b``c``` `` ` ``\n"),
            ("<p><code>a*b</code> <a href='javascript:x()'>c</a></p>", "`a*b` c\n"),
        ]
        for (html, markdown) in cases {
            let text = try await Self.text(html)
            #expect(text == markdown)
        }
    }

    @Test("Front matter of one's own has its keys in order, quoted values, and lists of tags; empty ones are left out")
    func frontMatter() async throws {
        var entry = Entry(id: "1", url: "https://example.org/a", title: "設計: \"one\"\n- two")
        entry.tags = ["a: b", "---"]
        let options = #"""
            , "front_matter": {"title": "{{title:20}}", "yes": "{{url}}", "draft": false, "tags": ["link", "{{tags}}"],
            "by": ["{{authors}}"], "summary": "{{summary}}", "my key": "x {{language|id}}"}
            """#
        let file = try #require(try await Self.files([entry], options).first)
        #expect(
            file.hasPrefix(
                """
                ---
                title: "設計: \\"one\\" - two"
                "yes": "https://example.org/a"
                draft: false
                tags: ["link","a: b","---"]
                "my key": "x 1"
                ---


                """), "\(file)")
    }

    @Test(
        "Mistakes in front matter are said where they stand",
        arguments: [
            (#""front_matter": {"a": ["{{titel}}"]}"#, "front_matter.a[0]"),
            (#""front_matter": {"a": 1}"#, "front_matter.a"),
            (#""front_matter": {"a": "b"}, "digest": true"#, "front_matter"),
        ])
    func frontMatterMistakes(options: String, place: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try PluginContract.make(Markdown.self, #"{"use": "markdown", "path": "/out/in", \#(options)}"#)
        }
        #expect(error?.problems.first?.path.description == place)
    }

    @Test("No text of a feed is a key of the front matter, a heading or a tag")
    func harmless() async throws {
        for entry in NastyTexts.entries + Entry.oddities {
            let file = try #require(try await Self.files([entry]).first)
            let head = file.split(separator: "\n---\n", maxSplits: 1)[0].split(separator: "\n")
            #expect(head.first == "---")
            let keys = ["title", "date", "updated", "url", "feed", "authors", "tags", "language", "id"]
            for line in head.dropFirst() {
                #expect(keys.contains { line.hasPrefix("\($0): \"") || line.hasPrefix("\($0): [") }, "\(line)")
            }
            #expect(
                !file.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{202E}" || $0 == "\u{7F}" })
            let digest = try #require(try await Self.files([entry], #", "digest": true"#).first)
                .replacing("\\<", with: "")
            #expect(!digest.contains("<script") && !digest.contains("](<javascript:"))
            #expect(digest.split(separator: "\n").filter { $0.hasPrefix("# ") }.count == 1, "\(digest)")
        }
    }
}

extension String {
    /// What stands behind the first place of a text.
    fileprivate func components(behind text: String) -> String? {
        firstRange(of: text).map { String(self[$0.upperBound...]) }
    }
}
