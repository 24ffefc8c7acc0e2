/// What is known of the requests for a subscription: facts only, from which ``FetchPolicy`` says when the next is due.
///
/// Times are seconds since 1970.
package struct FetchState: Sendable, Hashable {
    /// A hash of what the requests were made of; validators and everything else here are for those.
    package var requestHash: UInt64?
    /// When it was last asked; nil if never.
    package var askedAt: Int64?
    /// Until when the last answer said it was fresh.
    package var freshUntil: Int64?
    /// When a server that was asked too often, or could not answer, wants to be asked again.
    package var retryAt: Int64?
    /// What the feed says of its rhythm.
    package var rhythm = PublishingRhythm()
    /// When it was first read, or last had something new.
    package var changedAt: Int64?
    /// How many seconds lie between two changes; nil before the first.
    package var changeGap: Int64?
    /// How often asking has failed since it last went well.
    package var failures = 0
    /// Since when it has.
    package var failingSince: Int64?
    /// Whether people were told that it has failed for long.
    package var isFailureNamed = false
    /// Whether the source has said that it is gone for good.
    package var isGone = false
    /// The address that is asked instead of the configuration's, references to secrets unexpanded.
    package var movedTo: String?
    /// Where the address leads for good, as long as it is not asked instead; the same form.
    package var moveTarget: String?
    /// In how many readings on end a feed came from there.
    package var moveReadings = 0
    /// How long the last transfers took.
    package var milliseconds: Int64?
    /// Whether the end of a run cut the last reading off.
    package var wasCutOff = false

    /// Nothing known.
    package init() {}
}

extension FetchState {
    /// The same with its addresses changed: the store keeps them with the references that the configuration has for
    /// secrets.
    func mappingURLs(_ change: (String) -> String) -> FetchState {
        var state = self
        state.movedTo = movedTo.map(change)
        state.moveTarget = moveTarget.map(change)
        return state
    }
}
