import EntryPages
import EntryViews
import FeedModel
import FeedText
import FeedXML
import ZipArchive

/// A book of entries, a chapter each, newest first.
struct Book {
    private let title: String
    private let author: String
    private let language: String
    private let name: String
    private var chapters: [(name: String, title: String, feed: String?, bytes: [UInt8])] = []
    private var modified: Timestamp?

    init(title: String, author: String, language: String, name: String) {
        self.title = title
        self.author = author
        self.language = language
        self.name = name
    }

    /// Appends an entry.
    mutating func add(_ entry: Entry) {
        let article = Article(entry)
        let page = ChapterPage(article, date: entry.sortDate, language: EntryLanguage.tag(of: entry) ?? language)
        chapters.append(
            (
                "chapter-\(chapters.count + 1).xhtml", article.card.title, article.card.feedName, page.bytes
            ))
        if let date = entry.sortDate { modified = modified.map { max($0, date) } ?? date }
    }

    /// The whole book; the type stands first and uncompressed (EPUB 3.3 §4.2.2).
    var bytes: [UInt8] {
        var archive = ZipArchive()
        archive.add("mimetype", Array("application/epub+zip".utf8), isStored: true)
        archive.add("META-INF/container.xml", container)
        archive.add("EPUB/package.opf", package)
        archive.add("EPUB/contents.xhtml", contents)
        archive.add("EPUB/style.css", Array(BookStyle.text.utf8))
        for chapter in chapters { archive.add("EPUB/\(chapter.name)", chapter.bytes) }
        return archive.bytes
    }
}

// MARK: - Parts

extension Book {
    private var container: [UInt8] {
        var writer = XMLDocumentWriter()
        writer.begin(
            "container", ("version", "1.0"), ("xmlns", "urn:oasis:names:tc:opendocument:xmlns:container"))
        writer.begin("rootfiles")
        writer.empty(
            "rootfile", ("full-path", "EPUB/package.opf"), ("media-type", "application/oebps-package+xml"))
        writer.end()
        writer.end()
        return writer.bytes
    }

    private var package: [UInt8] {
        // The instant of the newest entry: the same entries make the same book.
        let instant = modified.flatMap { (1...9999).contains($0.civilTime.year) ? $0 : nil } ?? Timestamp(seconds: 0)
        let utc = Timestamp(seconds: instant.seconds).rfc3339
        var writer = XMLDocumentWriter()
        writer.begin(
            "package", ("xmlns", "http://www.idpf.org/2007/opf"), ("version", "3.0"), ("unique-identifier", "id"),
            ("xml:lang", language))
        writer.begin("metadata", ("xmlns:dc", "http://purl.org/dc/elements/1.1/"))
        writer.element("dc:identifier", ("id", "id"), text: IRI.identifier(of: "\(title) \(name)"))
        writer.element("dc:title", text: visible(title))
        writer.element("dc:creator", text: visible(author))
        writer.element("dc:language", text: language)
        writer.element("meta", ("property", "dcterms:modified"), text: utc)
        writer.end()
        writer.begin("manifest")
        writer.empty(
            "item", ("id", "contents"), ("href", "contents.xhtml"), ("media-type", "application/xhtml+xml"),
            ("properties", "nav"))
        writer.empty("item", ("id", "style"), ("href", "style.css"), ("media-type", "text/css"))
        for (place, chapter) in chapters.enumerated() {
            writer.empty(
                "item", ("id", "chapter-\(place + 1)"), ("href", chapter.name), ("media-type", "application/xhtml+xml"))
        }
        writer.end()
        writer.begin("spine")
        writer.empty("itemref", ("idref", "contents"))
        for place in chapters.indices { writer.empty("itemref", ("idref", "chapter-\(place + 1)")) }
        writer.end()
        writer.end()
        return writer.bytes
    }

    /// The table of contents, which must hold at least one item (EPUB 3.3 §7.3).
    private var contents: [UInt8] {
        var page = XHTMLPage(title: title, language: language)
        page.raw("<nav epub:type=\"toc\" id=\"toc\">\n")
        page.element("h1", text: visible(title))
        page.raw("\n<ol>\n")
        if chapters.isEmpty {
            page.raw("<li>")
            page.element("a", ("href", "contents.xhtml"), text: "–")
            page.raw("</li>\n")
        }
        for chapter in chapters {
            page.raw("<li>")
            page.element("a", ("href", chapter.name), text: chapter.title)
            page.raw("</li>\n")
        }
        page.raw("</ol>\n</nav>\n")
        return page.bytes
    }

    private func visible(_ text: String) -> String {
        let line = DisplayText.singleLine(text)
        return line.isEmpty ? "–" : line
    }
}
