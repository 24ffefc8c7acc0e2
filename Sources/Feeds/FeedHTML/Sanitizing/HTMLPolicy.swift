/// What sanitising lets through: elements, their attributes and the schemes of their URLs.
///
/// A policy takes away from ``standard``; nothing can be added to it but schemes. What scripts, styles, frames, forms,
/// SVG or MathML would need can't be allowed, nor event handlers, `style`, `class` and `id`, nor a scheme that runs or
/// holds a document of its own (`javascript`, `vbscript`, `data`).
public struct HTMLPolicy: Sendable, Hashable {
    /// The elements by their names in lower case, each with the attributes that it may have beyond the common ones.
    public var elements: [String: Set<String>]
    /// The attributes that every element may have.
    public var commonAttributes: Set<String>
    /// The schemes of URLs that a reader follows (`href`, `cite`), in lower case.
    public var linkSchemes: Set<String>
    /// The schemes of URLs that are fetched on sight (`src`, `srcset`, `poster`), in lower case.
    public var mediaSchemes: Set<String>
    /// Whether pictures, sounds and videos that are not let through leave a link to what they show, as frames do.
    public var linksLeftOutMedia = false
    /// Whether URLs stay that are relative, and nothing says to what; else their attributes go, and images with them.
    public var keepsRelativeURLs = true
    /// The highest heading that is let through, 1 to 6; those above it become it.
    public var highestHeading = 1

    /// Text, lists, tables, images, sound and video; links to the web, to mail addresses and to telephone numbers.
    public static let standard: HTMLPolicy = {
        var elements: [String: Set<String>] = [:]
        for line in table.split(separator: "\n") {
            let sides = line.split(separator: ":", omittingEmptySubsequences: false)
            for name in sides[0].split(separator: " ") {
                elements[String(name), default: []].formUnion(sides[1].split(separator: " ").map(String.init))
            }
        }
        return HTMLPolicy(
            elements: elements, commonAttributes: ["dir", "lang", "title"],
            linkSchemes: ["http", "https", "mailto", "tel"], mediaSchemes: ["http", "https"])
    }()

    /// Element names, a colon, and what the elements may have; an element may stand in several lines.
    private static let table = """
        abbr acronym address article aside b bdi bdo big br caption cite code dd dfn dl dt em figcaption figure footer:
        header hgroup hr i kbd main mark nav picture pre rb rp rt rtc ruby s samp section small span strike strong sub:
        summary sup table tbody tfoot thead tr tt u ul var wbr:
        a:href hreflang
        blockquote q:cite
        data:value
        del ins:cite datetime
        details:open
        time:datetime
        li:value
        ol:reversed start type
        div h1 h2 h3 h4 h5 h6 p:align
        td th:abbr align colspan rowspan scope valign
        tr:align valign
        img:align alt height loading sizes src srcset width
        source:height media sizes src srcset type width
        track:default kind label src srclang
        audio video:controls loop muted preload src
        video:height poster width
        """
}
