package import FeedModel

/// Why an address never came.
package struct AbsenceExplanation: Sendable, Hashable {
    /// What the last document of a subscription says.
    package struct LastDocument: Sendable, Hashable {
        /// When it came.
        package var date: Timestamp
        /// How many entries it lists.
        package var count: Int
        /// The oldest date among them.
        package var oldest: Timestamp?
        /// Whether the address is among them.
        package var hasAddress: Bool
    }

    /// A subscription of the same site.
    package struct Candidate: Sendable, Hashable {
        /// What people call it.
        package var name: String
        /// Where it stands in the configuration.
        package var place: String?
        /// Whether it is read at all.
        package var isEnabled: Bool
        /// When it was last read with success; nil if never.
        package var lastRead: Timestamp?
        /// Why the last reading failed; nil where it went well.
        package var failure: SubscriptionRecord.Failure?
        /// Its last document; nil where none is kept.
        package var document: LastDocument?
    }

    /// The address.
    package var url: String
    /// The subscriptions of the same site: it would come with one of these.
    package var candidates: [Candidate]
}
