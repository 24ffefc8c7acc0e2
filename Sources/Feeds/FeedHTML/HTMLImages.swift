import FeedText

/// The images in HTML, and HTML without some of them, every other byte as it came.
public enum HTMLImages {
    /// The first image that shows something and is as wanted; nil if there is none on the web.
    ///
    /// Passed over is what ``HTMLSummary/firstImage(in:base:)`` passes over.
    public static func first(
        in html: String, base: String? = nil, where isWanted: (HTMLImage) -> Bool
    ) -> HTMLImage? {
        let bytes = html.utf8.span
        var scanner = HTMLScanner()
        while let token = scanner.next(in: bytes) {
            guard case .startTag = token, let image = scanner.image(in: bytes, base: base, where: isWanted) else {
                continue
            }
            return image
        }
        return nil
    }

    /// The HTML without images that nobody sees: of one pixel at most, or at a URL that is one that only counts.
    ///
    /// - Parameter isCounter: whether all that an image at this URL does is to count.
    /// - Returns: nil if there are none.
    public static func removingPixels(from html: String, countedAt isCounter: (String) -> Bool) -> String? {
        let bytes = html.utf8.span
        var scanner = HTMLScanner()
        var splicer = HTMLSplicer(capacity: bytes.count)
        let name = HTMLName("img")
        while let token = scanner.next(in: bytes) {
            guard case .startTag = token, scanner.tag.name == name else { continue }
            let isCounted = scanner.decodedValue(of: "src", in: bytes).map { isCounter($0.trimmingASCIIWhitespace) }
            guard isCounted == true || scanner.isPixel(in: bytes) else { continue }
            splicer.remove(scanner.tag.start..<scanner.position, in: bytes)
        }
        return splicer.result(of: bytes)
    }

    /// The HTML without the first image that shows something and is as wanted, and without what would be empty then.
    ///
    /// A link, paragraph, picture or figure (with its caption) that holds nothing else goes with the image.
    /// - Returns: nil if there is none.
    public static func removingFirst(
        from html: String, base: String? = nil, where isWanted: (HTMLImage) -> Bool
    ) -> String? {
        let bytes = html.utf8.span
        var scanner = HTMLScanner()
        var wrappers = Wrappers()
        while let token = scanner.next(in: bytes) {
            if case .startTag = token, scanner.image(in: bytes, base: base, where: isWanted) != nil {
                var splicer = HTMLSplicer(capacity: bytes.count)
                splicer.remove(wrappers.extent(ofImageIn: scanner, bytes), in: bytes)
                return splicer.result(of: bytes)
            }
            wrappers.pass(token, scanner, in: bytes)
        }
        return nil
    }
}

extension HTMLImages {
    /// The elements that have just begun and hold nothing so far.
    private struct Wrappers {
        private var open: [(name: HTMLName, start: Int)] = []

        private static let names = Set(["a", "p", "div", "span", "figure", "picture", "center"].map { HTMLName($0) })
        private static let source = HTMLName("source")
        private static let figure = HTMLName("figure")
        private static let caption = HTMLName("figcaption")

        mutating func pass(_ token: HTMLScanner.Token, _ scanner: HTMLScanner, in bytes: Span<UInt8>) {
            switch token {
            case .startTag where Self.names.contains(scanner.tag.name) && !scanner.tag.isSelfClosing:
                open.append((scanner.tag.name, scanner.tag.start))
            case .startTag where scanner.tag.name == Self.source && !open.isEmpty:
                break
            case .text(let range) where bytes.trimmedRange(within: range).isEmpty:
                break
            default:
                open.removeAll(keepingCapacity: true)
            }
        }

        /// What goes with the image whose tag was found last: from the outermost element that ends right behind it.
        mutating func extent(ofImageIn scanner: HTMLScanner, _ bytes: Span<UInt8>) -> Range<Int> {
            var extent = scanner.tag.start..<scanner.position
            var scanner = scanner
            while let wrapper = open.last, let token = scanner.next(in: bytes) {
                switch token {
                case .endTag where scanner.tag.name == wrapper.name:
                    extent = wrapper.start..<scanner.position
                    open.removeLast()
                case .startTag where scanner.tag.name == Self.caption && wrapper.name == Self.figure:
                    guard Self.skip(Self.caption, &scanner, bytes) else { return extent }
                case .text(let range) where bytes.trimmedRange(within: range).isEmpty:
                    break
                default:
                    return extent
                }
            }
            return extent
        }

        /// Reads on to the end tag of an element; false if there is none.
        private static func skip(_ name: HTMLName, _ scanner: inout HTMLScanner, _ bytes: Span<UInt8>) -> Bool {
            while let token = scanner.next(in: bytes) {
                if case .endTag = token, scanner.tag.name == name { return true }
            }
            return false
        }
    }
}

extension HTMLScanner {
    /// Whether the image that was found last is one pixel at most in each dimension that the tag gives.
    fileprivate func isPixel(in bytes: Span<UInt8>) -> Bool {
        var sizes: [Int] = []
        for name in ["width", "height"] as [StaticString] {
            guard let value = decodedValue(of: name, in: bytes) else { continue }
            sizes.append(Self.pixels(value) ?? .max)
        }
        for declaration in (decodedValue(of: "style", in: bytes) ?? "").split(separator: ";") {
            let sides = declaration.split(separator: ":", maxSplits: 1).map {
                String($0).trimmingASCIIWhitespace.asciiLowercased
            }
            guard sides.count == 2, sides[0] == "width" || sides[0] == "height" else { continue }
            sizes.append(Self.pixels(sides[1]) ?? .max)
        }
        return !sizes.isEmpty && sizes.allSatisfy { $0 <= 1 }
    }
}
