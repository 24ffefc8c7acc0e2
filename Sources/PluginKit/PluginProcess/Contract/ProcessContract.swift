package import TributaryPluginKit

/// What a plugin that is a process keeps, whatever language it is written in; checked by talking to it.
package struct ProcessContract: Sendable {
    /// One thing that was checked.
    package struct Finding: Sendable {
        /// What the plugin should do: `it says hello`.
        package var promise: String
        /// Why it does not; nil where it does.
        package var failure: String?
    }

    /// The promise did not hold.
    struct Violation: Error {
        var message: String

        init(_ message: String) {
            self.message = message
        }
    }

    let invitation: PluginConversation.Invitation
    let programs: any ProgramRunner
    let url: String?
    let report: @Sendable (Diagnostic) -> Void

    /// A contract for a plugin.
    ///
    /// - Parameters:
    ///   - invitation: the program, its role and its options.
    ///   - url: what an adapter is told to read.
    ///   - report: takes what the plugin has to say to people.
    package init(
        _ invitation: PluginConversation.Invitation, programs: any ProgramRunner, url: String?,
        report: @escaping @Sendable (Diagnostic) -> Void
    ) {
        self.invitation = invitation
        self.programs = programs
        self.url = url
        self.report = report
    }

    /// The role that a plugin says it has, when it is asked for another.
    package static func role(
        of invitation: PluginConversation.Invitation, by programs: any ProgramRunner,
        report: @escaping @Sendable (Diagnostic) -> Void
    ) async throws(PluginFailure) -> PluginRole {
        let conversation = try await PluginConversation.start(invitation, by: programs, report: report)
        let greeting = try await conversation.greet(as: invitation.role, options: invitation.options)
        await conversation.finish()
        return greeting.role
    }

    /// Checks one promise after the other.
    ///
    /// - Parameter each: takes every finding as soon as it stands.
    /// - Returns: whether all promises hold.
    package func check(each: (Finding) async -> Void) async -> Bool {
        var holds = true
        for (promise, check) in promises {
            var failure: String?
            do {
                try await check()
            } catch let violation as Violation {
                failure = violation.message
            } catch let broken as PluginFailure {
                failure = broken.message
            } catch {
                failure = "\(error)"
            }
            holds = holds && failure == nil
            await each(Finding(promise: promise, failure: failure))
            // Whoever does not greet will do nothing else.
            if promise == Self.greeting, failure != nil { break }
        }
        return holds
    }
}

// MARK: - For all roles

extension ProcessContract {
    typealias Promise = (promise: String, check: @Sendable () async throws -> Void)

    private static let greeting = "it says hello, as a plugin of its role"

    private var promises: [Promise] {
        let shared: [Promise] = [
            (Self.greeting, greets),
            ("it ends with status 0 when its input ends", endsInPeace),
            ("it ends when it is asked to (SIGTERM)", endsWhenAsked),
        ]
        switch invitation.role {
        case .adapter: return shared + adapterPromises
        case .stage: return shared + stagePromises
        case .sink: return shared + sinkPromises
        }
    }

    /// Talks to a process of its own, and sees it end.
    func talk<Result: Sendable>(
        _ conversing: (PluginConversation) async throws -> Result
    ) async throws -> Result {
        let conversation = try await PluginConversation.begin(invitation, by: programs, report: report)
        let result: Result
        do {
            result = try await conversing(conversation)
        } catch {
            await conversation.finish()
            throw error
        }
        let exit = await conversation.finish()
        if let line = await conversation.unaskedLine {
            throw Violation("it said more than it was asked for: \(PluginConversation.excerpt(line))")
        }
        try Self.expectPeace(exit, "after its last answer ")
        return result
    }

    private func greets() async throws {
        await (try await PluginConversation.begin(invitation, by: programs, report: report)).finish()
    }

    private func endsInPeace() async throws {
        let conversation = try await PluginConversation.begin(invitation, by: programs, report: report)
        try Self.expectPeace(await conversation.finish())
    }

    /// Expects the end of a process whose input had ended to be its own and a good one.
    private static func expectPeace(_ exit: ProgramExit, _ time: String = "") throws(Violation) {
        switch exit {
        case .status(0): break
        case .status(let status): throw Violation("\(time)it ended with status \(status)")
        // SIGTERM or SIGKILL from here.
        case .signal(15), .signal(9): throw Violation("\(time)it had not ended two seconds after its input")
        case .signal(let number): throw Violation("\(time)it was ended by signal \(number)")
        }
    }

    private func endsWhenAsked() async throws {
        let program = try await programs.start(invitation.program)
        // It may need a moment until it handles the signal in its own way.
        await program.send(
            PluginRequest.hello(Greeting(role: invitation.role), options: invitation.options).line, isLast: false)
        _ = await program.output(
            silence: invitation.limits.silence, deadline: .now + invitation.limits.timeout)
        // Its input stays open, so that it is the signal that it obeys. SIGKILL is 9 everywhere.
        guard await program.end(grace: .zero) != .signal(9) else {
            throw Violation("two seconds after SIGTERM it had to be killed")
        }
    }

    static func expect(_ holds: Bool, _ message: @autoclosure () -> String) throws(Violation) {
        if !holds { throw Violation(message()) }
    }
}
