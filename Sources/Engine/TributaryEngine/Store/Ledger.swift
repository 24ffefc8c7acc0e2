/// One of the keys by which an entry is known again within its subscription.
public struct EntryKey: Sendable, Hashable {
    /// What the hash is of.
    ///
    /// The raw values are stored: they never change.
    public enum Kind: UInt8, Sendable, CaseIterable {
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
    }

    /// What the hash is of.
    public var kind: Kind
    /// A stable hash.
    public var hash: UInt64

    /// A key of a kind.
    public init(_ kind: Kind, _ hash: UInt64) {
        self.kind = kind
        self.hash = hash
    }
}

/// What the ledger knows of one entry that was ever seen.
public struct LedgerRow: Sendable, Hashable {
    /// The entry's number.
    public var number: Int64
    /// All its keys.
    public var keys: [EntryKey]
    /// The ordinal of the last reading of its subscription that listed it.
    public var lastListed: Int64
    /// The revision, 0 for the first.
    public var revision: Int
    /// The hash that tells revisions apart.
    public var contentHash: ContentHash
    /// Whether a revision of it was ever kept.
    public var wasKept: Bool

    /// What the ledger knows of an entry.
    public init(
        number: Int64, keys: [EntryKey], lastListed: Int64, revision: Int, contentHash: ContentHash, wasKept: Bool
    ) {
        self.number = number
        self.keys = keys
        self.lastListed = lastListed
        self.revision = revision
        self.contentHash = contentHash
        self.wasKept = wasKept
    }
}

/// The ledger's answer for one document.
public struct LedgerMatches: Sendable {
    /// The rows that have one of the keys asked for.
    public var rows: [LedgerRow]
    /// The ids, by hash, that name nothing in this subscription.
    public var unusableIDs: Set<UInt64>
    /// The ordinal of the subscription's last successful reading; 0 before the first.
    public var lastReading: Int64

    /// An answer from its parts.
    public init(rows: [LedgerRow] = [], unusableIDs: Set<UInt64> = [], lastReading: Int64 = 0) {
        self.rows = rows
        self.unusableIDs = unusableIDs
        self.lastReading = lastReading
    }
}

/// Tells an entry's revisions apart: title, URL without query, text without tags and white space, attachments.
public struct ContentHash: Sendable, Hashable {
    /// How the hash was taken; rows of another version are updated without a revision.
    public var version: Int
    /// A stable hash.
    public var value: UInt64

    /// A hash taken by a version.
    public init(version: Int, value: UInt64) {
        self.version = version
        self.value = value
    }
}
