import EntryPages
import FeedModel
import HTMLSink
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The sink html")
struct HTMLTests {
    private let folders = MemoryFolders()

    private func render(_ entries: [Entry], _ options: String = "") async throws {
        let zone = options.contains("zone") ? "" : #", "zone": "UTC""#
        let element = #"{"use": "html", "path": "/out"\#(zone)\#(options)}"#
        let sink = try PluginContract.make(HTML.self, element, context: .test(folders: folders))
        try await sink.render(MemoryArchive(entries))
    }

    private func text(_ name: String) -> String {
        String(decoding: folders.bytes(at: "/out/\(name)") ?? [], as: UTF8.self)
    }

    private var index: String { text("index.html") }

    private var pages: [String] { folders.paths.filter { $0.hasPrefix("/out/entries/") } }

    /// The key that an entry of an archive in memory has.
    private static func key(of entry: Entry) -> String {
        var entry = entry
        if entry.tributary == nil {
            entry.tributary = TributaryExtension(
                feed: FeedReference(id: "https://example.org/feed"), firstSeen: Timestamp(seconds: 0))
        }
        return EntryFileName.key(of: entry)
    }

    @Test("It keeps the contract of a page sink, wherever the disk is full")
    func contract() async throws {
        for (options, count, faults) in [
            ("", nil, [0, 1, 1000, 10_000]), (#", "count": 5, "images": "none""#, 5, [0]),
        ] {
            try await PageSinkContract.check(
                HTML.self, in: PluginFolder("Plugins/Sinks/HTML"),
                element: #"{"use": "html", "path": "/out", "zone": "UTC"\#(options)}"#, showing: count,
                faults: faults, identity: Self.key
            ) { folders in
                let index = String(decoding: try #require(folders.bytes(at: "/out/index.html")), as: UTF8.self)
                return index.split(separator: #"id="e-"#).dropFirst().map { String($0.prefix(16)) }
            }
        }
    }

    @Test("The pages are what is expected, to the byte, but for style and script")
    func snapshots() async throws {
        try await render(Entry.samples, #", "title": "川の流れ", "description": "Two languages", "language": "ja""#)
        func bare(_ page: String) -> String {
            var kept = ""
            var rest = page[...]
            for (start, end) in [("<style>", "</style>"), ("<script>", "</script>")] {
                while let open = rest.firstRange(of: start), let close = rest.firstRange(of: end) {
                    kept += rest[..<open.upperBound] + "…" + rest[close.lowerBound..<close.upperBound]
                    rest = rest[close.upperBound...]
                }
            }
            return (kept + rest).split(separator: "\n", omittingEmptySubsequences: false).map { line in
                line.hasPrefix("<meta http-equiv") ? "<meta http-equiv=… >" : String(line)
            }.joined(separator: "\n")
        }
        try Snapshot.expect(bare(index), named: "index", suffix: "html")
        let page = try #require(Entry.samples.first.map { "entries/\(Self.key(of: $0)).html" })
        try Snapshot.expect(bare(text(page)), named: "reader", suffix: "html")
    }

    @Test("Nothing from a feed is markup, a script, a style or a request, whatever it says")
    func harmless() async throws {
        for options in [#", "images": "link""#, ""] {
            try await render(NastyTexts.entries + Entry.oddities, options)
            for path in pages + ["/out/index.html"] {
                let page = String(decoding: folders.bytes(at: path) ?? [], as: UTF8.self)
                #expect(page.split(separator: "<script").count == 2, "\(path)")
                #expect(page.split(separator: "<style").count == 2, "\(path)")
                for harm in [
                    "<script>alert", "href=\"javascript:", "href=\"data:text", "src=\"data:", "onerror=a",
                    "onmouseover=a",
                    "style=", "\u{0}", "\u{1B}", "<iframe", "<form", "<object",
                ] {
                    let text = page.replacing("&lt;img src=x onerror=alert(1)&gt;", with: "")
                    #expect(!text.contains(harm), "\(harm) in \(path) with \(options)")
                }
                // In content a block ends it.
                #expect(!page.contains("\u{202E}") || path.contains("/entries/"))
                let isLoading = options.isEmpty
                #expect(isLoading || !page.contains("<img"), "\(path) with \(options)")
                #expect(page.contains(isLoading ? "img-src https: http: data:;" : "img-src data:;"))
            }
            let names = pages.map { $0.dropFirst("/out/entries/".count) }
            #expect(names.count == NastyTexts.all.count + Entry.oddities.count)
            #expect(names.allSatisfy { $0.count == 21 && $0.hasSuffix(".html") })
        }
    }

    @Test("Images are left out, linked to, or loaded")
    func images() async throws {
        var entry = Entry(id: "1", url: "https://example.org/a/", title: "Pictures")
        entry.contentHTML = """
            <h1>One</h1><p>Text <img src="b.png" alt="A switch" srcset="c.png 2x" align="left"><img src="p.gif" width="1">\
            <img data-src="late.png"><a href="/big"><img src="small.png" alt="small"></a>
            <video src="film.mp4"></video><picture><source srcset="d.png"><img src="e.png" alt=""></picture></p>
            """
        let page = "entries/\(Self.key(of: entry)).html"
        try await render([entry], #", "images": "none""#)
        #expect(text(page).contains("<h2>One</h2><p>Text <a href=\"https://example.org/big\"></a>"))
        #expect(!index.contains("<img"))
        try await render([entry], #", "images": "link""#)
        #expect(
            text(page).contains(
                #"<p>Text <a href="https://example.org/a/b.png">A switch</a><a href="https://example.org/a/late.png">"#)
        )
        #expect(text(page).contains(#"<a href="https://example.org/big">small</a>"#))
        #expect(text(page).contains(#"<a href="https://example.org/a/film.mp4">https://example.org/a/film.mp4</a>"#))
        try await render([entry])
        #expect(text(page).contains(#"<p>Text <img src="https://example.org/a/b.png" alt="A switch"><img src="#))
        #expect(!text(page).contains("p.gif") && !text(page).contains("<video") && !text(page).contains("<picture"))
        #expect(index.contains(#"<img src="https://example.org/a/b.png" alt="A switch" loading="lazy""#))
    }

    @Test("Without a page of its own an entry's links lead to its feed's site, and without that nowhere")
    func relativeLinks() async throws {
        for (feed, page, link, image) in [
            ("https://ines:secret@example.org/feed?key=1", "https://example.org/blog/", "/blog/b", "/blog/c.png"),
            ("https://ines:secret@example.org/feeds/a?key=1", nil, "/feeds/b", "/feeds/c.png"),
            ("feed.json", nil, nil, nil),
        ] {
            var entry = Entry(id: "1", title: "No page")
            entry.contentHTML = #"<p><a href="b">b</a> <img src="c.png" alt="the c"></p>"#
            entry.tributary = TributaryExtension(
                feed: FeedReference(id: feed, homePageURL: page), firstSeen: Timestamp(seconds: 0))
            try await render([entry])
            let content = String(decoding: try folders.bytes(at: #require(pages.first)) ?? [], as: UTF8.self)
            if let link, let image {
                #expect(content.contains("<a href=\"https://example.org\(link)\">b</a>"))
                #expect(content.contains("<img src=\"https://example.org\(image)\" alt=\"the c\">"))
            } else {
                #expect(content.contains("<p><a>b</a> the c</p>"))
            }
            #expect(!content.contains("secret") && !content.contains("key=1"))
        }
    }

    @Test("Another theme has the pages rendered again")
    func themeState() async throws {
        let element = #"{"use": "html", "path": "/out", "theme": "/theme.css"}"#
        let sink = try PluginContract.make(HTML.self, element, context: .test(folders: folders))
        folders.put(Array("p { color: red }".utf8), at: "/theme.css")
        let before = try await sink.state()
        #expect(try await sink.state() == before)
        folders.put(Array("p { color: blue }".utf8), at: "/theme.css")
        #expect(try await sink.state() != before)
    }

    @Test("What did not change is not written again, and what is no longer shown goes, if it is as it was written")
    func increments() async throws {
        let entries = (1...6).map { Entry(id: "\($0)", url: "https://example.org/\($0)", title: "Entry \($0)") }
        try await render(Array(entries.prefix(4)))
        func inodes() async throws -> [String: UInt64] {
            var inodes: [String: UInt64] = [:]
            for path in folders.paths {
                inodes[path] = try await folders.folder(at: "/").mark(of: String(path.dropFirst()))?.inode
            }
            return inodes
        }
        folders.put(Array("<p>Mine</p>".utf8), at: "/out/entries/mine.html")
        let before = try await inodes()
        var revised = entries[1]
        revised.title = "Another title"
        try await render([entries[5], entries[0], revised, entries[3]])
        let after = try await inodes()
        func path(_ entry: Entry) -> String { "/out/entries/\(Self.key(of: entry)).html" }
        #expect(before[path(entries[0])] == after[path(entries[0])])
        #expect(before[path(entries[3])] == after[path(entries[3])])
        #expect(before[path(entries[1])] != after[path(entries[1])])
        #expect(after[path(entries[2])] == nil)
        #expect(after["/out/entries/mine.html"] != nil)
        folders.put(Array("changed".utf8), at: path(entries[3]))
        folders.put(
            folders.bytes(at: "/out/.tributary-pages").map { $0 + Array("00 ../secret\n00 entries/mine.html\n".utf8) }
                ?? [],
            at: "/out/.tributary-pages")
        try await render([entries[5]])
        #expect(Set(pages) == [path(entries[5]), path(entries[3]), "/out/entries/mine.html"])
        let list = text(".tributary-pages")
        #expect(list.split(separator: "\n").count == 2 && list.contains(Self.key(of: entries[5])))
    }

    @Test("A kill between any two writes leaves no page that is not removed later")
    func kills() async throws {
        let old = (1...3).map { Entry(id: "\($0)", title: "Entry \($0)") }
        let new = (4...6).map { Entry(id: "\($0)", title: "Entry \($0)") }
        for capacity in stride(from: 0, to: 40_000, by: 8000) {
            let test = Self()
            try await test.render(old)
            test.folders.meet(.full(after: capacity))
            try? await test.render(new)
            test.folders.meet(nil)
            try await test.render([old[0]])
            #expect(test.pages.count == 1, "full after \(capacity) bytes")
        }
    }

    @Test("A theme stands behind the style, with a hash of its own, and cannot end its element")
    func themes() async throws {
        folders.put(Array(":root { --page: #fff; }\n".utf8), at: "/themes/plain.css")
        try await render(Entry.samples, #", "theme": "/themes/plain.css""#)
        #expect(index.contains("</style>\n<style>:root { --page: #fff; }\n</style>"))
        #expect(index.split(separator: "'sha256-").count == 4)
        for css in ["a { } </StYle><script>", "<!-- a", "\u{FFFD}"] {
            folders.put(css == "\u{FFFD}" ? [0xFF] : Array(css.utf8), at: "/themes/plain.css")
            await #expect(throws: SinkFailure.self) {
                try await render(Entry.samples, #", "theme": "/themes/plain.css""#)
            }
        }
        let failure = await #expect(throws: SinkFailure.self) {
            try await render([], #", "theme": "/themes/none.css""#)
        }
        #expect(
            failure?.message == "theme /themes/none.css: there is no such file; write it, or leave out \"theme\"")
        #expect(throws: ConfigurationError.self) {
            try PluginContract.make(HTML.self, #"{"use": "html", "path": "out", "theme": "themes/"}"#)
        }
    }

    @Test("Days are those of the zone, and each stands once above its cards")
    func days() async throws {
        let entries = [Int64](arrayLiteral: 1_796_000_000, 1_795_999_000, 1_795_900_000).map { seconds in
            var entry = Entry(id: "\(seconds)", title: "At \(seconds)")
            entry.datePublished = Timestamp(seconds: seconds)
            entry.tributary = TributaryExtension(
                feed: FeedReference(id: "f", title: "F"), firstSeen: Timestamp(seconds: 1_797_000_000))
            return entry
        }
        try await render(entries)
        #expect(index.split(separator: "<section").count == 3)
        #expect(index.contains(#"<h2 id="day-1">Monday, 30 November 2026</h2>"#))
        try await render(entries, #", "zone": "+09:00", "language": "ja""#)
        #expect(index.contains(#"<h2 id="day-1">2026年12月1日（火）</h2>"#) || index.contains("2026年11月30日（月）</h2>"))
        #expect(index.contains(#"datetime="2026-11-30T"#))
    }
}
