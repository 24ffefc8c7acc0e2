import EntryViews
import FeedModel
import LocalSystem
import Synchronization
import TributaryEngine
import TributaryPluginKit

/// `tributary parse --stream`: each entry is written as a line as soon as it has been read, and then forgotten.
struct ParseStream: Sendable {
    let wiring: Wiring
    let sanitizes: Bool

    /// Reads a document; what was odd or repaired goes to `report`.
    func write(
        _ source: DocumentSource, with formats: FormatReader,
        reportingTo report: @escaping @Sendable (Diagnostic) -> Void
    ) async throws -> ExitStatus {
        if let document = try await source.largeFile(in: wiring) {
            return try await write(basedOn: document.url, reportingTo: report) { entries throws(ReadFailure) in
                try formats.decode(document, into: &entries)
            }
        }
        let document = try await source.document(accept: formats.acceptedTypes, in: wiring)
        return try await write(basedOn: document.url, reportingTo: report) { entries throws(ReadFailure) in
            try formats.decode(document, as: nil, into: &entries)
        }
    }

    private func write(
        basedOn url: String?, reportingTo report: @escaping @Sendable (Diagnostic) -> Void,
        decode: @escaping @Sendable (inout DecodingOutput) throws(ReadFailure) -> Feed
    ) async throws -> ExitStatus {
        let output = wiring.console.output
        let lines = EntryLines(
            output: output, sanitizes: sanitizes, base: url, hidesCharacters: wiring.terminal.isTerminal)
        // Reading runs where writing waits, so that no more is read than has been written.
        try await output.run { _ throws(ReadFailure) in
            var entries = DecodingOutput { lines.append($0) }
            defer { lines.finish() }
            _ = try decode(&entries)
            for diagnostic in entries.diagnostics { report(diagnostic) }
        }
        guard let failure = lines.failure, failure.kind != .closed else { return .success }
        await wiring.console.complain(["tributary: \(failure)"])
        return .failure
    }
}

/// Entries as lines on their way to standard output, on whose thread all calls are made.
private final class EntryLines: Sendable {
    private struct State {
        var pending: [UInt8] = []
        var failure: LocalFileFailure?
    }

    /// Lines are written when they are so many bytes.
    private static let chunkLength = 64 << 10

    private let output: StandardStream
    private let sanitizes: Bool
    /// The document's own URL.
    private let base: String?
    private let hidesCharacters: Bool
    private let state = Mutex(State())

    init(output: StandardStream, sanitizes: Bool, base: String?, hidesCharacters: Bool) {
        self.output = output
        self.sanitizes = sanitizes
        self.base = base
        self.hidesCharacters = hidesCharacters
    }

    /// Why writing has ended early.
    var failure: LocalFileFailure? { state.withLock { $0.failure } }

    func append(_ entry: Entry) {
        var line = (sanitizes ? entry.sanitized(base: base) : entry).json(needsContent: true)
        if hidesCharacters { line = HiddenCharacters.escaped(inJSON: line) }
        line.append(UInt8(ascii: "\n"))
        state.withLock { state in
            guard state.failure == nil else { return }
            state.pending += line
            if state.pending.count >= Self.chunkLength { write(&state) }
        }
    }

    /// Writes what is left.
    func finish() {
        state.withLock { write(&$0) }
    }

    private func write(_ state: inout State) {
        guard !state.pending.isEmpty, state.failure == nil else { return }
        let lines = state.pending
        state.failure = output.assumeIsolated { $0.write(lines)?.failure }
        state.pending.removeAll(keepingCapacity: true)
    }
}
