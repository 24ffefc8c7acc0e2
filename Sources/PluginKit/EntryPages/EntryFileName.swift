package import FeedModel
import FeedText

/// Names of files for entries: the same for an entry whatever becomes of its text, and harmless whatever feeds say.
package enum EntryFileName {
    /// Sixteen hexadecimal digits that follow from the subscription and the entry's id in it.
    package static func key(of entry: Entry) -> String {
        var hash = StableHash()
        hash.combine(entry.tributary?.feed.id ?? "")
        hash.combine(entry.id)
        return hexadecimal(hash.finish())
    }

    /// Sixteen hexadecimal digits that follow from a text.
    package static func key(of text: String) -> String { hexadecimal(StableHash.hash(text)) }

    /// Sixteen hexadecimal digits that follow from what a file holds.
    package static func hash(of bytes: [UInt8]) -> String { hexadecimal(StableHash.hash(bytes)) }

    /// The letters and digits of a title with single hyphens between them, at most so many bytes; perhaps empty.
    ///
    /// Letters of every script stay, so that `設計の話：その1` becomes `設計の話-その1`; none of it can lead out of a folder,
    /// hide a file, or be taken for an option.
    package static func slug(of title: String, bytes limit: Int = 96) -> String {
        var slug = String.UnicodeScalarView()
        var size = 0
        var isParted = false
        for scalar in TextFolding.folded(String(title.prefix(limit))).unicodeScalars {
            guard isLetter(scalar, first: slug.isEmpty || isParted) else {
                isParted = !slug.isEmpty
                continue
            }
            let length = UTF8.width(scalar) + (isParted ? 1 : 0)
            guard size + length <= limit else { break }
            if isParted { slug.append("-") }
            slug.append(scalar)
            size += length
            isParted = false
        }
        return String(slug)
    }
}

// MARK: - Private

extension EntryFileName {
    private static func hexadecimal(_ hash: UInt64) -> String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Whether a scalar is part of a word; marks are behind another one only.
    private static func isLetter(_ scalar: Unicode.Scalar, first: Bool) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            true
        case .nonspacingMark, .spacingMark: !first
        default: false
        }
    }
}
