import FeedModel
import Foundation
import PluginProcess
import Testing
import TributaryPluginKit
import TributaryTestKit

/// What a plugin may do wrong, and what is said of it.
struct Fault: Sendable, CustomTestStringConvertible {
    var name: String
    var script: String
    var message: String
    var limits = ScriptedPlugin.generous

    var testDescription: String { name }

    init(_ name: String, _ script: String, _ message: String, change: (inout AnswerLimits) -> Void = { _ in }) {
        self.name = name
        self.script = script
        self.message = message
        change(&limits)
    }

    static let all: [Fault] = [
        Fault("ends", "exit 0", "it ended with status 0 before it had answered"),
        Fault(
            "crashes", "echo 'no tea left' >&2; exit 3",
            "it ended with status 3 before it had answered; on standard error it said: no tea left"),
        Fault("is killed", "kill -KILL $$", "it was ended by signal 9 before it had answered"),
        Fault("is shot", "kill -SEGV $$", "it was ended by signal 11 before it had answered"),
        Fault("hangs", "exec sleep 600", "it said nothing for 1 s (silence)") { $0.silence = .seconds(1) },
        Fault(
            "dawdles", "while :; do echo; sleep 0.1; done", "it had not answered after 1 s (timeout)"
        ) { $0.timeout = .seconds(1) },
        Fault(
            "ignores SIGTERM", "trap '' TERM; while :; do sleep 600; done", "it said nothing for 1 s (silence)"
        ) { $0.silence = .seconds(1) },
        Fault(
            "floods with bytes", #"while :; do echo '{"type":"entry","entry":{"id":"1","title":"x"}}'; done"#,
            "it answered with more than 100000 bytes (max_bytes)"
        ) { $0.bytes = 100_000 },
        Fault("floods with lines", "exec yes ''", "it answered with more than 1000 lines (max_lines)") {
            $0.lines = 1000
        },
        Fault(
            "prints nonsense", "echo 'Hello, 世界!'; cat",
            "it said what is not of the plugin protocol (no JSON object: expected \"{\"): Hello, 世界!"),
        Fault(
            "begins with a mark", #"printf '\357\273\277{"type":"done"}\n'; cat"#,
            "it said what is not of the plugin protocol (a byte order mark): {\"type\":\"done\"}"),
        Fault(
            "speaks Latin-1", #"printf '{"type":"entry","entry":{"id":"caf\351"}}\n'; cat"#,
            "it said what is not of the plugin protocol (no UTF-8): {\"type\":\"entry\",\"entry\":{\"id\":\"caf\u{FFFD}\"}}"
        ),
        Fault(
            "counts in numbers", #"echo '{"type":"done","validators":{"state":42}}'; cat"#,
            "it said what is not of the plugin protocol (\"state\" in \"validators\" is a number, no text): "
                + #"{"type":"done","validators":{"state":42}}"#),
        Fault("closes early", "exec >&-; exec sleep 600", "it closed its output before it had answered"),
        Fault("writes half a line", #"printf '{"type":"done"'"#, "it ended with status 0 within a line"),
        Fault(
            "writes a line without end", "exec tr '\\0' x </dev/zero", "it wrote a line of more than 16 MiB"),
        Fault(
            "says the wrong thing", #"echo '{"type":"receipt"}'; cat"#,
            "it said \"receipt\" where an entry or \"done\" was due"),
        Fault(
            "greets twice", #"echo '{"type":"hello","version":1,"role":"adapter"}'; cat"#,
            "it said \"hello\" where an entry or \"done\" was due"),
        Fault(
            "ends within a feed", #"echo '{"type":"entry","entry":{"id":"1"}}'"#,
            "it ended with status 0 before it had answered"),
    ]
}

@Suite("Plugins that do wrong", .timeLimit(.minutes(10)))
struct FaultTests {
    @Test("It fails in words, and its process is gone", arguments: Fault.all)
    func fault(_ fault: Fault) async throws {
        let log = DiagnosticLog()
        let conversation = try await PluginConversation.begin(
            ScriptedPlugin.misbehaving(fault.script, limits: fault.limits), by: ScriptedPlugin.programs,
            report: log.report)
        do throws(PluginFailure) {
            _ = try await conversation.read(Subscription(key: "k"), since: nil)
            Issue.record("it was read")
        } catch {
            #expect(error.message == fault.message)
            guard case .broken = error.kind else { return #expect(Bool(false), "\(error.kind)") }
        }
        #expect(await conversation.isBroken)
        // Asked again, it says so again.
        await #expect(throws: PluginFailure.self) { try await conversation.read(Subscription(key: "k"), since: nil) }
    }

    @Test(
        "One that does not greet as it should is not asked anything",
        arguments: [
            (#"echo '{"type":"hello","version":2,"role":"adapter"}'"#, "it speaks version 2 of the plugin protocol"),
            (#"echo '{"type":"hello","version":1,"role":"sink"}'"#, "it is a plugin of the role sink"),
            (#"echo '{"type":"ready"}'"#, "it said \"ready\" where hello was due"),
            (#"echo '{"type":"error","message":"no such option"}'"#, "no such option"),
            ("exit 7", "it ended with status 7 before it had answered"),
            ("echo Usage: me", "it said what is not of the plugin protocol"),
        ])
    func greeting(answer: String, message: String) async {
        do throws(PluginFailure) {
            _ = try await PluginConversation.begin(
                ScriptedPlugin.invitation("read line; \(answer); sleep 600"), by: ScriptedPlugin.programs,
                report: { _ in })
            Issue.record("it was greeted")
        } catch {
            #expect(error.message.hasPrefix(message), "\(error.message)")
        }
    }

    @Test("A program that is not there is said to be missing, with where it was looked for")
    func missing() async {
        for (word, message) in [
            ("no-such-program", "there is no program \"no-such-program\" in PATH"),
            ("a\u{0}b", "a word of the command or of its environment holds a NUL character"),
            ("./no-such-program", "./no-such-program is no file that can be executed (looked for from /)"),
        ] {
            do throws(PluginFailure) {
                var invitation = ScriptedPlugin.invitation("")
                invitation.program.command = [word]
                _ = try await PluginConversation.begin(invitation, by: ScriptedPlugin.programs, report: { _ in })
                Issue.record("it was started")
            } catch {
                #expect(error.message.hasPrefix(message), "\(error.message)")
            }
        }
    }

    @Test("What it has to say to people is passed on a hundred times")
    func diagnostics() async throws {
        let log = DiagnosticLog()
        let line = #"{"type":"diagnostic","severity":"note","message":"tick"}"#
        let conversation = try await PluginConversation.begin(
            ScriptedPlugin.misbehaving("yes '\(line)' | head -n 5000; echo '{\"type\":\"done\"}'; cat"),
            by: ScriptedPlugin.programs, report: log.report)
        _ = try await conversation.read(Subscription(key: "k"), since: nil)
        await conversation.finish()
        let messages = log.diagnostics.map(\.message)
        #expect(messages.count == 101)
        #expect(messages.last == "it has more diagnostics, which are passed over")
    }

    @Test(
        "What it says without being asked is passed over with a warning; diagnostics are passed on",
        arguments: [
            (
                #"echo '{"type":"gone"}'; echo '{"type":"entry","entry":{"id":"1"}}'; cat"#,
                #"{"type":"entry","entry":{"id":"1"}}"#
            ),
            (#"echo '{"type":"gone"}'; cat; echo; echo '{"type":"gone"}'"#, #"{"type":"gone"}"#),
            (#"echo '{"type":"gone"}'; cat; printf half"#, "half"),
            (#"echo '{"type":"gone"}'; cat; echo '{"type":"diagnostic","message":"odd"}'; echo"#, nil),
        ])
    func unasked(script: String, line: String?) async throws {
        let log = DiagnosticLog()
        let conversation = try await PluginConversation.begin(
            ScriptedPlugin.misbehaving(script), by: ScriptedPlugin.programs, report: log.report)
        guard case .gone = try await conversation.read(Subscription(key: "k"), since: nil) else {
            return #expect(Bool(false))
        }
        #expect(await conversation.finish() == .status(0))
        let message = line.map { "it said more than it was asked for, which is passed over: \($0)" } ?? "odd"
        #expect(log.diagnostics == [Diagnostic(.warning, message)])
    }

    @Test("One that says more than it was asked for without end is ended")
    func endless() async throws {
        let log = DiagnosticLog()
        let conversation = try await PluginConversation.begin(
            ScriptedPlugin.misbehaving(#"echo '{"type":"gone"}'; exec tr '\0' x </dev/zero"#),
            by: ScriptedPlugin.programs,
            report: log.report)
        _ = try await conversation.read(Subscription(key: "k"), since: nil)
        #expect(await conversation.finish() == .signal(15))
        #expect(log.diagnostics.count == 1)
    }

    @Test("A stage that gives two verdicts has failed, since the second would be another entry's")
    func twoVerdicts() async throws {
        let conversation = try await PluginConversation.begin(
            ScriptedPlugin.misbehaving(
                #"printf '{"type":"keep"}\n{"type":"drop","reason":"dull"}\n'; cat"#, as: .stage),
            by: ScriptedPlugin.programs, report: { _ in })
        await conversation.say(.judge(Entry(id: "1")))
        do throws(PluginFailure) {
            _ = try await conversation.hearVerdict()
            Issue.record("it was believed")
        } catch {
            #expect(error.message == #"it answered without being asked: {"type":"drop","reason":"dull"}"#)
        }
        #expect(await conversation.isBroken)
    }

    @Test("What it leaves behind is killed with it")
    func grandchild() async throws {
        let log = DiagnosticLog()
        let conversation = try await PluginConversation.begin(
            ScriptedPlugin.misbehaving("trap '' TERM; sleep 600 & echo $! >&2; exit 1"),
            by: ScriptedPlugin.programs, report: log.report)
        await #expect(throws: PluginFailure.self) { try await conversation.read(Subscription(key: "k"), since: nil) }
        let process = try #require(log.diagnostics.first?.message)
        for _ in 0..<100_000 where FileManager.default.fileExists(atPath: "/proc/\(process)") {
            let status = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ") Z "
            if status.contains(") Z ") { return }
            await Task.yield()
        }
        #expect(!FileManager.default.fileExists(atPath: "/proc/\(process)"))
    }

    @Test("Standard error becomes notes, and not without end")
    func standardError() async throws {
        let log = DiagnosticLog()
        let conversation = try await PluginConversation.begin(
            ScriptedPlugin.misbehaving(
                #"seq 100 >&2; printf 'a\033[31m\tb' >&2; echo '{"type":"diagnostic","message":"odd"}'; echo '{"type":"gone"}'; cat"#
            ), by: ScriptedPlugin.programs, report: log.report)
        _ = try await conversation.read(Subscription(key: "k"), since: nil)
        await conversation.finish()
        let notes = log.diagnostics.filter { $0.severity == .note }.map(\.message)
        #expect(notes == (1...20).map(String.init) + ["it says more on standard error, which is passed over"])
        #expect(log.diagnostics.filter { $0.severity == .warning }.map(\.message) == ["odd"])
    }

    @Test("A cancelled task ends the process at once")
    func cancellation() async throws {
        let conversation = try await PluginConversation.begin(
            ScriptedPlugin.misbehaving("exec sleep 600"), by: ScriptedPlugin.programs, report: { _ in })
        let reading = Task { try await conversation.read(Subscription(key: "k"), since: nil) }
        reading.cancel()
        do {
            _ = try await reading.value
            Issue.record("it was read")
        } catch let failure as PluginFailure {
            guard case .cancelled = failure.kind else { return #expect(Bool(false), "\(failure)") }
        }
    }
}
