import FeedFormats

extension LintCase {
    static let all = rss + modules + atom + whole

    private static let rss: [LintCase] = [
        LintCase(
            .rss, "<pubDate>2026-11-30T09:00:00Z</pubDate>", "RFC 822 §5", at: "2026-11-30T09",
            reading: "2026-11-30T09:00:00Z"),
        LintCase(
            .rss, "<pubDate>Tue, 30 Nov 2026 09:00:00 +0900</pubDate>", "RFC 822 §5", at: "Tue,",
            reading: "2026-11-30T09:00:00+09:00"),
        LintCase(
            .rss, "<pubDate>\n  30 Nov 26 09:00 GMT</pubDate>", "RFC 822 §5", at: "30 Nov 26",
            reading: "2026-11-30T09:00:00Z"),
        LintCase(
            .rss, "<pubDate>Mon, 30 Nov 2026 09:00:00 JST</pubDate>", "RFC 822 §5", at: "Mon,",
            reading: "2026-11-30T09:00:00+09:00"),
        LintCase(.rss, "<guid>harbour-1</guid>", #"RSS 2.0 "guid""#, at: "harbour-1"),
        LintCase(
            .rss, #"<guid isPermaLink="no">https://harbour.example/2</guid>"#, #"RSS 2.0 "guid""#, at: #"no">"#),
        LintCase(
            .rss, "</item><item><title>t</title><guid>https://harbour.example/1</guid>", #"RSS 2.0 "guid""#,
            at: "https://harbour.example/1</guid></item>\n</channel>"),
        LintCase(
            .rss, "channel:<cloud domain='a.example' port='80' path='/' registerProcedure='' protocol='xml-rpc'/>",
            #"RSS 2.0 "cloud""#, at: "<cloud"),
        LintCase(.rss, "<link>/2026/1</link>", #"RSS 2.0 "link""#, at: "/2026/1"),
        LintCase(.rss, "<link>https://harbour.example/a b</link>", "RFC 3986 §2", at: "https://harbour.example/a b"),
        LintCase(.rss, "<author>Ines</author>", #"RSS 2.0 "author""#, at: "Ines", reading: #"the name "Ines""#),
        LintCase(
            .rss, #"<enclosure url="https://harbour.example/a.mp3" type="audio/mpeg"/>"#, #"RSS 2.0 "enclosure""#,
            at: "<enclosure"),
        LintCase(
            .rss, #"<enclosure url="https://harbour.example/a.mp3" type='mp3' length="1"/>"#,
            #"RSS 2.0 "enclosure""#, at: "mp3' length"),
        LintCase(
            .rss, #"<enclosure url="https://harbour.example/a.mp3" type="audio/mpeg" length="1 MB"/>"#,
            #"RSS 2.0 "enclosure""#, at: "1 MB"),
        LintCase(.rss, "<source>Elsewhere</source>", #"RSS 2.0 "source""#, at: "<source>"),
        LintCase(.rss, "<title></title>", #"RSS 2.0 "item""#, at: "<title></title>", reading: "the first"),
        LintCase(
            .rss, "</item><item><guid>https://harbour.example/2</guid>", #"RSS 2.0 "item""#,
            at: "<item><guid>https://harbour.example/2"),
        LintCase(
            .rss, "</item><item><title>no guid</title>", #"RSS Advisory Board profile "guid""#,
            at: "<item><title>no guid", reading: "an id made from its text"),
        LintCase(.rss, "channel:<ttl>often</ttl>", #"RSS 2.0 "ttl""#, at: "often"),
        LintCase(.rss, "channel:<language>日本語</language>", "RFC 5646 §2.1", at: "日本語"),
        LintCase(.rss, "channel:<skipHours><hour>24</hour></skipHours>", #"RSS 2.0 "hour""#, at: "24"),
        LintCase(.rss, "channel:<skipDays><day>Mo</day></skipDays>", #"RSS 2.0 "day""#, at: "Mo"),
        LintCase(
            .rss,
            "channel:<image><url>https://harbour.example/i.png</url><title>t</title>"
                + "<link>https://harbour.example/</link><width>200</width></image>",
            #"RSS 2.0 "image""#, at: "200"),
    ]

    private static let modules: [LintCase] = [
        LintCase(.rss, "<itunes:duration>an hour</itunes:duration>", #"itunes "itunes:duration""#, at: "an hour"),
        LintCase(.rss, "<itunes:explicit>rather</itunes:explicit>", #"itunes "itunes:explicit""#, at: "rather"),
        LintCase(.rss, "<itunes:image/>", #"itunes "itunes:image""#, at: "<itunes:image"),
        LintCase(.rss, "<media:content type='image/png'/>", #"Media RSS "media:content""#, at: "<media:content"),
        LintCase(
            .rss, "<media:content url='https://harbour.example/a' medium='tape'/>", #"Media RSS "media:content""#,
            at: "tape"),
        LintCase(.rss, "<media:thumbnail url='/t.png'/>", #"Media RSS "media:thumbnail""#, at: "/t.png"),
        LintCase(.rss, "<dc:date>30 Nov 2026</dc:date>", "W3C Date and Time Formats", at: "30 Nov"),
        LintCase(.rss, "<atom:link rel='related'/>", "RFC 4287 §4.2.7.1", at: "<atom:link rel='related'"),
    ]

    private static let atom: [LintCase] = [
        LintCase(.atom, "<id>harbour-1</id>", "RFC 4287 §4.2.6", at: "harbour-1", reading: "harbour-1"),
        LintCase(
            .atom, "<published>Mon, 30 Nov 2026 09:00:00 GMT</published>", "RFC 4287 §3.3", at: "Mon, 30",
            reading: "2026-11-30T09:00:00Z"),
        LintCase(.atom, "<published>2026-11-30 09:00:00Z</published>", "RFC 4287 §3.3", at: "2026-11-30 "),
        LintCase(.atom, "<content>a &lt;b&gt;bold&lt;/b&gt; word</content>", "RFC 4287 §4.1.3.3", at: "a &lt;b"),
        LintCase(.atom, "<summary>x<b>y</b></summary>", "RFC 4287 §3.1.1.1", at: "<b>y", reading: "markup"),
        LintCase(.atom, "<summary type='markdown'>x</summary>", "RFC 4287 §3.1.1", at: "markdown"),
        LintCase(.atom, "<summary type='xhtml'><p>x</p></summary>", "RFC 4287 §3.1.1.3", at: "<summary"),
        LintCase(
            .atom, "<summary>s</summary><content src='/a.mp3' type='audio/mpeg'/>", "RFC 3986 §5.1", at: "/a.mp3"),
        LintCase(.atom, "<link rel='related'/>", "RFC 4287 §4.2.7.1", at: "<link rel='related'"),
        LintCase(
            .atom, "<link rel='enclosure' href='https://harbour.example/a'/>", "RFC 4287 §4.2.7.2",
            at: "<link rel='enclosure'"),
        LintCase(
            .atom, "<link type='html' href='https://harbour.example/a'/>", "RFC 4287 §4.2.7.3", at: "html' href"),
        LintCase(.atom, "<category label='tides'/>", "RFC 4287 §4.2.2.1", at: "<category"),
        LintCase(.atom, "<contributor/>", "RFC 4287 §3.2.1", at: "<contributor"),
        LintCase(
            .atom, "<contributor><name>N</name><email>n at example</email></contributor>", "RFC 4287 §3.2.3",
            at: "n at example"),
        LintCase(
            .atom,
            "</entry><entry><id>tag:harbour.example,2026:1</id><title>t</title><updated>2026-11-30T09:00:00Z</updated>"
                + "<content/>", "RFC 4287 §4.1.1", at: "tag:harbour.example,2026:1</id><title>t"),
        LintCase(
            .atom, "</entry><entry><id>urn:2</id><updated>2026-11-30T09:00:00Z</updated><content/>",
            "RFC 4287 §4.1.2", at: "<entry><id>urn:2"),
        LintCase(.atom, "feed:<logo>logo.png</logo>", "RFC 3986 §5.1", at: "logo.png", reading: "logo.png"),
        LintCase(.atom, "feed:<updated>2026-11-29T09:00:00Z</updated>", "RFC 4287 §4.1.1", at: "<updated>2026-11-29"),
    ]

    private static let whole: [LintCase] = [
        LintCase(
            .rss,
            """
            <?xml version="1.0"?><rss version="2.0"><channel><title>t</title><link>https://harbour.example/</link>
            <description>d</description></channel></rss>
            """, #"RSS Advisory Board profile "atom:link""#, at: "<channel>"),
        LintCase(
            .atom,
            """
            <?xml version="1.0"?><feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>t</title></feed>
            """, "RFC 4287", at: "<feed", reading: "Atom 0.3"),
        LintCase(
            .rss,
            """
            <?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
             xmlns="http://purl.org/rss/1.0/"><channel rdf:about="urn:c"><title>t</title>
            <link>https://harbour.example/</link><description>d</description></channel>
            <item><title>i</title><link>https://harbour.example/i</link></item></rdf:RDF>
            """, "RSS 1.0 §5.5", at: "<item>"),
        LintCase(
            .rss,
            """
            <?xml version="1.0"?><rss><channel xmlns:a="http://www.w3.org/2005/Atom"><title>t</title>
            <link>https://harbour.example/</link><description>d</description>
            <a:link rel="self" href="https://harbour.example/feed"/></channel></rss>
            """, #"RSS 2.0 "rss""#, at: "<rss>"),
    ]
}
