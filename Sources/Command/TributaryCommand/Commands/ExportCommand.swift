import FeedFormats
import FeedText
import LocalSystem
import TributaryEngine
import TributaryPluginKit

/// `tributary export [FILE]`: the subscriptions as OPML, for other readers.
struct ExportCommand: Command {
    static let description = CommandDescription(
        name: "export", operands: "[FILE]", operandCount: 0...1,
        summary: "Writes the subscriptions as OPML, for other readers.",
        details: [
            "The first tag of a subscription becomes its folder, and all its tags its categories. A tag with a comma or "
                + "a slash, which no category can hold, makes all of them folders in each other instead. Secrets in "
                + "addresses are left out."
        ],
        options: [.config])

    private let config: String?
    private let path: String?

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        config = arguments.value("--config")
        path = arguments.operands.first
    }

    func run(in wiring: Wiring) async throws -> ExitStatus {
        let plan = try wiring.plan(given: config, reportingTo: { _ in })
        let records = try await wiring.subscriptionRecords(of: plan)
        var list = OPML(title: "Tributary", dateCreated: wiring.clock.now)
        var warnings: [String] = []
        for (planned, record) in zip(plan.subscriptions, records) {
            let (address, warning) = planned.exportedAddress(secrets: plan.secrets)
            if let warning { warnings.append("warning: \(planned): \(warning)") }
            guard let address else { continue }
            let subscription = planned.subscription
            list.subscriptions.append(
                OPML.Subscription(
                    url: address, title: (subscription.name ?? record?.title).map(plan.secrets.redacted),
                    homePageURL: record?.homePageURL, tags: subscription.tags.map(plan.secrets.redacted)))
        }
        await wiring.console.complain(warnings)
        guard let path, path != "-" else { return await wiring.console.print(list.bytes) }
        try LocalFile.replace(path, with: list.bytes)
        return .success
    }
}

extension PlannedSubscription {
    /// The address for other programs, and what has to be said of it.
    fileprivate func exportedAddress(secrets: Secrets) -> (address: String?, warning: String?) {
        guard let location = subscription.location, let written = subscription.writtenLocation else {
            return (nil, "it has no address, so it is left out")
        }
        guard URLText.scheme(of: location) != nil else { return (written, nil) }
        let isOpen = secrets.redacted(location) == location && URLText.redacted(location) == location
        return isOpen ? (location, nil) : (written, "a secret in its address is left out")
    }
}
