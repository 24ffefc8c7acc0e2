extension JSONNode {
    /// The value that a JSON text holds, every part with its place.
    public init(parsing bytes: [UInt8], options: JSONReadingOptions = []) throws(JSONSyntaxError) {
        switch Self.parse(bytes, options: options) {
        case (let node?, nil): self = node
        case (_, let error): throw error ?? JSONSyntaxError(offset: bytes.count, message: "expected a value")
        }
    }

    /// As much of a JSON text as can be read: the tree up to the first syntax error, and the error.
    ///
    /// Arrays and objects that the error left open hold what was read before it; the node is nil if that was nothing.
    public static func parse(
        _ bytes: [UInt8], options: JSONReadingOptions = []
    ) -> (node: JSONNode?, error: JSONSyntaxError?) {
        let source = bytes.span
        var builder = NodeBuilder(reader: JSONReader(source, options: options))
        let node = builder.node(in: source)
        builder.finish(in: source)
        return (node, builder.error)
    }
}

/// Builds a tree and keeps what stands when an error ends the reading.
private struct NodeBuilder {
    var reader: JSONReader
    var error: JSONSyntaxError?

    mutating func node(in source: Span<UInt8>) -> JSONNode? {
        do throws(JSONSyntaxError) {
            let kind = try reader.peek(in: source)
            let offset = reader.offset
            let content: JSONNode.Content
            switch kind {
            case .null:
                try reader.null(in: source)
                content = .null
            case .bool: content = .bool(try reader.bool(in: source))
            case .number: content = .number(try reader.number(in: source))
            case .string: content = .string(try reader.string(in: source))
            case .array:
                try reader.beginArray(in: source)
                content = .array(elements(in: source))
            case .object:
                try reader.beginObject(in: source)
                content = .object(members(in: source))
            }
            return JSONNode(offset: offset, content: content)
        } catch {
            self.error = error
            return nil
        }
    }

    mutating func finish(in source: Span<UInt8>) {
        guard error == nil else { return }
        do throws(JSONSyntaxError) { try reader.finish(in: source) } catch { self.error = error }
    }

    private mutating func elements(in source: Span<UInt8>) -> [JSONNode] {
        var elements: [JSONNode] = []
        do throws(JSONSyntaxError) {
            while error == nil, try reader.nextElement(in: source) {
                if let element = node(in: source) { elements.append(element) }
            }
        } catch {
            self.error = error
        }
        return elements
    }

    private mutating func members(in source: Span<UInt8>) -> [JSONNode.Member] {
        var members: [JSONNode.Member] = []
        do throws(JSONSyntaxError) {
            while error == nil, let name = try reader.nextName(in: source) {
                let text = reader.text(of: name.literal, in: source)
                guard let value = node(in: source) else { break }
                members.append(JSONNode.Member(name: text, nameOffset: name.offset, value: value))
            }
        } catch {
            self.error = error
        }
        return members
    }
}
