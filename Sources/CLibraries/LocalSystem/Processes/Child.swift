import CLinux
import Glibc

/// One child of ``ChildProcesses``: its pipes, what waits in them, and how it is brought to its end.
struct Child: Sendable {
    /// Who waits for output, and until when.
    struct Reader: Sendable {
        var continuation: CheckedContinuation<ChildProcesses.Event, Never>
        var silentAt: ContinuousClock.Instant
        var deadline: ContinuousClock.Instant
    }

    /// What is done next to end the child.
    private enum Ending {
        case ask(at: ContinuousClock.Instant)
        case kill(at: ContinuousClock.Instant)
        case lose(at: ContinuousClock.Instant)
        case nothing
    }

    /// How much output waits for a reader before the child has to wait.
    private static let outputLimit = 256 << 10
    /// How much of standard error is kept for whoever takes it.
    private static let errorLimit = 64 << 10
    /// How much is read of what a dead child has left in a pipe.
    private static let legacyLimit = 1 << 20

    var reader: Reader?
    var enders: [CheckedContinuation<ChildProcesses.Exit, Never>] = []
    var restsUntil: ContinuousClock.Instant?
    var isForgotten = false
    /// How it has ended; nil while it lives.
    private(set) var exit: ChildProcesses.Exit?

    private let isDetached: Bool
    private var process: StartedProcess
    /// Becomes readable when the child ends; -1 where the system has no such thing.
    private var watch: Int32
    private var unsent: [UInt8] = []
    private var sent = 0
    private var closesInput = false
    private var output: [UInt8] = []
    private var errors: [UInt8] = []
    private var ending: Ending?

    init(_ process: StartedProcess, isDetached: Bool) {
        self.process = process
        self.isDetached = isDetached
        watch = tributary_pidfd_open(process.id)
        if watch >= 0 { _ = fcntl(watch, F_SETFD, FD_CLOEXEC) }
    }

    /// Whether somebody has asked for its end.
    var isEnding: Bool { ending != nil }

    mutating func send(_ bytes: [UInt8], isLast: Bool) {
        guard process.input >= 0, !closesInput else { return }
        unsent = sent == unsent.count ? bytes : unsent[sent...] + bytes
        sent = 0
        closesInput = isLast
        write()
    }

    /// What has come and not been taken; nil where that is nothing yet.
    mutating func takeOutput() -> ChildProcesses.Event? {
        guard output.isEmpty else {
            defer { output = [] }
            return .output(output)
        }
        return process.output < 0 ? .ended : nil
    }

    mutating func takeErrors() -> [UInt8] {
        if process.error >= 0 { Self.read(&process.error, into: &errors, upTo: Self.errorLimit, discardsRest: true) }
        defer { errors = [] }
        return errors
    }

    /// Gives whoever waits for output an answer.
    mutating func answer(_ event: ChildProcesses.Event) {
        reader?.continuation.resume(returning: event)
        reader = nil
    }

    /// Closes its input and has it end, by itself within a time or else by signals; without that time by signals alone.
    mutating func planEnd(after grace: Duration) {
        if grace > .zero { Self.shut(&process.input) }
        let time = ContinuousClock.now + grace
        switch ending {
        case nil: ending = .ask(at: time)
        case .ask(let earlier): ending = .ask(at: min(earlier, time))
        default: break
        }
    }
}

// MARK: - For the thread

extension Child {
    /// Moves bytes in the pipes that are ready and does whose time has come.
    mutating func work(_ ready: Set<Int32>, now: ContinuousClock.Instant) {
        if ready.contains(process.input) { write() }
        if ready.contains(process.error) {
            Self.read(&process.error, into: &errors, upTo: Self.errorLimit, discardsRest: true)
        }
        if ready.contains(process.output) { Self.read(&process.output, into: &output, upTo: Self.outputLimit) }
        if exit == nil, watch < 0 || ready.contains(watch) { lookForEnd() }
        if exit == nil { proceed(now) }
        guard let reader else { return }
        if let event = takeOutput() {
            answer(event)
        } else if now >= reader.deadline {
            answer(.late)
        } else if now >= reader.silentAt {
            answer(.silent)
        }
    }

    /// What the thread waits for in this child's name.
    var interests: [pollfd] {
        var interests: [pollfd] = []
        func add(_ file: Int32, _ events: Int32) {
            if file >= 0 { interests.append(pollfd(fd: file, events: Int16(events), revents: 0)) }
        }
        if sent < unsent.count { add(process.input, POLLOUT) }
        if output.count < Self.outputLimit { add(process.output, POLLIN) }
        add(process.error, POLLIN)
        if exit == nil { add(watch, POLLIN) }
        return interests
    }

    /// When the clock must be looked at again at the latest.
    func nextLook(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        var times: [ContinuousClock.Instant] = []
        if let reader { times.append(min(reader.silentAt, reader.deadline)) }
        guard exit == nil else { return times.min() }
        if let restsUntil { times.append(restsUntil) }
        switch ending {
        case .ask(let time), .kill(let time), .lose(let time): times.append(time)
        case .nothing, nil: break
        }
        if watch < 0 { times.append(now + .milliseconds(20)) }
        return times.min()
    }

    /// Ends the child and what it has started at once, and waits for it.
    func endNow() {
        reader?.continuation.resume(returning: .ended)
        for ender in enders { ender.resume(returning: .signal(SIGKILL)) }
        for file in [process.input, process.output, process.error, watch] where file >= 0 { Glibc.close(file) }
        guard exit == nil else { return }
        signal(SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(process.id, &status, 0) < 0, errno == EINTR {}
    }
}

// MARK: - Private

extension Child {
    private mutating func proceed(_ now: ContinuousClock.Instant) {
        if let restsUntil, now >= restsUntil, ending == nil { planEnd(after: ChildProcesses.graceAfterAsking) }
        switch ending {
        case .ask(let time) where now >= time:
            signal(SIGTERM)
            ending = .kill(at: now + ChildProcesses.graceAfterAsking)
        case .kill(let time) where now >= time:
            signal(SIGKILL)
            ending = .lose(at: now + ChildProcesses.graceAfterAsking)
        case .lose(let time) where now >= time:
            // The system itself holds it, such as on a dead disk.
            for ender in enders { ender.resume(returning: .signal(SIGKILL)) }
            enders = []
            ending = .nothing
        default: break
        }
    }

    private mutating func lookForEnd() {
        var info = unsafe siginfo_t()
        let options = WEXITED | WNOHANG | WNOWAIT
        if unsafe waitid(P_PID, id_t(process.id), &info, options) == 0 {
            guard unsafe info.si_signo == SIGCHLD else { return }
        } else if errno != ECHILD {
            return
        }
        // As long as the dead has not been waited for, no other group can have its number.
        signal(SIGKILL)
        var status: Int32 = 0
        // Whoever takes children away from under us takes their status too.
        if unsafe waitpid(process.id, &status, WNOHANG) != process.id { status = SIGKILL }
        let exit = ChildProcesses.Exit(waitStatus: status)
        self.exit = exit
        takeLegacy()
        for ender in enders { ender.resume(returning: exit) }
        enders = []
    }

    /// Reads what the dead has left in its pipes and closes them, whoever else may still hold them.
    private mutating func takeLegacy() {
        Self.read(&process.output, into: &output, upTo: output.count + Self.legacyLimit)
        Self.read(&process.error, into: &errors, upTo: Self.errorLimit, discardsRest: true)
        for file in [process.input, process.output, process.error, watch] where file >= 0 { Glibc.close(file) }
        (process.input, process.output, process.error, watch) = (-1, -1, -1, -1)
    }

    /// To the child and, where it has a group of its own, to all in it.
    private func signal(_ number: Int32) {
        _ = kill(isDetached ? -process.id : process.id, number)
    }

    private mutating func write() {
        while process.input >= 0, sent < unsent.count {
            let count = unsafe unsent.withUnsafeBytes { bytes in
                unsafe Glibc.write(process.input, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
            }
            if count >= 0 {
                sent += count
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                Self.shut(&process.input)
            }
        }
        unsent = []
        sent = 0
        if closesInput { Self.shut(&process.input) }
    }

    /// Reads what is there until there is at least so much of it; closes the pipe at its end.
    ///
    /// - Parameter discardsRest: whether what goes beyond the limit is read and forgotten; else it stays in the pipe.
    private static func read(
        _ file: inout Int32, into bytes: inout [UInt8], upTo limit: Int, discardsRest: Bool = false
    ) {
        // A child that never stops talking shall not keep the thread from the others.
        for _ in 0..<16 where file >= 0 && (bytes.count < limit || discardsRest) {
            let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
                count = unsafe Glibc.read(file, buffer.baseAddress, buffer.count)
                if count < 0 {
                    if errno != EAGAIN, errno != EINTR { shut(&file) }
                    count = 0
                } else if count == 0 {
                    shut(&file)
                }
            }
            if chunk.isEmpty { return }
            bytes += discardsRest ? chunk.prefix(max(limit - bytes.count, 0)) : chunk[...]
        }
    }

    private static func shut(_ file: inout Int32) {
        if file >= 0 { Glibc.close(file) }
        file = -1
    }
}
