import FoundationEssentials
import Testing

/// Texts kept in `Fixtures`, one file each; the escape character is kept as `␛`.
enum Snapshot {
    /// Compares a text with the one kept under a name.
    ///
    /// A missing one, or any if `RECORD_SNAPSHOTS` is 1, is written and fails the test, so that somebody looks at it.
    static func expect(_ text: String, named name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(name).txt")
        let shown = String(text.map { $0 == "\u{1B}" ? "␛" : $0 })
        let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"
        guard !isRecording, let kept = try? Data(contentsOf: file) else {
            try Data(shown.utf8).write(to: file)
            Issue.record("recorded \(name).txt; look at it and run again", sourceLocation: sourceLocation)
            return
        }
        #expect(shown == String(decoding: kept, as: UTF8.self), sourceLocation: sourceLocation)
    }
}
