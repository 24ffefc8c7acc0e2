import FeedText

/// A message's file: `1700000000.M1P2.host,S=1:2,FS` in `cur` or `new`.
struct MaildirFile: Sendable {
    /// The name as it is now.
    let name: String
    /// `cur` or `new`.
    let folder: String

    /// What stays of the name when flags change.
    var id: Substring { name.prefix { $0 != ":" && $0 != ";" && $0 != "!" } }

    /// When it was delivered, in seconds since 1970; 0 where the name does not say it.
    var time: Int64 { Int64(name.prefix { $0 != "." }) ?? 0 }
}

/// What was read of a maildir: everything delivered before a time, and of what came since then some names.
struct MaildirState: Sendable {
    /// Deliveries may come in another order than their names; so long before the last one names are kept.
    private static let overlap: Int64 = 3 * 86400

    private let time: Int64
    private let known: Set<UInt64>

    /// The state behind a reading that has come up to some of the files; those that it took are the oldest new ones.
    ///
    /// - Parameter now: the time, in seconds; a name may say one that has not come yet.
    init(behind read: ArraySlice<MaildirFile>, of files: [MaildirFile], before: MaildirState?, now: Int64) {
        let isNew = Set(read.map { Self.hash($0) })
        // At the first reading older ones than it took count as known.
        let last = read.last.map { ($0.time, $0.id) }
        let seen = files.filter { file in
            if isNew.contains(Self.hash(file)) { return true }
            guard let before else { return last.map { (file.time, file.id) < $0 } ?? false }
            return !before.isNew(file)
        }
        let newest = seen.map(\.time).max() ?? 0
        let time = max(min(newest, now) - Self.overlap, before?.time ?? 0)
        self.time = time
        known = Set(seen.lazy.filter { $0.time >= time || $0.time == 0 }.map { Self.hash($0) })
    }

    /// The state that a text of it says; nil for any other text.
    init?(_ text: String) {
        let parts = text.split(separator: ":")
        guard let first = parts.first, let time = Int64(first) else { return nil }
        self.time = time
        known = Set(parts.dropFirst().compactMap { UInt64($0, radix: 36) })
    }

    /// The state as a text.
    var text: String {
        ([String(time)] + known.sorted().map { String($0, radix: 36) }).joined(separator: ":")
    }

    /// Whether a message has not been read.
    func isNew(_ file: MaildirFile) -> Bool {
        (file.time >= time || file.time == 0) && !known.contains(Self.hash(file))
    }

    private static func hash(_ file: MaildirFile) -> UInt64 { StableHash.hash(String(file.id)) }
}
