public import FeedModel
public import TributaryPluginKit

/// A page sink that keeps what it would have rendered, and fails as a test wants.
public actor RecordingPage: PageSink {
    /// The description of the sink `recording_page`.
    public static let descriptor = PluginDescriptor(
        name: "recording_page", role: .sink, summary: "Keeps what it would render.",
        example: #"{"use": "recording_page"}"#,
        delivery: DeliveryTraits(isRepeatable: true, firstFetch: .all, order: .newest))

    /// What each rendering showed.
    public private(set) var renderings: [[Entry]] = []
    private var fails = false
    private var found = PageState()

    /// A page that shows everything.
    public init() {}

    /// A page that shows everything.
    public init(options: NoOptions, context: PluginContext) {}

    /// Has the page fail, or not, from now on.
    public func fail(_ fails: Bool) {
        self.fails = fails
    }

    /// Has the page find what it has written in a state, from now on.
    public func find(_ state: PageState) {
        found = state
    }

    /// The state that a test wants.
    public func state() async throws(SinkFailure) -> PageState { found }

    /// The ids of the entries that the last rendering showed; nil before the first.
    public var ids: [String]? { renderings.last?.map(\.id) }

    /// Shows what the view holds.
    public func render(_ view: any ArchiveView) async throws(SinkFailure) {
        guard !fails else { throw SinkFailure(.retryable(after: nil), "the disk is away") }
        var shown: [Entry] = []
        do {
            // A small batch, so that one follows another.
            while case let batch = try await view.entries(limit: 2, after: shown.last), !batch.isEmpty {
                shown += batch
            }
        } catch {
            throw SinkFailure(.retryable(after: nil), "\(error)")
        }
        renderings.append(shown)
    }
}
