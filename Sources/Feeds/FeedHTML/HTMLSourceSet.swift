import FeedText

/// The list of images to choose from in a `srcset` attribute (HTML §4.8.4.2.1).
enum HTMLSourceSet {
    /// The list with every relative URL made absolute; all else stays as it is.
    static func absolutized(_ list: String, base: BaseURL) -> String {
        let bytes = list.utf8.span
        var result = ""
        var copied = 0
        for url in urls(in: bytes) where !bytes.hasScheme(at: url.lowerBound) {
            guard let absolute = base.resolve(bytes.text(in: url)) else { continue }
            result += bytes.text(in: copied..<url.lowerBound)
            result += candidate(absolute)
            copied = url.upperBound
        }
        return result + bytes.text(in: copied..<bytes.count)
    }

    /// The list with every URL replaced by what `change` makes of it; nil where that changes none.
    static func replacing(in list: String, _ change: (String) -> String?) -> String? {
        let bytes = list.utf8.span
        var result = ""
        var copied = 0
        for url in urls(in: bytes) {
            guard let other = change(bytes.text(in: url)) else { continue }
            result += bytes.text(in: copied..<url.lowerBound)
            result += candidate(other)
            copied = url.upperBound
        }
        return copied > 0 ? result + bytes.text(in: copied..<bytes.count) : nil
    }

    /// The list without the images whose URLs are not allowed; nil if none is.
    ///
    /// - Parameter allow: the URL that stays of one.
    static func allowed(_ list: Span<UInt8>, _ allow: ([UInt8]) -> String?) -> String? {
        let urls = urls(in: list)
        var images: [String] = []
        for (index, url) in urls.enumerated() {
            let value = Array(list.text(in: url).utf8)
            guard let allowed = allow(value), !allowed.isEmpty else { continue }
            let end = index + 1 < urls.count ? urls[index + 1].lowerBound : list.count
            let descriptor = list.text(in: url.upperBound..<end).utf8
                .filter { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
            let image = candidate(allowed)
            images.append(descriptor.isEmpty ? image : "\(image) \(String(decoding: descriptor, as: UTF8.self))")
        }
        return images.isEmpty ? nil : images.joined(separator: ", ")
    }

    /// The widths in pixels that a list names, as `640w`.
    static func widths(in list: Span<UInt8>) -> [Int] {
        let urls = urls(in: list)
        return urls.indices.compactMap { index in
            let end = index + 1 < urls.count ? urls[index + 1].lowerBound : list.count
            let descriptor = list.trimmedRange(within: urls[index].upperBound..<end)
            let digits = descriptor.lowerBound..<list.endOfDigits(from: descriptor.lowerBound)
            guard digits.upperBound < descriptor.upperBound, list[digits.upperBound] == UInt8(ascii: "w") else {
                return nil
            }
            return list.decimalNumber(in: digits)
        }
    }

    /// A URL as one of a list: a comma at its end would be the list's.
    private static func candidate(_ url: String) -> String {
        url.hasSuffix(",") ? url.dropLast() + "%2C" : url
    }

    /// Where the URLs of a list are.
    static func urls(in list: Span<UInt8>) -> [Range<Int>] {
        var urls: [Range<Int>] = []
        var at = 0
        while true {
            while at < list.count, list[at].isASCIIWhitespace || list[at] == UInt8(ascii: ",") { at += 1 }
            guard at < list.count else { return urls }
            let start = at
            while at < list.count, !list[at].isASCIIWhitespace { at += 1 }
            var end = at
            while list[end - 1] == UInt8(ascii: ",") { end -= 1 }
            urls.append(start..<end)
            guard end == at else { continue }
            // Descriptors: up to a comma outside parentheses.
            var depth = 0
            while at < list.count, depth > 0 || list[at] != UInt8(ascii: ",") {
                if list[at] == UInt8(ascii: "(") { depth += 1 }
                if list[at] == UInt8(ascii: ")"), depth > 0 { depth -= 1 }
                at += 1
            }
        }
    }
}
