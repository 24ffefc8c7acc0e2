import FeedModel
import PluginProcess
import TributaryPluginKit

/// The process of a stage, shared by all entries that are on their way through it.
///
/// Entries are said and verdicts heard in one order. If the process dies, the entry whose verdict was due has failed; those
/// behind it are said again to the next process.
actor StageWorker {
    /// How often in a row the process may fail before it is not started again.
    private static let failuresAllowed = 3
    /// How long a process without work lives on.
    private static let rest: Duration = .seconds(30)

    private let invitation: PluginConversation.Invitation
    private let name: String
    private let programs: any ProgramRunner
    private let report: @Sendable (Diagnostic) -> Void
    private let speaking = TurnQueue()
    private let hearing = TurnQueue()
    private var conversation: PluginConversation?
    private var isResting = false
    private var inFlight = 0
    private var failures = 0
    private var lastFailure = ""
    /// Whether its last failure would come again, however often it was started.
    private var isUnfit = false

    init(
        _ invitation: PluginConversation.Invitation, name: String, programs: any ProgramRunner,
        report: @escaping @Sendable (Diagnostic) -> Void
    ) {
        self.invitation = invitation
        self.name = name
        self.programs = programs
        self.report = report
    }

    /// Asks about an entry.
    ///
    /// - Returns: the verdict, and the entry if it was changed.
    func verdict(on entry: Entry) async throws(StageFailure) -> (verdict: Verdict, entry: Entry?) {
        inFlight += 1
        do throws(StageFailure) {
            let verdict = try await ask(about: entry)
            await leave()
            return verdict
        } catch {
            await leave()
            throw error
        }
    }
}

// MARK: - Private

extension StageWorker {
    private func ask(about entry: Entry) async throws(StageFailure) -> (verdict: Verdict, entry: Entry?) {
        while true {
            guard !Task.isCancelled else { throw StageFailure("cancelled") }
            let (conversation, turn) = try await say(entry)
            await hearing.wait(for: turn)
            defer { hearing.end(turn) }
            // It died over an earlier entry: this one is said again to the next process.
            if await conversation.isBroken { continue }
            do throws(PluginFailure) {
                let verdict = try await conversation.hearVerdict()
                failures = 0
                return verdict
            } catch {
                throw failed(error)
            }
        }
    }

    /// Says an entry to the process, which is started where there is none, and takes the turn to hear the verdict.
    private func say(_ entry: Entry) async throws(StageFailure) -> (PluginConversation, turn: Int) {
        let turn = speaking.take()
        await speaking.wait(for: turn)
        defer { speaking.end(turn) }
        let conversation = try await livingConversation()
        await conversation.say(.judge(entry))
        return (conversation, hearing.take())
    }

    private func livingConversation() async throws(StageFailure) -> PluginConversation {
        if let conversation {
            let isAlive = isResting ? await conversation.wake() : await !conversation.isBroken
            isResting = false
            if isAlive { return conversation }
            await conversation.finish()
            self.conversation = nil
        }
        guard failures < Self.failuresAllowed, !isUnfit else {
            let reason = isUnfit ? "" : ", since it failed \(failures) times in a row"
            throw StageFailure("\(name) is not started again in this run\(reason): \(lastFailure)")
        }
        let (report, name) = (report, name)
        do throws(PluginFailure) {
            let begun = try await PluginConversation.begin(invitation, by: programs) { diagnostic in
                report(Diagnostic(diagnostic.severity, "\(name): \(diagnostic.message)"))
            }
            conversation = begun
            return begun
        } catch {
            throw failed(error)
        }
    }

    /// Lets the process rest when nobody needs it.
    private func leave() async {
        inFlight -= 1
        guard inFlight == 0 else { return }
        let turn = speaking.take()
        await speaking.wait(for: turn)
        defer { speaking.end(turn) }
        // Who has come in the meantime waits for the same turn.
        guard let conversation, inFlight == 0 else { return }
        isResting = true
        await conversation.rest(for: Self.rest)
    }

    private func failed(_ failure: PluginFailure) -> StageFailure {
        switch failure.kind {
        case .reported: failures = 0
        case .cancelled: break
        case .broken:
            failures += 1
            lastFailure = failure.message
            isUnfit = failure.isLasting
        }
        return StageFailure("\(name): \(failure.message)")
    }
}
