import FeedModel

/// Entries as feeds bring them, and as no feed should.
enum SampleEntries {
    static let all: [Entry] = [full, japanese, emoji, untitled, bare]

    static let full: Entry = {
        var entry = makeEntry(
            "1", feed: "Rail Notes", number: 12,
            title: "Why trains run late, and what a frozen switch has to do with it")
        entry.url = "https://rail.example.org/2026/11/why-trains-run-late?from=feed&page=1"
        entry.contentHTML = """
            <p>Trains are late when switches <b>freeze</b>, when a crew is missing, or when the train ahead is late.</p>
            <p>We asked <a href="https://people.example.org/">three dispatchers</a> what they do about it. Their answers
            differ, but all of them begin the day with a look at the weather map &amp; a very large cup of coffee.</p>
            <img src="https://rail.example.org/switch.jpg" alt="A frozen switch at dawn"><p>More next week, with figures.</p>
            """
        entry.authors = [
            Author(name: "Ann Author"), Author(name: "Bo Ek"), Author(url: "https://nameless.example.org"),
        ]
        entry.tags = ["rail", "winter", "operations research", "遅延"]
        entry.datePublished = Timestamp(seconds: 1_795_975_440, offset: 3600)
        return entry
    }()

    static let japanese: Entry = {
        var entry = makeEntry("2", feed: "鉄道日記", number: 7, title: "雪の朝の「指令室」：電車はなぜ遅れるのか、三人の指令員に聞きました")
        entry.url = "https://tetsudo.example.org/2026/yuki"
        entry.summary = """
            指令室の朝は早い。窓の外がまだ暗いうちに、天気図と時刻表を並べて一日の計画を立て直します。「遅れは雪だけのせいではありません」と、\
            SwiftとRSSが好きな指令員は笑いました。コーヒーを片手に、彼はポイントの凍結を知らせる警報を見つめています。
            """
        entry.authors = [Author(name: "山田花子"), Author(name: "鈴木一郎")]
        entry.tags = ["鉄道", "冬", "インタビュー"]
        entry.image = "https://tetsudo.example.org/img/shirei.jpg"
        entry.datePublished = Timestamp(seconds: 1_795_900_000)
        return entry
    }()

    static let emoji: Entry = {
        var entry = makeEntry("3", feed: "Small Talk 👋", number: 104, title: "👨‍👩‍👧‍👦 family day 🇯🇵 at the rail museum 🚂❤️")
        entry.url = "https://talk.example.org/an-address-that-is-longer-than-any-narrow-terminal-is-wide"
        entry.contentText = "See you there!"
        entry.dateModified = Timestamp(seconds: 1_795_800_000)
        return entry
    }()

    static let untitled: Entry = {
        var entry = makeEntry("4", feed: "micro", number: 5, title: nil)
        entry.contentHTML = """
            <p>Found a timetable from 1931 in a second-hand book. The night train took eleven hours and had a barber on board.</p>
            <p>Today it takes four, and there is no barber.</p>
            """
        entry.externalURL = "https://books.example.org/timetable"
        return entry
    }()

    static let bare = Entry(id: "5")

    /// Everything in it tries to get at the terminal.
    static let hostile: Entry = {
        let attack =
            "\u{1B}[2J\u{1B}]0;owned\u{7}\u{9B}31mred\u{202E}evil\u{2066}\u{200B}\u{FEFF}\u{7F}\r\nnext\u{2028}line\t\u{0}end"
        var entry = makeEntry("6" + attack, feed: attack, number: 6, title: "T" + attack)
        entry.url = "https://evil.example.org/\u{1B}]8;;https://x.example\u{1B}\\\u{9B}\u{202E}"
        entry.contentHTML =
            "<p>\(attack)&#27;[31m&#x9b;&#x202e;</p><img src='https://evil.example.org/\u{1B}' alt='&#27;]0;x&#7;'>"
        entry.authors = [Author(name: attack)]
        entry.tags = [attack]
        entry.attachments = [Attachment(url: "https://evil.example.org/" + attack)]
        return entry
    }()

    private static func makeEntry(_ id: String, feed: String, number: Int64, title: String?) -> Entry {
        var entry = Entry(id: id, title: title)
        let reference = FeedReference(id: "https://\(id.prefix(1)).example.org/feed", title: feed)
        entry.tributary = TributaryExtension(feed: reference, firstSeen: Timestamp(seconds: 0), number: number)
        return entry
    }
}
