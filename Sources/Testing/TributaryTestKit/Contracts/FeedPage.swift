import FeedJSON
public import FeedModel
public import Testing
public import TributaryPluginKit

/// A page sink that writes a feed, and the adapter of the same name that reads it again.
public struct FeedPage<Page: PageSink, Format: DocumentAdapter>: Sendable {
    private var name: String { Page.descriptor.name }
    private var path: String { "/out/\(name).xml" }

    /// The sink and the adapter.
    public init(_ page: Page.Type, readBy format: Format.Type) {}

    /// What the sink writes of entries.
    ///
    /// - Parameter options: further members of its element, a comma before each.
    public func document(_ entries: [Entry], _ options: String = "") async throws -> [UInt8] {
        let folders = MemoryFolders()
        let element =
            #"{"use": "\#(name)", "path": "\#(path)", "feed_url": "https://example.org/\#(name).xml", "title": "流れ"\#(options)}"#
        let sink = try PluginContract.make(Page.self, element, context: .test(folders: folders))
        try await sink.render(MemoryArchive(entries))
        return try #require(folders.bytes(at: path))
    }

    /// What the adapter reads of a document, and what it finds odd.
    public func read(_ document: [UInt8]) throws -> (feed: Feed, remarks: [Diagnostic]) {
        let adapter = try PluginContract.make(Format.self, #"{"use": "\#(name)"}"#)
        let document = Document(url: nil, mediaType: nil, bytes: document)
        let (feed, output) = try adapter.feed(from: document)
        var linting = LintingOutput(document)
        adapter.lint(document, into: &linting)
        return (feed, output.diagnostics + linting.diagnostics)
    }
}

// MARK: - What every such sink keeps

extension FeedPage {
    /// Checks the contract of a page sink, with disks that are full after some bytes.
    public func checkContract(in folder: PluginFolder, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let letters = { (entry: Entry) in String((entry.title ?? "").filter { $0.isLetter }.prefix(20)) }
        try await PageSinkContract.check(
            Page.self, in: folder, element: #"{"use": "\#(name)", "path": "\#(path)"}"#, faults: [0, 1, 100, 1000],
            identity: letters, sourceLocation: sourceLocation
        ) { folders in
            try read(#require(folders.bytes(at: path))).feed.entries.map(letters)
        }
    }

    /// Checks that documents keep the specification whatever the feeds say.
    public func checkSpecification(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        for entries in [Entry.samples, Entry.oddities, NastyTexts.entries, []] {
            let (feed, remarks) = try read(try await document(entries))
            #expect(feed.entries.count == entries.count, sourceLocation: sourceLocation)
            // URLs of the entries are written as they came, and a title may lack; all else is ours.
            let ours = remarks.filter { remark in
                remark.severity == .error
                    && !["URL", "URI", "\"title\" is empty"].contains { remark.message.contains($0) }
            }
            #expect(ours.isEmpty, "\(ours.prefix(3))", sourceLocation: sourceLocation)
            #expect(Set(feed.entries.map(\.id)).count == entries.count, sourceLocation: sourceLocation)
        }
    }

    /// Checks that random entries come back.
    ///
    /// - Parameter simplify: makes of an entry what the format can hold of it.
    public func checkRoundTrip(
        seed: UInt64, sourceLocation: SourceLocation = #_sourceLocation, simplify: (inout Entry) -> Void
    ) async throws {
        var feeds = RepublishedFeeds(seed: seed)
        let entries = feeds.entries()
        let read = try read(try await document(entries)).feed
        #expect(read.entries.count == entries.count, "seed \(seed)", sourceLocation: sourceLocation)
        for (entry, found) in zip(entries, read.entries) {
            var expected = entry
            simplify(&expected)
            feeds.expectSource(in: &expected, "_\(name)")
            feeds.expectMedia(in: &expected)
            expected.tributary = nil
            let (text, wanted) = (try RepublishedFeeds.text(of: found), try RepublishedFeeds.text(of: expected))
            #expect(text == wanted, "seed \(seed)", sourceLocation: sourceLocation)
        }
    }

    /// Checks that a date to come is not the feed's, that a title is one line, and that no link leads out of the web.
    ///
    /// - Parameter updated: the start tag of the element that says when the feed was updated.
    public func checkHostileEntry(updated: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        var entry = Entry(id: "https://example.org/1", url: "javascript:alert(1)", title: "two\nlines")
        entry.datePublished = Timestamp(seconds: 253_370_764_800)
        entry.contentText = "text"
        entry.image = "data:image/png,x"
        entry.authors = [Author(name: nil, url: "mailto:ines@example.org"), Author(name: "x", url: "vbscript:x")]
        entry.attachments = [Attachment(url: "javascript:b", mimeType: "audio/mpeg")]
        entry.extensions = [
            "_media": ["thumbnails": [["url": "javascript:c", "width": 1]], "player": "javascript:d"],
            "_comments": ["url": "javascript:e"],
            "_podcast": ["persons": [["name": "Guest", "url": "javascript:g"]]],
        ]
        entry.extensions["_\(name)"] = ["via": "javascript:f"]
        let text = String(decoding: try await document([entry]), as: UTF8.self)
        #expect(
            !text.contains("script:") && !text.contains("data:") && text.contains("Guest"),
            sourceLocation: sourceLocation)
        #expect(!text.contains("&lt;br") && !text.contains("media:thumbnail url"), sourceLocation: sourceLocation)
        let date = text.firstRange(of: updated).map { text[$0.upperBound...].prefix(30) }
        #expect(date?.contains("9999") == false, "\(date ?? "")", sourceLocation: sourceLocation)
        #expect(
            text.contains("ines@example.org") && !text.contains("name>mailto:"), sourceLocation: sourceLocation)
    }
}
