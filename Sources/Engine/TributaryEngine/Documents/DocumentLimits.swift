package import FeedModel

/// How long, and how many bytes of, documents are kept: `store.keep_documents`.
package struct DocumentLimits: Sendable, Hashable {
    /// For how many seconds.
    package var age: Int64
    /// How many bytes together, as they are kept.
    package var size: Int64

    /// Limits of age and size.
    package init(age: Int64, size: Int64) {
        self.age = age
        self.size = size
    }

    /// A name under which a document is kept: names sort by time.
    package static func name(at now: Timestamp, hash: UInt64) -> String {
        let digits = String(max(0, now.seconds))
        let hex = String(hash, radix: 16)
        return String(repeating: "0", count: max(0, 12 - digits.utf8.count)) + digits + "-"
            + String(repeating: "0", count: 16 - hex.utf8.count) + hex
    }

    /// The names of what is beyond the limits; what has no name of ours stays.
    ///
    /// - Parameter files: what is kept, in any order.
    package func surplus(of files: [(name: String, size: Int)], at now: Timestamp) -> [String] {
        let oldest = now.adding(seconds: -age).seconds
        var room = size
        var surplus: [String] = []
        // Those that come in the order of their names are not sorted once more.
        let isSorted = zip(files, files.dropFirst()).allSatisfy { $0.name < $1.name }
        for file in (isSorted ? files : files.sorted { $0.name < $1.name }).reversed() {
            guard let time = Self.time(in: file.name) else { continue }
            // One that is too large by itself must not take all others with it.
            let isTooLarge = Int64(file.size) > size
            if !isTooLarge { room -= Int64(file.size) }
            if isTooLarge || room < 0 || time < oldest { surplus.append(file.name) }
        }
        return surplus
    }

    /// When a document was kept; nil for a name that is none of ours.
    private static func time(in name: String) -> Int64? {
        let bytes = name.utf8
        guard bytes.count >= 29, let dash = bytes.firstIndex(of: UInt8(ascii: "-")),
            bytes.distance(from: dash, to: bytes.endIndex) == 17, bytes.lastIndex(of: UInt8(ascii: "-")) == dash
        else { return nil }
        return Int64(name[..<dash])
    }
}
