/// Where entries are kept: the configuration's `store`.
package struct StoreSettings: Sendable, Hashable {
    /// Where the database lies.
    package enum Place: Sendable, Hashable {
        /// In memory, for one run only.
        case memory
        /// In a file, by its absolute path.
        case file(String)
    }

    /// Where the database lies.
    package var place: Place
    /// For how many seconds deliveries of a sink that left the configuration are kept.
    package var keepParked: Int64
    /// How long documents are kept; nil for not at all.
    package var keepDocuments: DocumentLimits?
    /// The folder in which documents are kept; nil where there is no place for any.
    package var documentFolder: String?

    /// A store at a place.
    package init(
        place: Place, keepParked: Int64 = 30 * 86400, keepDocuments: DocumentLimits? = nil,
        documentFolder: String? = nil
    ) {
        self.place = place
        self.keepParked = keepParked
        self.keepDocuments = keepDocuments
        self.documentFolder = documentFolder
    }
}
