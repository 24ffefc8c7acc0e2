import FoundationEssentials
public import Testing

/// Texts kept in the folder `Fixtures` beside a test, one file each; the escape character is kept as `␛`.
public enum Snapshot {
    /// Compares a text with the one kept under a name.
    ///
    /// A missing one, or any if `RECORD_SNAPSHOTS` is 1, is written and fails the test, so that somebody looks at it.
    public static func expect(
        _ text: String, named name: String, suffix: String = "txt", beside test: String = #filePath,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let file = URL(filePath: test).deletingLastPathComponent().appending(path: "Fixtures/\(name).\(suffix)")
        let shown = String(text.map { $0 == "\u{1B}" ? "␛" : $0 })
        let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"
        guard !isRecording, let kept = try? Data(contentsOf: file) else {
            try Data(shown.utf8).write(to: file)
            Issue.record("recorded \(name).\(suffix); look at it and run again", sourceLocation: sourceLocation)
            return
        }
        #expect(shown == String(decoding: kept, as: UTF8.self), sourceLocation: sourceLocation)
    }
}
