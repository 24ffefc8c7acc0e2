import CGumbo
import FeedText
import Glibc

/// Writes the markup of what is in a node of gumbo's tree.
@unsafe struct GumboWriter {
    typealias Node = UnsafePointer<GumboNode>

    /// An element that is being written, and its child that comes next.
    @unsafe private struct Place {
        var node: Node
        var next = 0
    }

    /// The way from the root to the element at hand; a tree may be deeper than a thread's stack allows to descend.
    private var path: [Place]
    private var markup: [UInt8] = []

    /// The markup of all that is in `root`, which has to live as long as the text that it was made from.
    static func markup(of root: Node, capacity: Int) -> [UInt8] {
        var writer = unsafe GumboWriter(root: root, capacity: capacity)
        unsafe writer.run()
        return unsafe writer.markup
    }

    private init(root: Node, capacity: Int) {
        unsafe path = unsafe [Place(node: root)]
        unsafe markup.reserveCapacity(capacity)
    }

    private mutating func run() {
        while let place = unsafe path.last {
            let children = unsafe place.node.pointee.v.element.children
            guard unsafe place.next < Int(children.length) else {
                unsafe path.removeLast()
                if unsafe !path.isEmpty { unsafe end(place.node) }
                continue
            }
            unsafe path[path.count - 1].next += 1
            guard let child = unsafe children.data[place.next] else { continue }
            unsafe visit(Node(child.assumingMemoryBound(to: GumboNode.self)))
        }
    }

    private mutating func visit(_ node: Node) {
        switch unsafe node.pointee.type {
        case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE:
            if let text = unsafe node.pointee.v.text.text { unsafe appendText(text, in: node.pointee.parent) }
        case GUMBO_NODE_ELEMENT:
            unsafe begin(node)
        default:
            // What is parsed has no comments, templates or sections of character data.
            return
        }
    }

    private mutating func appendText(_ text: UnsafePointer<CChar>, in parent: UnsafeMutablePointer<GumboNode>?) {
        // A parser drops the line feed behind `<pre>`: another one keeps the first that counts.
        if unsafe text.pointee == 0x0A, unsafe path.last?.next == 1, let parent = unsafe parent,
            unsafe parent.pointee.type == GUMBO_NODE_ELEMENT, unsafe parent.pointee.v.element.tag == GUMBO_TAG_PRE
        {
            unsafe markup.append(0x0A)
        }
        unsafe markup.appendText(GumboWriter.bytes(of: text).span)
    }

    private mutating func begin(_ node: Node) {
        if unsafe !isImplied(node) {
            unsafe markup.append(UInt8(ascii: "<"))
            unsafe markup.append(contentsOf: GumboWriter.name(of: node))
            let attributes = unsafe node.pointee.v.element.attributes
            for index in unsafe 0..<Int(attributes.length) {
                guard let item = unsafe attributes.data[index] else { continue }
                let attribute = unsafe item.assumingMemoryBound(to: GumboAttribute.self).pointee
                guard let name = unsafe attribute.name, let value = unsafe attribute.value else { continue }
                unsafe markup.appendAttribute(String(cString: name), GumboWriter.bytes(of: value).span)
            }
            unsafe markup.append(UInt8(ascii: ">"))
        }
        if unsafe !isVoid(node) { unsafe path.append(Place(node: node)) }
    }

    private mutating func end(_ node: Node) {
        guard unsafe !isImplied(node) else { return }
        unsafe markup.append(contentsOf: "</".utf8)
        unsafe markup.append(contentsOf: GumboWriter.name(of: node))
        unsafe markup.append(UInt8(ascii: ">"))
    }

    /// Whether the parser has put in a row group that the markup doesn't write, and will again.
    private func isImplied(_ node: Node) -> Bool {
        unsafe node.pointee.v.element.tag == GUMBO_TAG_TBODY
            && node.pointee.parse_flags.rawValue & GUMBO_INSERTION_IMPLIED.rawValue != 0
    }

    private func isVoid(_ node: Node) -> Bool {
        let name = unsafe GumboWriter.name(of: node)
        return unsafe HTMLElement.named(HTMLName(name.span, in: 0..<name.count)).content == .void
    }

    /// The name of an element, in lower case as far as HTML knows it.
    static func name(of node: Node) -> UnsafeBufferPointer<UInt8> {
        let tag = unsafe node.pointee.v.element.tag
        if tag != GUMBO_TAG_UNKNOWN, let name = unsafe gumbo_normalized_tagname(tag) {
            return unsafe bytes(of: name)
        }
        // `picture` is too new for gumbo to have a number for it: its name is in the tag as it was written.
        var written = unsafe node.pointee.v.element.original_tag
        unsafe gumbo_tag_from_original_text(&written)
        guard let start = unsafe written.data else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
        let first = unsafe UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self)
        return unsafe UnsafeBufferPointer(start: first, count: written.length)
    }

    /// The bytes of a text of C.
    static func bytes(of text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
        let start = unsafe UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
        return unsafe UnsafeBufferPointer(start: start, count: strlen(text))
    }
}
