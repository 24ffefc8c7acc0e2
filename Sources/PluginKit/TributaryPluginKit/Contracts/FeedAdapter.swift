public import FeedModel

/// Turns a subscription into a feed.
///
/// The full form, for an API, for several requests, for a command.
///
/// A plugin that reads bytes of a format conforms to ``DocumentAdapter`` instead.
public protocol FeedAdapter: Plugin {
    /// Reads the subscription.
    ///
    /// - Parameters:
    /// - subscription: what to read.
    /// - last: what the last successful reading left, to ask only for what has changed; nil at the first.
    /// - http: sends requests in the subscription's name.
    /// - Throws: ``ReadFailure``, ``HTTPFailure`` or ``DecodingFailure``; anything else is reported as it prints.
    func read(
        _ subscription: Subscription, since last: Validators?, using http: any HTTPClient
    ) async throws -> FeedReading
}

/// One element of `feeds`: what to read.
///
/// The plugin's own options are not in here.
public struct Subscription: Sendable, Hashable {
    /// What names the subscription in the store; changes of anything else make nothing new.
    public var key: String
    /// The name that the user gave; nil lets the feed's title stand.
    public var name: String?
    /// The URL or the absolute path, with secrets expanded; nil where the adapter knows by itself.
    public var location: String?
    /// The same as the user wrote it, for people to see.
    public var writtenLocation: String?
    /// Tags that each entry gets.
    public var tags: [String]
    /// What is said of requests.
    public var http: HTTPSettings

    /// A subscription with a key.
    public init(
        key: String, name: String? = nil, location: String? = nil, writtenLocation: String? = nil,
        tags: [String] = [], http: HTTPSettings = HTTPSettings()
    ) {
        self.key = key
        self.name = name
        self.location = location
        self.writtenLocation = writtenLocation
        self.tags = tags
        self.http = http
    }

    /// What messages call the subscription.
    public var displayName: String { name ?? writtenLocation ?? key }
}

/// What a reading brought.
public enum FeedReading: Sendable {
    /// The feed, entries included, and what to ask with next time.
    case feed(Feed, Validators)
    /// A document for a format adapter; `format` names it, nil lets the document be recognised.
    case document(Document, Validators, format: String?)
    /// Nothing has changed; validators that are new all the same.
    case unchanged(Validators?)
    /// The source says that it is gone for good (410).
    case gone
}

/// What the source gave to ask with next time.
///
/// Opaque: stored and sent back byte for byte.
public struct Validators: Sendable, Hashable {
    /// The URL that they came from; they are never sent elsewhere.
    public var url: String?
    /// The `ETag`, one scalar per byte.
    public var etag: String?
    /// The `Last-Modified`, one scalar per byte.
    public var lastModified: String?
    /// A stable hash of the last document's bytes.
    public var documentHash: UInt64?
    /// The adapter's own state, such as a cursor or a UID.
    public var adapterState: String?

    /// Validators, none at first.
    public init(
        url: String? = nil, etag: String? = nil, lastModified: String? = nil, documentHash: UInt64? = nil,
        adapterState: String? = nil
    ) {
        self.url = url
        self.etag = etag
        self.lastModified = lastModified
        self.documentHash = documentHash
        self.adapterState = adapterState
    }
}

/// Why a subscription could not be read.
public struct ReadFailure: Error, Sendable, Hashable {
    /// What went wrong, as far as the command's exit status depends on it.
    public enum Kind: Sendable, Hashable {
        /// The source could not be reached or refused.
        case unavailable
        /// There is no such file.
        case missingFile
        /// What came is no feed that any adapter knows.
        case notAFeed
        /// The run was cancelled.
        case cancelled
    }

    /// What went wrong.
    public var kind: Kind
    /// What happened and what to do, secrets left out: lower case, no full stop.
    public var message: String
    /// Where in the document, where there is one.
    public var place: Diagnostic.Place?
    /// In how many seconds the source wants to be asked again; nil where it did not say.
    public var retryAfter: Int64?

    /// A failure of a kind.
    public init(_ kind: Kind, _ message: String, place: Diagnostic.Place? = nil, retryAfter: Int64? = nil) {
        self.kind = kind
        self.message = message
        self.place = place
        self.retryAfter = retryAfter
    }
}
