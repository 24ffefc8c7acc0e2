import Testing
import TributaryEngine

@Suite("Short ways to write where a feed is")
struct FeedShortcutTests {
    @Test(
        "A shortcut stands for an address",
        arguments: [
            ("gh:mill/wheel", "https://github.com/mill/wheel/releases.atom"),
            ("gh:mill/wheel.js/releases", "https://github.com/mill/wheel.js/releases.atom"),
            ("gh:mill/wheel/tags", "https://github.com/mill/wheel/tags.atom"),
            ("gh:mill/wheel/commits", "https://github.com/mill/wheel/commits.atom"),
            ("yt:@night.train", "https://www.youtube.com/@night.train"),
            ("yt:@夜汽車", "https://www.youtube.com/@%E5%A4%9C%E6%B1%BD%E8%BB%8A"),
            (
                "yt:UCabcdefghijklmnopqrstuv",
                "https://www.youtube.com/feeds/videos.xml?channel_id=UCabcdefghijklmnopqrstuv"
            ),
            ("yt:PL-x_1", "https://www.youtube.com/feeds/videos.xml?playlist_id=PL-x_1"),
            (
                "https://youtube.com/channel/UCabcdefghijklmnopqrstuv/videos",
                "https://www.youtube.com/feeds/videos.xml?channel_id=UCabcdefghijklmnopqrstuv"
            ),
            (
                "https://www.youtube.com/playlist?si=1&list=PLx",
                "https://www.youtube.com/feeds/videos.xml?playlist_id=PLx"
            ),
            ("@ines@social.example", "https://social.example/@ines.rss"),
            ("@ines@SOCIAL.example:8443", "https://social.example:8443/@ines.rss"),
            ("r/swift", "https://www.reddit.com/r/swift/.rss"), ("/u/a-b_c", "https://www.reddit.com/user/a-b_c/.rss"),
        ])
    func address(text: String, url: String) {
        #expect(FeedShortcut.meaning(of: text) == .address(url))
    }

    @Test(
        "What only looks like one is a path or an address",
        arguments: [
            "./r/swift", "r/swift/feed.xml", "r/", "r/a name", "r/a-name-of-more-than-twenty-one", "feeds/a.xml",
            "https://github.com/mill/wheel", "https://www.youtube.com/@a", "https://www.youtube.com/channel/x", "",
            "https://www.youtube.com/playlist?list=", "https://example.org/channel/UCabcdefghijklmnopqrstuv",
        ])
    func plain(text: String) {
        #expect(FeedShortcut.meaning(of: text) == .plain)
    }

    @Test(
        "What begins like one and does not go on so is a mistake",
        arguments: [
            "gh:", "gh:mill", "gh:mill/", "gh:mill/wheel/issues", "gh:../x", "gh:a b/c", "yt:", "yt:@", "yt:@a/b",
            "yt:a b", "@ines", "@ines@", "@@social.example", "@ines@localhost", "@ines@a.example/x",
            "@ines@x@a.example",
            "@i/../x@a.example", "@ines@a.example?x", "@ines@[::1]",
        ])
    func mistakes(text: String) throws {
        guard case .mistake(let reason) = FeedShortcut.meaning(of: text) else {
            Issue.record("\(text) means \(FeedShortcut.meaning(of: text))")
            return
        }
        #expect(!reason.isEmpty)
    }
}
