import FeedText
import TributaryPluginKit

extension Plan {
    /// The servers that are the user's own.
    package var ownHosts: OwnHosts { OwnHosts(fetch.ownHosts) }

    /// When a subscription may be asked.
    package func policy(of planned: PlannedSubscription, ownHosts: OwnHosts) -> FetchPolicy {
        FetchPolicy(
            key: planned.subscription.key, every: planned.every,
            isOwnHost: planned.subscription.location.map(ownHosts.contains) ?? false)
    }

    /// Whether a subscription is asked now.
    package func decision(
        on planned: PlannedSubscription, _ state: FetchState, policy: FetchPolicy, holds: SiteHolds, isForced: Bool,
        at now: Int64
    ) -> FetchDecision {
        guard planned.filePath == nil else { return .ask(.file) }
        let known = state.validity(for: planned, secrets) == .changed ? FetchState() : state
        let address = known.movedTo.map(secrets.restored) ?? planned.subscription.location
        return policy.decision(
            for: known, siteHeldUntil: address.flatMap(holds.end), isForced: isForced, at: now)
    }
}

extension Plan {
    /// Until when the site is held that a subscription is asked at; nil where it is not.
    package func siteHold(
        on planned: PlannedSubscription, _ record: FetchRecords.Record?, _ holds: SiteHolds
    ) -> Int64? {
        guard planned.filePath == nil else { return nil }
        let address = record?.fetch.movedTo.map(secrets.restored) ?? planned.subscription.location
        return address.flatMap(holds.end)
    }
}

extension FetchState {
    /// Whether what is known is about the requests that would be made now.
    enum Validity {
        case current, changed
    }

    func validity(for planned: PlannedSubscription, _ secrets: Secrets) -> Validity {
        guard let requestHash else { return .current }
        return requestHash == planned.requestHash(secrets) ? .current : .changed
    }
}

extension PlannedSubscription {
    /// A hash of what a server's answer may depend on: the address, the adapter, and who asks.
    ///
    /// Values that references stood for are left out: what is stored must tell nothing about a secret.
    func requestHash(_ secrets: Secrets) -> UInt64 {
        var hash = StableHash()
        hash.combine(subscription.location.map(secrets.redacted) ?? "")
        hash.combine(adapter.map { type(of: $0).descriptor.name } ?? "")
        let settings = subscription.http
        for field in settings.headers {
            hash.combine(field.name.lowercased())
            hash.combine(secrets.redacted(field.value))
        }
        hash.combine(settings.user.map(secrets.redacted) ?? "")
        hash.combine(settings.bearer == nil ? 0 : 1)
        return hash.finish()
    }
}

extension HTTPSettings {
    /// Whether requests carry what only the configuration's own origin may know.
    var carriesCredentials: Bool {
        !headers.isEmpty || user != nil || bearer != nil || clientCertificate != nil || usesNetrc
    }
}
