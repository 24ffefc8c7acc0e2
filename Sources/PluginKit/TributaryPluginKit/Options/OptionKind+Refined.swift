import FeedJSON

extension OptionKind {
    /// A text that something is made of, such as a selector; `parse` throws what is wrong with it.
    ///
    /// Mistakes of all options are then told in one go, before any value is decoded.
    public static func text(
        parsedBy parse: @escaping @Sendable (String) throws(ConfigurationError) -> Void
    ) -> OptionKind {
        let plain = OptionKind.text
        return OptionKind(plain.name, schema: plain.schema) { node, path, problems in
            let before = problems.count
            plain.check(node, path, &problems)
            guard problems.count == before, case .string(let text) = node.content else { return }
            do throws(ConfigurationError) {
                try parse(text)
            } catch {
                problems += error.placed(at: path, node: node)
            }
        }
    }

    /// A text of a kind, or a list of at least one.
    public static func oneOrMore(of element: OptionKind) -> OptionKind {
        let list = OptionKind.list(of: element, atLeast: 1)
        let either = OptionKind.either(element, list)
        return OptionKind(either.name, schema: either.schema) { node, path, problems in
            switch node.content {
            case .string: element.check(node, path, &problems)
            case .array: list.check(node, path, &problems)
            default: either.check(node, path, &problems)
            }
        }
    }

    /// The same kind of amount, such as ``duration`` or ``size``, without nothing.
    public var positive: OptionKind {
        var kind = self
        let number = "^[0-9]+"
        if let pattern = schema["pattern"]?.stringValue, pattern.hasPrefix(number) {
            kind.schema["pattern"] = .string("^0*[1-9][0-9]*\(pattern.dropFirst(number.count))")
        }
        kind.check = { [check] node, path, problems in
            let before = problems.count
            check(node, path, &problems)
            guard problems.count == before, case .string(let text) = node.content,
                text.utf8.prefix(while: { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }).allSatisfy({
                    $0 == UInt8(ascii: "0")
                })
            else { return }
            problems.append(
                ConfigurationProblem("\"\(text)\" is nothing; write more than 0", at: path, offset: node.offset))
        }
        return kind
    }
}
