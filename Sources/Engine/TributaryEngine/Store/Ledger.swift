package import FeedModel

/// One of the keys by which an entry is known again within its subscription.
package struct EntryKey: Sendable, Hashable {
    /// What the hash is of.
    ///
    /// The raw values are stored: they never change.
    package enum Kind: UInt8, Sendable, CaseIterable {
        /// The id that the feed gives.
        case id = 1
        /// The URL, canonical.
        case url = 2
        /// URL and title.
        case urlAndTitle = 3
        /// Title and date.
        case titleAndDate = 4
        /// Title and text.
        case titleAndText = 5
        /// An id that stood twice in one document with different links, and so names nothing. Belongs to no entry.
        case unusableID = 6
        /// All that tells entries apart where neither an id nor a URL of their own does: see ``EntryFingerprint/whole``.
        case whole = 7
        /// The URLs of an entry's files, pictures and links, without their queries. No entry is looked for by it.
        case addresses = 8

        /// Whether entries are looked for by keys of this kind.
        package var isSought: Bool { self != .addresses }
    }

    /// What the hash is of.
    package var kind: Kind
    /// A stable hash.
    package var hash: UInt64

    /// A key of a kind.
    package init(_ kind: Kind, _ hash: UInt64) {
        self.kind = kind
        self.hash = hash
    }
}

/// What the ledger knows of one entry that was ever seen.
package struct LedgerRow: Sendable, Hashable {
    /// The entry's number.
    package var number: Int64
    /// All its keys.
    package var keys: [EntryKey]
    /// The ordinal of the last reading of its subscription that listed it.
    package var lastListed: Int64
    /// The revision, 0 for the first.
    package var revision: Int
    /// The hash that tells revisions apart.
    package var contentHash: ContentHash
    /// Whether a revision of it was ever kept.
    package var wasKept: Bool
    /// When a run first saw it.
    package var firstSeen: Timestamp

    /// What the ledger knows of an entry.
    package init(
        number: Int64, keys: [EntryKey], lastListed: Int64, revision: Int, contentHash: ContentHash, wasKept: Bool,
        firstSeen: Timestamp
    ) {
        self.number = number
        self.keys = keys
        self.lastListed = lastListed
        self.revision = revision
        self.contentHash = contentHash
        self.wasKept = wasKept
        self.firstSeen = firstSeen
    }
}

/// The ledger's answer for one document.
package struct LedgerMatches: Sendable {
    /// The rows that have one of the keys asked for.
    package var rows: [LedgerRow]
    /// The ids, by hash, that name nothing in this subscription.
    package var unusableIDs: Set<UInt64>
    /// The ordinal of the subscription's last successful reading; 0 before the first.
    package var lastReading: Int64

    /// An answer from its parts.
    package init(rows: [LedgerRow] = [], unusableIDs: Set<UInt64> = [], lastReading: Int64 = 0) {
        self.rows = rows
        self.unusableIDs = unusableIDs
        self.lastReading = lastReading
    }
}

/// Tells an entry's revisions apart: title, URL without query, text without tags and white space, attachments.
package struct ContentHash: Sendable, Hashable {
    /// How the hash was taken; rows of another version are updated without a revision.
    package var version: Int
    /// A stable hash.
    package var value: UInt64

    /// A hash taken by a version.
    package init(version: Int, value: UInt64) {
        self.version = version
        self.value = value
    }
}
