import FeedHTML
import FeedModel
import FeedText

/// The beginning of an entry's text in 64 bits, of which texts that are nearly the same share most: a SimHash.
///
/// It is taken over pairs of neighbouring words, in Japanese and Chinese of neighbouring bigrams, so that texts on one
/// subject do not meet by their vocabulary. Measured on a labelled set; see the README.
struct Sketch {
    let bits: UInt64
    /// A hash of the numbers in the title: part 41 of a series is never part 42.
    let numbers: UInt64

    /// Two texts that differ in more bits are two stories.
    static let farthest = 10
    /// Words that are looked at, and bigrams where most are of Japanese or Chinese.
    private static let words = 40
    private static let bigrams = 60
    /// A text with fewer words says too little.
    private static let fewest = 12
    /// Bytes in which so many words will stand, of HTML and of text.
    private static let enoughHTML = 1 << 16
    private static let enoughText = 4096

    /// The sketch of an entry's content, without one of its summary; nil where there is too little text.
    init?(of entry: Entry) {
        let content = entry.contentText ?? entry.contentHTML.map { HTMLText.plainText(Self.start($0, Self.enoughHTML)) }
        let text = content.flatMap { $0.isEmpty ? nil : $0 } ?? entry.summary ?? ""
        var words = TextWords(of: TextFolding.folded(Self.start(text, Self.enoughText)), limit: Self.bigrams)
        if words.bigrams * 2 <= words.all.count { words.all.removeLast(max(0, words.all.count - Self.words)) }
        guard words.all.count >= Self.fewest else { return nil }
        bits = Self.bits(of: words.all)
        numbers = Self.numbers(in: entry.title ?? "")
    }

    /// How many bits differ; nil where it is too many, or the titles' numbers differ.
    func distance(to other: Sketch) -> Int? {
        let distance = (bits ^ other.bits).nonzeroBitCount
        return distance <= Self.farthest && numbers == other.numbers ? distance : nil
    }

    /// The keys under which near texts meet: windows of 16 bits, each half over the next.
    ///
    /// Texts that differ in 3 bits share one for sure, and nearly always in 6.
    var keys: [UInt64] {
        (0..<8).map { window in
            let place = UInt64(window) * 8
            let rotated = bits >> place | (place == 0 ? 0 : bits << (64 - place))
            var hash = StableHash(seed: 0x6E65_6172)
            hash.combine(UInt64(window))
            hash.combine(rotated & 0xFFFF)
            hash.combine(numbers)
            return hash.finish()
        }
    }

    private static func start(_ text: String, _ count: Int) -> String {
        text.utf8.count <= count ? text : String(decoding: text.utf8.prefix(count), as: UTF8.self)
    }

    private static func bits(of words: [String]) -> UInt64 {
        var pairs: Set<UInt64> = []
        for (first, second) in zip(words, words.dropFirst()) {
            var hash = StableHash()
            hash.combine(first)
            hash.combine(second)
            pairs.insert(hash.finish())
        }
        var sums = [Int](repeating: 0, count: 64)
        for pair in pairs {
            for bit in sums.indices { sums[bit] += pair >> UInt64(bit) & 1 == 1 ? 1 : -1 }
        }
        return sums.indices.reduce(0) { sums[$1] > 0 ? $0 | 1 << UInt64($1) : $0 }
    }

    /// Digits and Chinese numerals, in the order of their sizes as texts, so that their places do not count.
    private static func numbers(in title: String) -> UInt64 {
        let isNumeral: (Unicode.Scalar) -> Bool = { scalar in
            scalar.properties.numericType != nil || "百千".unicodeScalars.contains(scalar)
        }
        let runs = TextFolding.folded(title).unicodeScalars.split { !isNumeral($0) }
            .map { String(String.UnicodeScalarView($0)) }
        var hash = StableHash()
        for run in runs.sorted() { hash.combine(run) }
        return hash.finish()
    }
}
