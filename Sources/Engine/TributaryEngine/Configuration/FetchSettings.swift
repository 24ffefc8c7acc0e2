import FeedJSON
package import TributaryPluginKit

/// How requests are made: the configuration's `fetch`.
package struct FetchSettings: Sendable, Hashable, Decodable {
    /// Transfers at a time.
    package var parallel: Int
    /// Transfers at a time from one host.
    package var perHost: Int
    /// When a run stops asking and cancels what is under way.
    package var deadline: TimeSpan
    /// How long a connection may take, DNS included.
    package var connectTimeout: TimeSpan
    /// How long a transfer may bring next to nothing.
    package var stallTimeout: TimeSpan
    /// How long a whole transfer may take.
    package var timeout: TimeSpan
    /// How many redirects are followed.
    package var redirects: Int
    /// The largest body as it is received.
    package var receivedSize: ByteSize
    /// The largest body after content decoding.
    package var decodedSize: ByteSize
    /// The size of all bodies that are in memory together.
    package var memory: ByteSize
    /// Hosts that are one's own: no floor of polling, spacing or limit per host, and private addresses are allowed.
    package var ownHosts: [String]
    /// An address or URL for the User-Agent, by which a server's keeper can reach the user.
    package var contact: String?
}

extension FetchSettings {
    /// What the configuration may say, with the defaults.
    package static let options: OptionTable = [
        Option("parallel", .integer(in: 1...1000), default: 50, "Transfers at a time."),
        Option("per_host", .integer(in: 1...100), default: 2, "Transfers at a time from one host."),
        Option("deadline", limitedTime, default: "60s", "When a run stops asking and cancels what is under way."),
        Option("connect_timeout", limitedTime, default: "10s", "How long a connection may take, DNS included."),
        Option("stall_timeout", limitedTime, default: "15s", "How long a transfer may bring under 64 bytes a second."),
        Option("timeout", limitedTime, default: "60s", "How long a whole transfer may take."),
        Option("redirects", .integer(in: 0...50), default: 10, "How many redirects are followed."),
        Option("received_size", limitedSize, default: "16MB", "The largest body as it is received."),
        Option("decoded_size", limitedSize, default: "32MB", "The largest body after content decoding."),
        Option("memory", limitedSize, default: "64MB", "The size of all bodies in memory together."),
        Option(
            "own_hosts", .list(of: .host), default: [],
            "Hosts that are your own: no politeness is due, and private addresses are allowed."),
        Option("contact", .headText, "An address or URL for the User-Agent."),
    ]

    /// A limit of time: some, and at most a day.
    private static let limitedTime = limited(.duration, to: "from 1s to 1d") { node throws(ConfigurationError) in
        try (1...86400).contains(TimeSpan(option: node).seconds)
    }

    /// A limit of size: some, and at most 100 GB.
    private static let limitedSize = limited(.size, to: "from 1B to 100GB") { node throws(ConfigurationError) in
        try (1...100_000_000_000).contains(ByteSize(option: node).bytes)
    }

    private static func limited(
        _ kind: OptionKind, to range: String, by fits: @escaping @Sendable (JSONNode) throws(ConfigurationError) -> Bool
    ) -> OptionKind {
        OptionKind(kind.name, schema: kind.schema) { node, path, problems in
            do throws(ConfigurationError) {
                if try fits(node) { return }
                let text = node.text ?? node.value.kindName
                problems.append(
                    ConfigurationProblem("\"\(text)\" is out of bounds; write \(range)", at: path, offset: node.offset))
            } catch {
                problems += error.placed(at: path, node: node)
            }
        }
    }

    /// The defaults.
    package static let standard = decodedDefaults(FetchSettings.self, options)
}
