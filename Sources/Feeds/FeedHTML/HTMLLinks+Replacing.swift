import FeedText

extension HTMLLinks {
    /// The HTML with URLs in URL attributes replaced by what `change` makes of them, and every other byte as it came.
    ///
    /// The attributes are those of ``absolutized(_:base:)``. `change` gets each URL decoded and gives nil where it stays.
    /// - Returns: nil if nothing changes.
    public static func replacing(in html: String, _ change: (String) -> String?) -> String? {
        let bytes = html.utf8.span
        var scanner = HTMLScanner()
        var splicer = HTMLSplicer(capacity: bytes.count)
        let object = HTMLName("object")
        while let token = scanner.next(in: bytes) {
            guard case .startTag = token else { continue }
            for attribute in scanner.attributes {
                guard let kind = Kind(ofAttribute: bytes.extracting(attribute.name)),
                    kind != .data || scanner.tag.name == object
                else { continue }
                let raw = bytes.extracting(attribute.value)
                let value = HTMLEntities.decode(raw.text(in: raw.trimmedRange), in: .attribute)
                let other = kind == .candidates ? HTMLSourceSet.replacing(in: value, change) : change(value)
                if let other { splicer.replace(attribute, by: other, in: bytes) }
            }
        }
        return splicer.result(of: bytes)
    }
}
