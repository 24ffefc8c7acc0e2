import PluginProcess
import Synchronization
import TributaryPluginKit

/// A program in a preview: nothing is started, it agrees to everything, and what it is told is kept to be shown.
final class PreviewProgram: RunningProgram {
    private struct State: Sendable {
        var told: [String] = []
        var answers: [UInt8] = []
        var isStage = false
    }

    /// The words that it would be started with.
    let command: [String]
    private let state = Mutex(State())

    init(_ command: [String]) {
        self.command = command
    }

    /// The lines that it was told; a stage is asked about several entries at once, in no order of its own.
    var lines: [String] {
        state.withLock { $0.isStage ? $0.told.sorted() : $0.told }
    }

    func send(_ bytes: [UInt8], isLast: Bool) async {
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let request = try? PluginRequest(line: Array(line)) else { continue }
            state.withLock { state in
                if case .judge = request { state.isStage = true }
                state.told.append(String(decoding: line, as: UTF8.self))
                state.answers += Self.answer(to: request).line
            }
        }
    }

    func output(silence: Duration, deadline: ContinuousClock.Instant) async -> ProgramOutput {
        state.withLock { state in
            guard !state.answers.isEmpty else { return .ended }
            defer { state.answers = [] }
            return .bytes(state.answers)
        }
    }

    func takeErrors() async -> [UInt8] { [] }

    func end(grace: Duration) async -> ProgramExit { .status(0) }

    func rest(for time: Duration) async {}

    func wake() async -> Bool { true }

    private static func answer(to request: PluginRequest) -> PluginAnswer {
        switch request {
        case .hello(let greeting, _): .hello(Greeting(role: greeting.role))
        case .read: .done(nil)
        case .judge: .keep(nil)
        case .open: .ready
        case .deliver(let deliveries): .receipt(Receipt(confirmed: deliveries.map(\.id)))
        case .close: .closed
        }
    }
}

extension PreviewWorld: ProgramRunner {
    func start(_ program: Program) async throws(ProgramFailure) -> any RunningProgram {
        let program = PreviewProgram(program.command)
        note(.program(program))
        return program
    }
}
