import FeedHTML
import Testing
import TributaryTestKit

@Suite("Plain text out of HTML")
struct HTMLTextTests {
    @Test(
        "One line, as a reader sees it",
        arguments: [
            ("", ""), ("plain", "plain"), ("  two \n\t words ", "two words"), ("<b>bold</b> text", "bold text"),
            ("<b>bo</b>ld", "bold"), ("a<br>b<br/>c", "a b c"), ("<p>One.</p><p>Two.</p>", "One. Two."),
            ("<li>a<li>b", "a b"), ("Caf&eacute; &amp; &lt;b&gt;", "Café & <b>"), ("AT&T", "AT&T"),
            ("1 < 2 > 0", "1 < 2 > 0"),
            ("I <3 feeds", "I <3 feeds"), ("a<!-- <b>c</b> -->d", "ad"), ("a<!-->b<!--->c", "abc"),
            ("a<!--b--!>c", "ac"),
            ("a<?php echo ?>b", "ab"), ("<!DOCTYPE html>a", "a"), ("a</>b", "ab"), ("a</ b>c", "ac"), ("x<", "x<"),
            ("x</", "x</"), ("cut <a href='x", "cut"), ("<a title='>'>t</a>", "t"), ("<a title=\">\">t</a>", "t"),
            ("<a href=x>y</a>", "y"), ("<a href=a/>y</a>", "y"), ("日本語<b>の</b>題名", "日本語の題名"),
            ("<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>", "漢字(かんじ)"), ("<td>a</td><td>b</td>", "a b"),
            ("&nbsp;a&nbsp;b&nbsp;", "a\u{A0}b"), ("<p>&nbsp;</p>a", "a"), ("&#10;a&#9;b", "a b"),
            ("x&#0;y", "x\u{FFFD}y"),
            ("<unknown-thing>a</unknown-thing>", "a"), ("<![CDATA[a. <b>b</b>]]> c", "a. b c"),
            ("<p><![CDATA[a]]></p>b<![CDATA[c", "a bc"), ("<![CDATA[a<![CDATA[b]]>c]]>", "abc]]>"),
            ("<![CDATA[<i title=']]>'>a</i>]]>b", "ab"), ("<![CDATA[a<!-- ]]> -->b]]>c", "abc"),
            ("<svg><![CDATA[a<b>]]></svg>b", "a<b>b"),
        ])
    func singleLine(html: String, expected: String) {
        #expect(HTMLText.plainText(html) == expected)
    }

    @Test(
        "A tag that HTML doesn't have is text where that is asked for",
        arguments: [
            ("Vec<T>", "Vec<T>"), ("<<<a-b>>>", "<<<a-b>>>"), ("<b>Map</b><Key,\n Value>", "Map<Key, Value>"),
            ("<note to='a &amp; b'>x</note>", "<note to='a & b'>x</note>"), ("<svg><path/>a</svg><path/>", "a<path/>"),
            ("a <FONT color=red>b</Font><br>c", "a b c"),
            ("the <title> and the <script> tag", "the <title> and the <script> tag"),
            ("a<script>b</script>c <script>d", "ac <script>d"), ("<style> returns", "<style> returns"),
            ("no </iframe> here", "no </iframe> here"), ("<svg> or <canvas>", "<svg> or <canvas>"),
            ("<b>a</b> <me@x.org> </3 <?php b ?> <c", "a <me@x.org> </3 <?php b ?> <c"),
            ("<select><option>a</option></select>b<object>", "a b<object>"), ("<textarea>a", "<textarea>a"),
            ("a<object classid=b>c", "ac"),
            ("a<style><x></style><x>", "a<x>"),
        ])
    func unknownTags(html: String, expected: String) {
        #expect(HTMLText.plainText(html, unknownTags: .text) == expected)
    }

    @Test(
        "What no reader sees",
        arguments: [
            ("a<style>p { color: red }</style>b", "ab"), ("a<script>if (a < b) { '</p>' }</script>b", "ab"),
            ("a<script><!-- <script> </script> --> x</script>b", "ab"), ("a<script><!-- x</script>b", "ab"),
            ("a<STYLE>x</sTyLe >b", "ab"), ("a<style>x</styles></style>b", "ab"), ("a<title>t</title>b", "ab"),
            ("a<noscript>on <i>or</i> off</noscript>b", "ab"), ("a<template><p>t</p></template>b", "ab"),
            ("a<video src=v>No <b>video</b>!</video>b", "ab"), ("a<iframe src=x>old</iframe>b", "ab"),
            ("a<iframe src='x'/>b", "ab"), ("a<script src='x'/>b", "ab"), ("a<style>to the end", "a"),
            ("a<video><source src=v><video>x</video>y</video>b", "ab"),
            ("<textarea>1 &lt; <b>2</b></textarea>", "1 < <b>2</b>"), ("<xmp>&lt;<b></xmp>c", "&lt;<b> c"),
            ("<svg><title>icon</title></svg>b", "b"), ("<svg><xmp>a<b>&lt;</b></xmp></svg>", "a<"),
            ("<math><mi>x</mi><annotation encoding='application/x-tex'>\\x</annotation></math>", "x"),
        ])
    func unseen(html: String, expected: String) {
        #expect(HTMLText.plainText(html) == expected)
    }

    @Test(
        "A stand-in that never ends, or ends with the element around it, takes nothing else along",
        arguments: [
            ("a<video src=v>b <p>c</p>", "ab c"), ("<div>a<noscript>b</div>c", "a c"),
            ("a<noscript><p>b</noscript>c", "ac"), ("a<audio/>b", "ab"), ("<template>a<template>b", "ab"),
        ])
    func unended(html: String, expected: String) {
        #expect(HTMLText.plainText(html) == expected)
    }

    @Test(
        "Paragraphs",
        arguments: [
            ("<p>One\ntwo.</p>\n<p>Three.</p>", "One two.\n\nThree."), ("a<br>b<br><br>c", "a\nb\n\nc"),
            ("<h1>T</h1>text<ul><li>a</li><li>b</li></ul>end", "T\n\ntext\n\na\nb\n\nend"),
            ("<div>a</div><div><div>b</div></div>", "a\nb"), ("<p></p><p>&nbsp;</p><p>a</p><p></p>", "a"),
            ("x<pre>\n  a\n\tb  c\n</pre>y", "x\n\n  a\n\tb  c\n\ny"),
            ("<table><tr><td>a<td>b<tr><td>c</table>", "a b\nc"),
            ("<pre>a<b>b\nc</b></pre>", "ab\nc"), ("a <br> b", "a\nb"), ("a\r\nb", "a b"),
        ])
    func paragraphs(html: String, expected: String) {
        #expect(HTMLText.plainText(html, layout: .paragraphs) == expected)
    }

    @Test("Images leave their alternative text where it is asked for, emoji always")
    func images() {
        let html = #"a <img src=x alt="a &quot;cat&quot;"> b <img class="wp-smiley emoji" alt="😀" src=y><img src=z>"#
        #expect(HTMLText.plainText(html) == "a b 😀")
        #expect(HTMLText.plainText(html, images: .alternativeText) == #"a a "cat" b 😀"#)
    }

    @Test("Every prefix and every flipped byte of a document is read without a trap")
    func robustness() {
        let html = Array(
            """
            <p class="a">x &amp; y</p><script><!--<script></script>--></script><svg><![CDATA[t]]></svg><!-- c --><a \
            href=u b='v'>日本</a><pre> q</pre><video>f</video><img alt="z"><style>s</style>
            """.utf8)
        for end in html.indices {
            _ = HTMLText.plainText(html.span.extracting(..<end), layout: .paragraphs, images: .alternativeText)
            for byte in [UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "-"), 0, 0xFF] {
                var broken = html
                broken[end] = byte
                _ = HTMLText.plainText(broken.span)
            }
        }
        #expect(HTMLText.plainText(html.span) == "x & y t日本 q")
    }

    @Test(
        "Time grows with the length of the input, whatever it is made of",
        arguments: [
            "<div>", "<b>", "<a href='", "<!--", "<", "</", "&", "&#", "<style>", "<script><!--", "<video>", "<p x=",
            "<svg>",
            "<![CDATA[", "&amp", "<br>", "\u{A0} ", "<title>", "<noscript><p>", "</p>",
        ])
    func linear(piece: String) {
        func time(_ count: Int) -> Double {
            let html = "x" + String(repeating: piece, count: count)
            return ProcessorTime.seconds { _ = HTMLText.plainText(html, layout: .paragraphs) }
        }
        let count = 12_000 / piece.utf8.count
        #expect(time(8 * count) < time(count) * 20 + 0.002)
    }
}
