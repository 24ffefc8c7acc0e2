import CGumbo

/// The one owner of a tree that gumbo has made.
@safe struct GumboTree: ~Copyable {
    private let output: UnsafeMutablePointer<GumboOutput>

    /// The markup with every element closed and in its place, by the rules for what stands in a body (HTML §13.2.6).
    ///
    /// Elements that the tree has without a tag in the markup, as `tbody` has, get none.
    static func balanced(_ markup: [UInt8]) -> [UInt8] {
        // Names of elements are parts of the markup, so that it has to outlive the tree.
        unsafe markup.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress,
                let tree = unsafe GumboTree(
                    start.assumingMemoryBound(to: CChar.self), count: bytes.count, tributary_gumbo_body_options())
            else { return [] }
            return tree.markup(capacity: bytes.count)
        }
    }

    /// The nodes of a whole page, by the same rules; of nothing there are none.
    static func page(_ markup: [UInt8]) -> HTMLTree {
        unsafe markup.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress,
                let tree = unsafe GumboTree(
                    start.assumingMemoryBound(to: CChar.self), count: bytes.count, tributary_gumbo_page_options())
            else { return HTMLTree() }
            return tree.nodes()
        }
    }

    private init?(_ bytes: UnsafePointer<CChar>, count: Int, _ options: GumboOptions) {
        var options = unsafe options
        guard let output = unsafe gumbo_parse_with_options(&options, bytes, count) else { return nil }
        unsafe self.output = unsafe output
    }

    deinit {
        var options = unsafe tributary_gumbo_body_options()
        unsafe gumbo_destroy_output(&options, output)
    }

    private borrowing func markup(capacity: Int) -> [UInt8] {
        guard let root = unsafe output.pointee.root else { return [] }
        return unsafe GumboWriter.markup(of: root, capacity: capacity)
    }

    private borrowing func nodes() -> HTMLTree {
        guard let root = unsafe output.pointee.root else { return HTMLTree() }
        return unsafe GumboReader.tree(of: root)
    }
}
