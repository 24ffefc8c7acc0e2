/// What the reading of text has to know of an element.
struct HTMLElement {
    /// How what is inside the element is read.
    enum Content {
        /// Tags and text.
        case markup
        /// Nothing: there is no end tag (`br`).
        case void
        /// Text with character references up to the end tag (`textarea`).
        case text
        /// Bytes that mean themselves up to the end tag (`xmp`).
        case literalText
        /// Bytes that mean themselves up to the end of the document (`plaintext`).
        case restOfDocument
        /// Bytes up to the end tag that no reader sees (`style`).
        case unseen
        /// The same, by the rules for comments within scripts.
        case script
    }

    /// What the element does to the flow of the text around it.
    enum Flow {
        case inline
        case lineBreak
        case cell
        case block
        case paragraph
    }

    /// Whether HTML has or had such an element.
    var isKnown = false
    /// Whether a start tag without its end tag is a word about the element in a line of text, not the element.
    var isPaired = false
    var content = Content.markup
    var flow = Flow.inline
    /// Whether readers don't see the markup inside, as a stand-in for what they do see (`video`, `noscript`).
    var isHidden = false
    /// Whether white space inside counts.
    var isPreformatted = false
    /// Whether the element is the root of SVG or MathML, where CDATA sections exist.
    var isForeign = false

    /// Whether what is inside the element is not read as the markup around it is.
    var takesContentAway: Bool { content != .markup || isHidden || isForeign }

    /// What is known of the element with a name; an unknown element is inline markup.
    static func named(_ name: HTMLName) -> HTMLElement { table[name] ?? HTMLElement() }

    /// Whether what follows a start tag of this element is read as what stood before it.
    var leavesContentAsItIs: Bool { (content == .markup || content == .void) && !isForeign }

    private static let table: HTMLNameTable<HTMLElement> = {
        var table: [HTMLName: HTMLElement] = [:]
        func add(_ names: String, _ element: HTMLElement) {
            var element = element
            element.isKnown = true
            for name in names.utf8.split(separator: UInt8(ascii: " ")) {
                table[HTMLName(String(Substring(name)))] = element
            }
        }
        add(
            "area base basefont bgsound col embed frame img input link meta param source track wbr",
            .init(content: .void))
        add("br", .init(content: .void, flow: .lineBreak))
        add("hr", .init(content: .void, flow: .paragraph))
        add("p h1 h2 h3 h4 h5 h6 blockquote ul ol dl table figure", .init(flow: .paragraph))
        add("pre listing", .init(flow: .paragraph, isPreformatted: true))
        add("xmp", .init(content: .literalText, flow: .paragraph, isPreformatted: true))
        add("plaintext", .init(content: .restOfDocument, flow: .paragraph, isPreformatted: true))
        add(
            """
            address article aside body caption center dd details dialog dir div dt fieldset figcaption footer form \
            frameset head header hgroup html legend li main menu nav optgroup option search section summary tbody \
            tfoot thead tr
            """, .init(flow: .block))
        add("td th", .init(flow: .cell))
        add("textarea", .init(content: .text, flow: .inline))
        add("iframe noembed noframes style title", .init(content: .unseen))
        add("script", .init(content: .script))
        add("annotation annotation-xml audio canvas datalist noscript template video", .init(isHidden: true))
        add("math svg", .init(isForeign: true))
        add(
            """
            a abbr acronym applet b bdi bdo big blink button cite code data del dfn em font i image ins keygen kbd label \
            map mark marquee meter nobr object output picture progress q rb rp rt rtc ruby s samp select slot small \
            spacer span strike strong sub sup time tt u var
            """, .init())
        for name in paired.split(separator: " ") { table[HTMLName(String(name))]?.isPaired = true }
        return HTMLNameTable(table)
    }()

    private static let paired = """
        annotation annotation-xml applet audio body canvas datalist form frameset head html iframe math noembed noframes \
        noscript object plaintext script select style svg table template textarea title video xmp
        """
}
