import FeedModel
import Testing
import TributaryEngine
import TributaryPluginKit

@testable import FeedStore

@Suite("Entries by what people call them")
struct NamingTests {
    /// An entry that came under one URL and was cached under another, and one that was dropped.
    private static func bench() async throws -> Bench {
        let bench = try await Bench()
        var cached = Entry(id: "a", url: "https://blog.example.org/posts/one", title: "One")
        cached.contentHTML = "<p>One</p>"
        try await bench.arrive([
            .known(cached, cameAs: "https://blog.example.org/posts/one?utm_source=rss", dropped: false),
            .known(
                Entry(id: "b", url: "https://blog.example.org/posts/two"), cameAs: "https://blog.example.org/posts/two",
                dropped: true),
            .known(
                Entry(id: "urn:tributary:c", url: "https://blog.example.org/news#may-1"),
                cameAs: "https://blog.example.org/news#may-1", dropped: false),
            .known(
                Entry(id: "d", url: "https://blog.example.org/news#may-2"),
                cameAs: "https://blog.example.org/news#may-2", dropped: false),
        ])
        try await bench.routeAll()
        return bench
    }

    @Test(
        "A URL names an entry as it came, as it is cached, and in equal spellings",
        arguments: [
            "1", "#1", "a", "https://blog.example.org/posts/one?utm_source=rss", "https://blog.example.org/posts/one",
            "http://blog.example.org/posts/one", "https://BLOG.example.org:443/posts/one/",
            "https://blog.example.org/posts/one#comments", "https://blog.example.org/posts/one?utm_medium=x",
            "https://www.blog.example.org/posts/one?utm_source=rss&fbclid=1",
            "https://m.blog.example.org/posts/one/index.html", "https://blog.example.org/amp/posts/one",
        ])
    func cached(name: String) async throws {
        let bench = try await Self.bench()
        #expect(try await bench.store.entries(named: name).map(\.id) == ["a"])
        #expect(try await bench.store.numbers(named: name) == [1])
    }

    @Test(
        "Of one that was dropped only hashes are left, which are enough for most spellings",
        arguments: [
            "2", "b", "https://blog.example.org/posts/two", "http://BLOG.example.org:80/posts/two/",
            "https://blog.example.org/posts/two?utm_source=rss#top",
        ])
    func dropped(name: String) async throws {
        let bench = try await Self.bench()
        #expect(try await bench.store.numbers(named: name) == [2])
        #expect(try await bench.store.entries(named: name).isEmpty)
    }

    @Test("What is written exactly so goes first, and what several may be called names all of them")
    func exactness() async throws {
        let bench = try await Self.bench()
        #expect(try await bench.store.numbers(named: "https://blog.example.org/news#may-2") == [4])
        #expect(try await bench.store.numbers(named: "https://blog.example.org/news") == [3, 4])
        #expect(try await bench.store.numbers(named: "urn:tributary:c") == [3])
    }

    @Test(
        "Another page is no spelling",
        arguments: [
            "https://blog.example.org/posts/three", "https://example.org/posts/one", "posts/one", "one", "0", "-1", "#",
            "99", "", "99999999999999999999", "https://", "https://blog.example.org/posts/one?page=2", "%", "A",
        ])
    func others(name: String) async throws {
        let bench = try await Self.bench()
        #expect(try await bench.store.numbers(named: name).isEmpty)
        #expect(try await bench.store.entries(named: name).isEmpty)
    }
}

extension ArrivingEntry {
    fileprivate static func known(_ entry: Entry, cameAs url: String, dropped: Bool) -> ArrivingEntry {
        var arriving: ArrivingEntry = dropped ? .dropped(entry) : .kept(entry)
        arriving.keys = EntryKey.naming(entry.id).filter { $0.kind == .id }
        arriving.keys += EntryKey.naming(url).filter { $0.kind == .url }
        return arriving
    }
}
