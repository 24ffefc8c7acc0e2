import EntryPages
import FeedModel
import Testing
import TributaryTestKit

@Suite("Names of files for entries")
struct EntryFileNameTests {
    @Test("Letters and digits of every script stay, and what is between them is one hyphen")
    func slugs() {
        let cases = [
            ("Release 6.3: what is new", "release-6-3-what-is-new"), ("設計の話：フィードを読む", "設計の話-フィードを読む"),
            ("ｶﾞ行 ＡＢＣ", "ガ行-abc"), ("  -- ", ""), ("Straße", "strasse"), ("../../etc/passwd", "etc-passwd"),
            (".hidden", "hidden"), ("-o", "o"), ("🇯🇵", ""), ("a\u{0}b", "a-b"),
        ]
        for (title, slug) in cases { #expect(EntryFileName.slug(of: title) == slug) }
    }

    @Test("Whatever a text says, a slug is a harmless part of a path", arguments: NastyTexts.all)
    func harmless(text: String) {
        let slug = EntryFileName.slug(of: text)
        #expect(slug.utf8.count <= 96)
        #expect(!slug.hasPrefix("-") && !slug.hasSuffix("-") && !slug.hasPrefix("."))
        #expect(!slug.unicodeScalars.contains { "/\\. \u{0}\n\r\t\"'$`;|&<>*?:".unicodeScalars.contains($0) })
        #expect(slug == EntryFileName.slug(of: slug), "it changes once more")
    }

    @Test("A long text is cut between characters, and marks do not come alone")
    func cuts() {
        #expect(EntryFileName.slug(of: String(repeating: "長い", count: 5000)).utf8.count == 96)
        #expect(EntryFileName.slug(of: "aaa bbb", bytes: 4) == "aaa")
        #expect(EntryFileName.slug(of: "\u{301}\u{301}a") == "a")
    }

    @Test("A key follows from the subscription and the id, and from nothing else")
    func keys() {
        var one = Entry(id: "1", title: "a")
        one.tributary = TributaryExtension(feed: FeedReference(id: "f"), firstSeen: Timestamp(seconds: 0))
        var renamed = one
        renamed.title = "b"
        var other = one
        other.tributary?.feed.id = "g"
        #expect(EntryFileName.key(of: one) == EntryFileName.key(of: renamed))
        #expect(EntryFileName.key(of: one) != EntryFileName.key(of: other))
        #expect(EntryFileName.key(of: one) != EntryFileName.key(of: Entry(id: "1")))
        // Names of files that have been written must not change.
        #expect(EntryFileName.key(of: one) == "da729ddf40e32f19")
        #expect(Set(NastyTexts.entries.map(EntryFileName.key(of:))).count == NastyTexts.all.count)
    }
}
