package import FeedJSON
import FeedText
import LocalSystem
package import TributaryPluginKit

/// A plugin that is a process, spoken to line by line (docs/plugin-protocol.md).
///
/// Whatever it does wrong ends the conversation and the process, and is said again to everyone who asks later.
package actor PluginConversation {
    /// A conversation that has not begun.
    package struct Invitation: Sendable {
        /// The program that the plugin is.
        package var program: Program
        /// What the plugin shall be.
        package var role: PluginRole
        /// What it is told.
        package var options: JSONValue?
        /// What each of its answers may take.
        package var limits: AnswerLimits

        /// An invitation from its parts.
        package init(_ program: Program, as role: PluginRole, options: JSONValue?, limits: AnswerLimits) {
            self.program = program
            self.role = role
            self.options = options
            self.limits = limits
        }

        /// What a configuration's options say.
        package init(_ options: ProgramOptions, as role: PluginRole, in folder: String) {
            self.init(
                options.program(in: folder), as: role, options: options.options, limits: AnswerLimits(options))
        }
    }

    private let program: any RunningProgram
    private let limits: AnswerLimits
    private let report: @Sendable (Diagnostic) -> Void
    private var lines = LineBuffer()
    private var errors = ErrorLines()
    private var failure: PluginFailure?
    private var deadline = ContinuousClock.now
    private var bytesLeft = 0
    private var linesLeft = 0
    private var diagnostics = 0
    /// Whether it has said anything but diagnostics.
    private var hasAnswered = false
    /// How many requests have been said whose answers nobody has waited for yet.
    private var due = 0
    /// The first line that it said without being asked, seen when the conversation was finished.
    package private(set) var unaskedLine: [UInt8]?
    /// The first entry of an adapter's in which it has set what is Tributary's.
    package internal(set) var forgedEntry: String?
    /// How many of its diagnostics are passed on.
    private static let mostDiagnostics = 100

    private init(_ program: any RunningProgram, limits: AnswerLimits, report: @escaping @Sendable (Diagnostic) -> Void)
    {
        self.program = program
        self.limits = limits
        self.report = report
    }

    /// Starts a plugin and greets it.
    ///
    /// - Parameter report: takes its diagnostics and what it says on standard error.
    package static func begin(
        _ invitation: Invitation, by runner: any ProgramRunner, report: @escaping @Sendable (Diagnostic) -> Void
    ) async throws(PluginFailure) -> PluginConversation {
        let conversation = try await start(invitation, by: runner, report: report)
        let role = invitation.role.rawValue
        do throws(PluginFailure) {
            let greeting = try await conversation.greet(as: invitation.role, options: invitation.options)
            guard greeting.role == invitation.role else {
                throw await conversation.broken(
                    "it is a plugin of the role \(greeting.role.rawValue), which cannot be used as \(role)")
            }
            return conversation
        } catch {
            var failure = error
            failure.isLasting = await conversation.hasAnswered
            throw failure
        }
    }

    /// Starts a plugin without a word.
    package static func start(
        _ invitation: Invitation, by runner: any ProgramRunner, report: @escaping @Sendable (Diagnostic) -> Void
    ) async throws(PluginFailure) -> PluginConversation {
        do throws(ProgramFailure) {
            return PluginConversation(
                try await runner.start(invitation.program), limits: invitation.limits, report: report)
        } catch {
            throw PluginFailure(.broken, error.message)
        }
    }

    /// Greets the plugin and hears its greeting.
    package func greet(as role: PluginRole, options: JSONValue?) async throws(PluginFailure) -> Greeting {
        await say(.hello(Greeting(role: role), options: options))
        beginAnswer()
        switch try await hear() {
        case .hello(let greeting):
            guard greeting.version <= PluginProtocol.version else {
                throw await broken(
                    "it speaks version \(greeting.version) of the plugin protocol, this Tributary up to "
                        + "\(PluginProtocol.version); take an older plugin or a newer Tributary")
            }
            return greeting
        case .error(let reported): throw await broken(reported.message)
        case let other: throw await broken(unexpected: other, "hello")
        }
    }

    /// Whether it has failed before.
    package var isBroken: Bool { failure != nil }

    /// Says something; that it was not understood, the answer will tell.
    package func say(_ request: PluginRequest) async {
        due += 1
        await program.send(request.line, isLast: false)
    }

    /// Sets the limits anew, for the answer that is now waited for.
    package func beginAnswer() {
        due -= 1
        deadline = .now + limits.timeout
        bytesLeft = limits.bytes
        linesLeft = limits.lines
    }

    /// The next line that is no diagnostic.
    package func hear() async throws(PluginFailure) -> PluginAnswer {
        while true {
            let line = try await nextLine()
            let answer: PluginAnswer
            do throws(ProtocolMistake) {
                answer = try PluginAnswer(line: line)
            } catch {
                hasAnswered = true
                throw await broken(
                    "it said what is not of the plugin protocol (\(error.message)): \(Self.excerpt(line))")
            }
            guard case .diagnostic(let diagnostic) = answer else {
                hasAnswered = true
                return answer
            }
            pass(diagnostic)
        }
    }

    /// Ends the conversation in peace: no more is asked, and the process ends by itself, or else is ended.
    ///
    /// What it says without being asked is passed over with a warning.
    ///
    /// - Returns: how it has ended.
    @discardableResult
    package func finish() async -> ProgramExit {
        let deadline = ContinuousClock.now + Self.patience
        await hearOut(until: deadline)
        let exit = await program.end(grace: max(.zero, deadline - .now))
        await takeErrors(isEnd: true)
        if let unaskedLine {
            report(
                Diagnostic(
                    .warning, "it said more than it was asked for, which is passed over: \(Self.excerpt(unaskedLine))"))
        }
        if failure == nil { failure = PluginFailure(.broken, "it has ended") }
        return exit
    }

    /// Ends the process because of something that it did, and says so.
    package func broken(_ reason: String) async -> PluginFailure {
        await fail(.broken, reason)
    }

    /// Ends the process because it said the wrong thing.
    package func broken(unexpected answer: PluginAnswer, _ expected: String) async -> PluginFailure {
        await broken("it said \"\(answer.type)\" where \(expected) was due")
    }

    /// Ends the process where it has said more than it was asked for: that would be taken for the answer to what comes.
    func expectNoMore() async throws(PluginFailure) {
        guard due == 0, let line = nextUnaskedLine() else { return }
        throw await broken("it answered without being asked: \(Self.excerpt(line))")
    }

    /// Passes a message on, unless there have been too many.
    func pass(_ diagnostic: Diagnostic) {
        diagnostics += 1
        switch diagnostics {
        case ...Self.mostDiagnostics: report(diagnostic)
        case Self.mostDiagnostics + 1: report(Diagnostic(.note, "it has more diagnostics, which are passed over"))
        default: break
        }
    }

    /// Lets the process end if it is asked nothing for some time.
    package func rest(for time: Duration) async {
        await program.rest(for: time)
    }

    /// Takes `rest` back; false where the process has ended, or the conversation.
    package func wake() async -> Bool {
        guard failure == nil else { return false }
        return await program.wake()
    }
}

// MARK: - Private

extension PluginConversation {
    private func nextLine() async throws(PluginFailure) -> [UInt8] {
        if let failure { throw failure }
        while true {
            if let line = lines.next() {
                linesLeft -= 1
                guard line.count <= PluginProtocol.longestLine else { throw await broken(Self.tooLong) }
                guard linesLeft >= 0 else {
                    throw await broken("it answered with more than \(limits.lines) lines (max_lines)")
                }
                if line.contains(where: { !$0.isASCIIWhitespace }) { return line }
                continue
            }
            guard lines.count <= PluginProtocol.longestLine else { throw await broken(Self.tooLong) }
            try await receive()
        }
    }

    private func receive() async throws(PluginFailure) {
        let output = await program.output(silence: limits.silence, deadline: deadline)
        await takeErrors(isEnd: false)
        switch output {
        case .bytes(let bytes):
            bytesLeft -= bytes.count
            guard bytesLeft >= 0 else {
                throw await broken("it answered with more than \(limits.bytes) bytes (max_bytes)")
            }
            lines.append(bytes)
        case .ended: throw await ended()
        case .silent: throw await broken("it said nothing for \(limits.silence.components.seconds) s (silence)")
        case .late: throw await broken("it had not answered after \(limits.timeout.components.seconds) s (timeout)")
        case .cancelled: throw await fail(.cancelled, "cancelled")
        }
    }

    /// Why there is no more to hear.
    private func ended() async -> PluginFailure {
        let grace = Duration.milliseconds(200)
        let start = ContinuousClock.now
        let exit = await program.end(grace: grace)
        let how =
            switch exit {
            case .status(let status): "it ended with status \(status)"
            // SIGTERM or SIGKILL from here, since it lived on.
            case .signal(let number) where [15, 9].contains(number) && ContinuousClock.now - start >= grace:
                "it closed its output"
            case .signal(let number): "it was ended by signal \(number)"
            }
        return await broken(lines.count > 0 ? "\(how) within a line" : "\(how) before it had answered")
    }

    /// Hears what it says until its end, though nothing more is asked.
    private func hearOut(until deadline: ContinuousClock.Instant) async {
        guard failure == nil, due == 0 else { return }
        await program.send([], isLast: true)
        while unaskedLine == nil {
            unaskedLine = nextUnaskedLine()
            guard unaskedLine == nil, lines.count <= Self.longestExcerpt,
                case .bytes(let bytes) = await program.output(silence: Self.patience, deadline: deadline)
            else { break }
            lines.append(bytes)
        }
        let rest = lines.takeRest()
        if unaskedLine == nil, rest.contains(where: { !$0.isASCIIWhitespace }) { unaskedLine = rest }
    }

    /// The next line that has come and that nobody asked for; its diagnostics are passed on.
    private func nextUnaskedLine() -> [UInt8]? {
        while let line = lines.next() {
            guard line.contains(where: { !$0.isASCIIWhitespace }) else { continue }
            guard case .diagnostic(let diagnostic)? = try? PluginAnswer(line: line) else { return line }
            pass(diagnostic)
        }
        return nil
    }

    private func fail(_ kind: PluginFailure.Kind, _ reason: String) async -> PluginFailure {
        _ = await program.end(grace: .zero)
        await takeErrors(isEnd: true)
        var message = reason
        if let last = errors.last, case .broken = kind { message += "; on standard error it said: \(last)" }
        let failure = PluginFailure(kind, message)
        self.failure = failure
        return failure
    }

    private func takeErrors(isEnd: Bool) async {
        for diagnostic in errors.take(await program.takeErrors(), isEnd: isEnd) { report(diagnostic) }
    }

    /// How long it may take to end when it is asked nothing more.
    private static let patience: Duration = .seconds(2)
    private static let longestExcerpt = 1 << 16
    private static let tooLong = "it wrote a line of more than \(PluginProtocol.longestLine >> 20) MiB"

    /// The beginning of a line, for people to see.
    static func excerpt(_ line: [UInt8]) -> String {
        let text = DisplayText.singleLine(String(decoding: line.prefix(240), as: UTF8.self))
        return text.count > 60 || line.count > 240 ? "\(text.prefix(60))…" : text
    }
}
