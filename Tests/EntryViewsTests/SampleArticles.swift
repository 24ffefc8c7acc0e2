import FeedModel

/// Whole entries whose pages in the terminal are kept as snapshots.
enum SampleArticles {
    static let all = [everything, japanese, untitled]

    static let everything: Entry = {
        var entry = Entry(id: "1", url: "https://example.org/trains/late", title: "Why trains run late")
        entry.authors = [Author(name: "Ann Author"), Author(name: "森 ひかり")]
        entry.tags = ["rail", "winter"]
        entry.datePublished = Timestamp(seconds: 1_796_000_000)
        entry.tributary = TributaryExtension(
            feed: FeedReference(id: "rail", title: "Rail Notes"), firstSeen: Timestamp(seconds: 1_796_000_000),
            number: 12)
        entry.attachments = [Attachment(url: "https://example.org/late.mp3", mimeType: "audio/mpeg")]
        entry.contentHTML = """
            <p>Trains are <em>late</em> when the <a href="/switches">switches</a> <strong>freeze</strong>, as the \
            <a href="https://example.org/board">board of <b>trade</b></a> says; see <a href="/switches">them</a> again, or \
            <a href="https://example.com/x">https://example.com/x</a>.</p>
            <h2>Reasons</h2>
            <ul><li>Frost</li><li>Leaves, which lie on the rails in the autumn and are pressed to a film that nothing \
            grips<ul><li>beech</li><li>oak</li></ul></li></ul>
            <ol start="9"><li><p>First a long look at the signal.</p><p>Then another.</p></li><li>Wait</li></ol>
            <blockquote><p>We regret the delay.</p><p>— <cite>The railway</cite></p></blockquote>
            <pre><code class="swift">func wait() {\n\tlet answer = 42 // a comment that is longer than the line of the terminal\n}\n</code></pre>
            <p>Run <code>wait()</code> twice.<br>Then leave.</p>
            <hr>
            <table><tr><th>Line</th><th>Minutes</th></tr><tr><td>North</td><td>12</td></tr></table>
            <dl><dt>Film</dt><dd>What leaves become.</dd></dl>
            <figure><a href="https://example.org/large.jpg"><img src="small.jpg" alt="A frozen switch"></a>\
            <figcaption>The switch at dawn</figcaption></figure>
            <p><img src="https://example.org/img/IMG_1.jpg?w=2"><img src="p.gif" width="1" height="1" alt="x"></p>
            <video src="https://example.org/v.mp4">no video</video>
            """
        return entry
    }()

    static let japanese: Entry = {
        var entry = Entry(id: "2", url: "https://example.com/furiko", title: "柱時計の振り子を軽くしたら、一日二分すすむようになった話")
        entry.contentHTML = """
            <p>錘を真鍮から木に替えたところ、時計がすすみはじめました。振り子の長さと重さ、どちらが時間を決めるのかを、もう一度たしかめました。\
            「長さです」と師匠は言います。（もちろん、そうです。）ｶﾀｶﾅとLatinの単語も、折り返しに入ります。</p>
            <p><ruby>錘<rp>（</rp><rt>おもり</rt><rp>）</rp></ruby>と<ruby>振子<rt>ふりこ</rt></ruby>。</p>
            <ul><li>一つめの項目は、行の幅よりも長いので折り返されて、記号の右にそろいます。</li><li>二つめ</li></ul>
            <blockquote>引用された文も、行の幅にあわせて折り返されます。括弧「」は行頭に来ません。</blockquote>
            """
        return entry
    }()

    static let untitled: Entry = {
        var entry = Entry(id: "3")
        entry.contentText = "A note without a title, by someone who writes\nshort lines.\n\nAnd a second paragraph."
        return entry
    }()

    static let hostile: Entry = {
        var entry = Entry(
            id: "4", url: "https://example.org/a\u{1B}[31m?b", title: "Red \u{1B}[31malert\u{202E}gnp\u{7}")
        entry.contentHTML = """
            <p>Clear \u{1B}[2J\u{1B}[H and &#27;[31m red, &#x202E;reversed&#x200B; \u{9B}31m</p>\
            <a href="javascript:alert(1)">run</a> <a href="https://example.org/\u{1B}]8;;x\u{7}">link</a> \
            <a href="data:text/html,x">data</a><pre>\u{1B}]0;owned\u{7}\tcode\r\nnext</pre>\
            <img src="x" alt="\u{1B}[5mblink"><img src="https://example.org/\u{1B}.png"><iframe src="https://example.org/f"></iframe>\
            <style>p { color: red }</style><script>steal()</script><!-- gone --><p>&lt;b&gt;not bold&lt;/b&gt;
            """
        entry.attachments = [Attachment(url: "file:///etc/\u{1B}[31mpasswd", mimeType: "text/\u{7}plain")]
        return entry
    }()
}
