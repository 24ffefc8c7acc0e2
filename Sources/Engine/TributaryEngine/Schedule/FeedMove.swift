import FeedText

/// What becomes of an address that leads elsewhere for good (301, 308).
package enum FeedMove {
    /// How many readings on end a feed must have come from the new address.
    package static let enoughReadings = 3
    /// After how many failures on end the new address is given up again.
    static let mostFailures = 3

    /// Takes note of where the address led in a reading that went well.
    ///
    /// - Parameters:
    ///   - asked: the address that was asked.
    ///   - hasCredentials: whether requests carry what only the configuration's own origin may know.
    /// - Returns: what people should know.
    static func note(
        _ target: String?, from asked: String, hasCredentials: Bool, in state: inout FetchState
    ) -> String? {
        guard let target, target != asked else {
            state.moveTarget = nil
            state.moveReadings = 0
            return nil
        }
        state.moveReadings = state.moveTarget == target ? state.moveReadings + 1 : 1
        state.moveTarget = target
        guard state.moveReadings == enoughReadings else { return nil }
        let shown = URLText.redacted(target)
        if let obstacle = obstacle(from: asked, to: target, hasCredentials: hasCredentials) {
            return "the feed has moved for good to \(shown), \(obstacle); if that is right, write \"url\": "
                + "\"\(shown)\" and \"was\": [\"\(URLText.redacted(asked))\"] in the configuration"
        }
        state.movedTo = target
        state.moveTarget = nil
        state.moveReadings = 0
        return "the feed has moved for good; from now on \(shown) is asked"
    }

    /// Gives a new address up that does not answer any more; the next run asks the configuration's.
    static func noteFailure(in state: inout FetchState) {
        if state.failures >= mostFailures { state.movedTo = nil }
    }

    /// Why the user must decide on a move; nil where nothing speaks against it.
    private static func obstacle(from asked: String, to target: String, hasCredentials: Bool) -> String? {
        guard let old = URLParts(asked), let new = URLParts(target) else { return "which is no address" }
        if old.origin == new.origin { return nil }
        if old.scheme == "https", new.scheme != "https" { return "without encryption" }
        let isUpgrade = old.host == new.host && old.port == nil && new.port == nil
        if isUpgrade { return nil }
        guard Site.isSame(asked, target) else { return "another site" }
        return hasCredentials ? "where its credentials would have to follow" : nil
    }
}
