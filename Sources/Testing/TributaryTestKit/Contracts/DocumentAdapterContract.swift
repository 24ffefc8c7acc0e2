import FeedModel
import FoundationEssentials
public import Testing
public import TributaryPluginKit

/// What a document adapter keeps, beside what each of its fixtures says (``DocumentFixture``).
public enum DocumentAdapterContract {
    /// Checks the plugin's own contract and its fixtures as a whole.
    ///
    /// - Parameter fixtures: all that there are; an adapter without any is not tested.
    public static func check<Adapter: DocumentAdapter>(
        _ adapter: Adapter.Type, in folder: PluginFolder, fixtures: [DocumentFixture],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try PluginContract.check(adapter, in: folder, sourceLocation: sourceLocation)
        #expect(!Adapter.accepts.isEmpty, "it accepts no media type", sourceLocation: sourceLocation)
        #expect(!fixtures.isEmpty, "it has no fixture", sourceLocation: sourceLocation)
        let empty: [UInt8] = []
        #expect(
            Adapter.recognise(empty.span, type: nil) < .certain, "it is certain of nothing at all",
            sourceLocation: sourceLocation)
    }

    /// Checks that twice the document takes at most 2.5 times the processor's time.
    ///
    /// - Parameter document: makes a document with so many entries.
    public static func checkLinear<Adapter: DocumentAdapter>(
        _ adapter: Adapter, sourceLocation: SourceLocation = #_sourceLocation, document: (Int) -> String
    ) throws {
        let single = Document(url: nil, mediaType: nil, bytes: Array(document(2000).utf8))
        let double = Document(url: nil, mediaType: nil, bytes: Array(document(4000).utf8))
        #expect(try adapter.feed(from: single).feed.entries.count == 2000, sourceLocation: sourceLocation)
        // A busy machine can only make a reading slower, so the fastest of several counts.
        var fastest = (single: Double.infinity, double: Double.infinity)
        for _ in 0..<15 {
            fastest.single = min(
                fastest.single, try ProcessorTime.seconds(runs: 1) { _ = try adapter.feed(from: single) })
            fastest.double = min(
                fastest.double, try ProcessorTime.seconds(runs: 1) { _ = try adapter.feed(from: double) })
            if fastest.double <= 2.5 * fastest.single { return }
        }
        Issue.record(
            "twice the document takes \(fastest.double / fastest.single) times the time",
            sourceLocation: sourceLocation)
    }
}
