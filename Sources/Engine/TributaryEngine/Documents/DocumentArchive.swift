package import FeedModel

/// Where documents are kept as they were received, for some time: for `explain` and `replay`.
///
/// A cache: what is kept may be gone at any time, and what could not be kept is no failure.
package protocol DocumentArchive: Sendable {
    /// Keeps a document.
    ///
    /// - Returns: under what it is kept; nil where it is not.
    func keep(_ document: Document, at now: Timestamp) async -> KeptDocument?

    /// The content of a document; nil where it is gone or damaged.
    func content(of kept: KeptDocument) async -> [UInt8]?

    /// Lets go of what is beyond the limits, the oldest first; without limits, of everything.
    func trim(to limits: DocumentLimits?, at now: Timestamp) async
}

/// Under what a document is kept.
package struct KeptDocument: Sendable, Hashable {
    /// Its name in the archive.
    package var name: String
    /// How its bytes are coded, in the words of `Content-Encoding`.
    package var coding: String?

    /// A document of a name.
    package init(name: String, coding: String?) {
        self.name = name
        self.coding = coding
    }
}
