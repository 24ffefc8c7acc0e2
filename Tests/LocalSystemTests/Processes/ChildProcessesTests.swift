import Foundation
import LocalSystem
import Testing

@Suite("Child processes", .timeLimit(.minutes(10)))
struct ChildProcessesTests {
    private let table = ChildProcesses()

    @Test("A child is sent bytes, says something, and its end is known")
    func conversation() async throws {
        let child = try await table.start(.shell("read line; echo \"got $line\"; echo aside >&2; exit 3"))
        await table.send(Array("水\n".utf8), isLast: true, to: child)
        #expect(try await output(of: child) == "got 水\n")
        #expect(await table.end(child, grace: .seconds(5))?.exit == .status(3))
        #expect(await table.count == 0)
        #expect(await table.end(child, grace: .zero)?.exit == nil)
    }

    @Test("What a child says on standard error is kept apart, up to a limit")
    func errors() async throws {
        let child = try await table.start(.shell("echo wrong >&2; head -c 1000000 /dev/zero >&2; echo done"))
        #expect(try await output(of: child) == "done\n")
        let errors = await table.takeErrors(of: child)
        #expect(errors.starts(with: Array("wrong\n".utf8)))
        #expect(errors.count <= 64 << 10)
        _ = await table.end(child, grace: .seconds(5))
    }

    @Test("More than a pipe holds goes both ways at once")
    func large() async throws {
        let child = try await table.start(.shell("exec cat"))
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        await table.send(bytes, isLast: true, to: child)
        var received: [UInt8] = []
        while case .output(let chunk) = await next(child) { received += chunk }
        #expect(received == bytes)
        #expect(await table.end(child, grace: .seconds(5))?.exit == .status(0))
    }

    @Test("A child that writes faster than it is read, in pieces of any size, loses nothing")
    func fast() async throws {
        let child = try await table.start(.shell("exec dd if=/dev/zero bs=10007 count=300 2>/dev/null"))
        var count = 0
        while case .output(let chunk) = await next(child) {
            count += chunk.count
            // Until the pipe and what is held of it are full.
            for _ in 0..<20 { await Task.yield() }
        }
        #expect(count == 300 * 10_007)
    }

    @Test("A child that closes its input early loses what it does not read, nothing else")
    func closedInput() async throws {
        let child = try await table.start(.shell("exec <&-; echo enough"))
        await table.send(Array(repeating: 65, count: 1_000_000), isLast: true, to: child)
        #expect(try await output(of: child) == "enough\n")
        #expect(await table.end(child, grace: .seconds(5))?.exit == .status(0))
    }

    @Test("Silence and the deadline are noticed, and neither ends the child")
    func waiting() async throws {
        let child = try await table.start(.shell("read line; echo late; read line"))
        let soon = ContinuousClock.now + .milliseconds(30)
        guard case .silent = await table.output(of: child, silence: .milliseconds(10), deadline: .now + .seconds(9))
        else { return #expect(Bool(false), "it was not silent") }
        guard case .late = await table.output(of: child, silence: .seconds(9), deadline: soon)
        else { return #expect(Bool(false), "it was not late") }
        await table.send(Array("go\n".utf8), isLast: false, to: child)
        guard case .output(let bytes) = await next(child) else { return #expect(Bool(false), "it said nothing") }
        #expect(bytes == Array("late\n".utf8))
        #expect(await table.end(child, grace: .seconds(5))?.exit == .status(1))
    }

    @Test("A task that is cancelled stops waiting")
    func cancellation() async throws {
        let child = try await table.start(.shell("exec sleep 60"))
        let waiting = Task { await next(child) }
        waiting.cancel()
        guard case .cancelled = await waiting.value else { return #expect(Bool(false), "it went on waiting") }
        #expect(await table.end(child, grace: .zero)?.exit == .signal(SIGTERM))
    }

    @Test("Who ignores the question to end is ended")
    func stubbornness() async throws {
        let child = try await table.start(.shell("trap '' TERM; echo ready; while :; do sleep 60; done"))
        guard case .output = await next(child) else { return #expect(Bool(false), "it said nothing") }
        let start = ContinuousClock.now
        #expect(await table.end(child, grace: .zero)?.exit == .signal(SIGKILL))
        #expect(ContinuousClock.now - start >= ChildProcesses.graceAfterAsking)
    }

    @Test(
        "What a child leaves behind ends with it, and does not hold up its reader", arguments: ["exit 0", "sleep 60"])
    func grandchildren(end: String) async throws {
        let child = try await table.start(.shell("sleep 61 & echo $!; \(end)"))
        guard case .output(let bytes) = await next(child) else { return #expect(Bool(false), "it said nothing") }
        let grandchild = try #require(pid_t(String(decoding: bytes, as: UTF8.self).dropLast()))
        _ = await table.end(child, grace: end == "exit 0" ? .seconds(5) : .zero)
        #expect(await isGone(grandchild))
    }

    @Test("A resting child is woken in time or ended; an abandoned one is ended")
    func resting() async throws {
        let child = try await table.start(.shell("read line; echo awake; read line"))
        await table.rest(child, for: .seconds(60))
        #expect(await table.wake(child))
        await table.send(Array("\n".utf8), isLast: false, to: child)
        #expect(await next(child).text == "awake\n")
        await table.rest(child, for: .milliseconds(1))
        guard case .ended = await next(child) else { return #expect(Bool(false), "it lives on") }
        #expect(await !table.wake(child))
        table.abandon(child)
        let other = try await table.start(.shell("exec sleep 60"))
        table.abandon(other)
        let end = ContinuousClock.now + .seconds(30)
        while await table.count > 0, ContinuousClock.now < end { await Task.yield() }
        #expect(await table.count == 0)
    }

    @Test("A program that is not there cannot be started")
    func missing() async throws {
        let launch = ProcessLaunch(path: "/nonexistent/x", arguments: ["x"], environment: [], folder: nil)
        do throws(LocalFileFailure) {
            _ = try await table.start(launch)
            Issue.record("it was started")
        } catch {
            #expect(error.kind == .missing)
        }
        #expect(await table.count == 0)
    }

    @Test("A child sees its own environment, folder and words, and no descriptor but three")
    func surroundings() async throws {
        var launch = ProcessLaunch.shell("echo $A-$HOME-$0-$1; pwd; ls /proc/$$/fd; :")
        launch.arguments += ["", "a b"]
        launch.environment = [("A", "ö=1"), ("PATH", "/usr/bin:/bin")]
        launch.folder = "/usr"
        let child = try await table.start(launch)
        #expect(try await output(of: child) == "ö=1---a b\n/usr\n0\n1\n2\n")
        _ = await table.end(child, grace: .seconds(5))
    }

    @Test("No descriptor and no zombie is left of many children")
    func leaks() async throws {
        func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        // Other tests open and close files at the same time, but not as many as these children would leave each time.
        var left = Int.max
        for _ in 0..<20 where left > 64 {
            let before = try descriptors()
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<32 {
                    group.addTask {
                        guard let child = try? await table.start(.shell("echo \(number); exec sleep 60")) else {
                            return
                        }
                        _ = await next(child)
                        _ = await table.end(child, grace: .zero)
                    }
                }
            }
            left = try descriptors() - before
        }
        #expect(left <= 64)
        #expect(await table.count == 0)
    }

    @Test("A command's first word is looked for as a shell does")
    func lookup() throws {
        #expect(ProcessLaunch.path(of: "sh", in: "/nonexistent:/bin:/usr/bin", folder: "/") == "/bin/sh")
        #expect(ProcessLaunch.path(of: "bin/sh", in: "", folder: "/usr") == "/usr/bin/sh")
        #expect(ProcessLaunch.path(of: "/bin/sh", in: "", folder: "/usr") == "/bin/sh")
        #expect(ProcessLaunch.path(of: "sh", in: "bin", folder: "/usr") == "/usr/bin/sh")
        for word in ["", "no such program", "/etc/passwd", "/usr", "./sh"] {
            #expect(ProcessLaunch.path(of: word, in: "/bin", folder: "/") == nil, "\(word)")
        }
    }
}

// MARK: - Private

extension ChildProcessesTests {
    private func next(_ child: ChildProcesses.ID) async -> ChildProcesses.Event {
        await table.output(of: child, silence: .seconds(30), deadline: .now + .seconds(30))
    }

    /// All that a child says until it closes its output.
    private func output(of child: ChildProcesses.ID) async throws -> String {
        var bytes: [UInt8] = []
        while true {
            switch await next(child) {
            case .output(let chunk): bytes += chunk
            case .ended: return String(decoding: bytes, as: UTF8.self)
            case let other: throw Unexpected(event: other)
            }
        }
    }

    private struct Unexpected: Error {
        var event: ChildProcesses.Event
    }

    /// Whether a process is no more, once its adoptive parent has had time to notice.
    private func isGone(_ process: pid_t) async -> Bool {
        for _ in 0..<100_000 {
            let status = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
            if status.isEmpty || status.contains(") Z ") { return true }
            await Task.yield()
        }
        return false
    }
}

extension ChildProcesses.Event {
    fileprivate var text: String? {
        guard case .output(let bytes) = self else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension ProcessLaunch {
    /// A script of the shell.
    fileprivate static func shell(_ script: String) -> ProcessLaunch {
        ProcessLaunch(
            path: "/bin/sh", arguments: ["sh", "-c", script], environment: [("PATH", "/usr/bin:/bin")], folder: nil)
    }
}
