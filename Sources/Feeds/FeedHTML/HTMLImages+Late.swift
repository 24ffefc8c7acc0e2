import FeedText

extension HTMLImages {
    /// The HTML with images that a script was to load later loaded at once: `data-src` becomes `src`.
    package static func loadingAtOnce(_ html: String) -> String {
        let bytes = html.utf8.span
        var scanner = HTMLScanner()
        var splicer = HTMLSplicer(capacity: bytes.count)
        let name = HTMLName("img")
        while let token = scanner.next(in: bytes) {
            guard case .startTag = token, scanner.tag.name == name else { continue }
            let late = ["data-src", "data-original", "data-lazy-src"] as [StaticString]
            let attribute = scanner.attributes.first { attribute in
                !attribute.value.isEmpty && late.contains { bytes.equals(lowercase: $0, in: attribute.name) }
            }
            guard let attribute else { continue }
            if let source = scanner.attributes.first(where: { bytes.equals(lowercase: "src", in: $0.name) }) {
                let url = HTMLEntities.decode(bytes.text(in: attribute.value), in: .attribute)
                if source.value.isEmpty, !source.isQuoted { continue }
                splicer.replace(source, by: url, in: bytes)
            } else {
                splicer.put("src", inPlaceOf: attribute.name, in: bytes)
            }
        }
        return splicer.result(of: bytes) ?? html
    }
}
