import FeedHTML

/// A reading of sanitised HTML that knows the exact form in which it is written, and nothing of HTML's forgiveness.
enum StrictMarkup {
    /// What is wrong with markup; nil if every tag is allowed, closed in order, and quoted, and every `<` is a tag's.
    static func fault(in markup: String) -> String? {
        var rest = Substring(markup)
        var open: [Substring] = []
        while let opening = rest.firstIndex(where: { $0 == "<" || $0 == ">" }) {
            if rest[opening] == ">" { return "a > outside of tags" }
            rest = rest[rest.index(after: opening)...]
            let isEnd = rest.first == "/"
            if isEnd { rest = rest.dropFirst() }
            let name = rest.prefix { $0.isASCII && ($0.isLowercase || $0.isNumber) }
            rest = rest.dropFirst(name.count)
            guard let allowed = HTMLPolicy.standard.elements[String(name)] else { return "element <\(name)" }
            if isEnd {
                guard open.popLast() == name else { return "</\(name)> ends nothing" }
            } else {
                let attributes = allowed.union(HTMLPolicy.standard.commonAttributes)
                while rest.first == " " {
                    if let fault = readAttribute(&rest, allowed: attributes) { return fault }
                }
                if !void.contains(name) { open.append(name) }
            }
            guard rest.first == ">" else { return "the tag <\(name) doesn't end" }
            rest = rest.dropFirst()
        }
        return open.isEmpty ? nil : "<\(open[0])> stays open"
    }

    private static let void: Set<Substring> = ["br", "hr", "img", "source", "track", "wbr"]
    private static let urls: Set<Substring> = ["href", "src", "cite", "poster"]
    private static let schemes: Set<String> = ["http", "https", "mailto", "tel"]

    private static func readAttribute(_ rest: inout Substring, allowed: Set<String>) -> String? {
        rest = rest.dropFirst()
        let name = rest.prefix { $0.isASCII && $0.isLowercase }
        rest = rest.dropFirst(name.count)
        guard allowed.contains(String(name)) else { return "attribute \(name)" }
        guard rest.hasPrefix("=\"") else { return "\(name) without a quoted value" }
        rest = rest.dropFirst(2)
        let value = rest.prefix { $0 != "\"" }
        rest = rest.dropFirst(value.count)
        guard rest.popFirst() == "\"" else { return "the value of \(name) doesn't end" }
        if value.contains(where: { "<>`".contains($0) }) { return "\(name)=\(value)" }
        if urls.contains(name), !isHarmless(value[...]) { return "\(name)=\(value)" }
        if name == "srcset" {
            for image in value.split(separator: ",") where !isHarmless(image) { return "srcset=\(value)" }
        }
        return nil
    }

    private static func isHarmless(_ url: Substring) -> Bool {
        let start = url.unicodeScalars.filter { $0.value > 0x20 }.prefix { !"/?#&".unicodeScalars.contains($0) }
        guard let colon = start.firstIndex(of: ":") else { return true }
        return schemes.contains(String(String.UnicodeScalarView(start[..<colon])).lowercased())
    }
}
