package import TributaryPluginKit

extension RunningProgram {
    /// Sends a program all of its input, and takes all of its output until it ends.
    ///
    /// - Parameter report: takes what it says on standard error.
    package func collect(
        input: [UInt8], limits: AnswerLimits, report: @Sendable (Diagnostic) -> Void
    ) async throws(PluginFailure) -> [UInt8] {
        await send(input, isLast: true)
        let deadline = ContinuousClock.now + limits.timeout
        var errors = ErrorLines()
        var bytes: [UInt8] = []
        var problem: PluginFailure?
        receiving: while problem == nil {
            let output = await output(silence: limits.silence, deadline: deadline)
            for diagnostic in errors.take(await takeErrors(), isEnd: false) { report(diagnostic) }
            switch output {
            case .bytes(let chunk):
                bytes += chunk
                if bytes.count > limits.bytes {
                    problem = PluginFailure(.broken, "it wrote more than \(limits.bytes) bytes (max_bytes)")
                }
            case .ended: break receiving
            case .silent:
                let seconds = limits.silence.components.seconds
                problem = PluginFailure(.broken, "it wrote nothing for \(seconds) s (silence)")
            case .late:
                let seconds = limits.timeout.components.seconds
                problem = PluginFailure(.broken, "it had not ended after \(seconds) s (timeout)")
            case .cancelled: problem = PluginFailure(.cancelled, "cancelled")
            }
        }
        let exit = await end(grace: problem == nil ? .seconds(2) : .zero)
        for diagnostic in errors.take(await takeErrors(), isEnd: true) { report(diagnostic) }
        switch exit {
        case .status(0): break
        case .status(let status): problem = problem ?? PluginFailure(.broken, "it ended with status \(status)")
        case .signal(let number): problem = problem ?? PluginFailure(.broken, "it was ended by signal \(number)")
        }
        guard var problem else { return bytes }
        if let last = errors.last, case .broken = problem.kind {
            problem.message += "; on standard error it said: \(last)"
        }
        throw problem
    }
}
