import CGumbo
import FeedText

/// Copies gumbo's nodes into a tree of ours.
@unsafe struct GumboReader {
    typealias Node = UnsafePointer<GumboNode>

    /// An element whose children are being read, its place in the tree, and its child that comes next.
    @unsafe private struct Place {
        var node: Node
        var index: Int
        var next = 0
    }

    private var path: [Place]
    private var tree = HTMLTree()

    /// The tree of all that is in `root`, itself included; `root` has to live as long as the text that it was made from.
    static func tree(of root: Node) -> HTMLTree {
        var reader = unsafe GumboReader()
        unsafe reader.begin(root)
        while unsafe !reader.path.isEmpty { unsafe reader.step() }
        return unsafe reader.tree
    }

    private init() {
        unsafe path = []
    }

    private mutating func step() {
        let last = unsafe path.count - 1
        let place = unsafe path[last]
        let children = unsafe place.node.pointee.v.element.children
        guard unsafe place.next < Int(children.length) else {
            unsafe tree.endElement(place.index)
            unsafe path.removeLast()
            return
        }
        unsafe path[last].next += 1
        guard let child = unsafe children.data[place.next] else { return }
        let node = unsafe Node(child.assumingMemoryBound(to: GumboNode.self))
        switch unsafe node.pointee.type {
        case GUMBO_NODE_ELEMENT, GUMBO_NODE_TEMPLATE:
            unsafe begin(node)
        case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA:
            guard let text = unsafe node.pointee.v.text.text else { return }
            unsafe tree.appendText(String(decoding: GumboWriter.bytes(of: text), as: UTF8.self), in: place.index)
        default:
            return
        }
    }

    private mutating func begin(_ node: Node) {
        let name = unsafe String(decoding: GumboWriter.name(of: node), as: UTF8.self).asciiLowercased
        var attributes: [HTMLTree.Attribute] = []
        let list = unsafe node.pointee.v.element.attributes
        for index in unsafe 0..<Int(list.length) {
            guard let item = unsafe list.data[index] else { continue }
            let attribute = unsafe item.assumingMemoryBound(to: GumboAttribute.self).pointee
            guard let name = unsafe attribute.name, let value = unsafe attribute.value else { continue }
            unsafe attributes.append(
                HTMLTree.Attribute(name: String(cString: name).asciiLowercased, value: String(cString: value)))
        }
        let index = unsafe tree.beginElement(name, attributes, in: path.last?.index)
        unsafe path.append(Place(node: node, index: index))
    }
}
