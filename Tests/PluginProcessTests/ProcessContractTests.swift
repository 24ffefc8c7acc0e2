import FeedJSON
import PluginProcess
import Synchronization
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The contract of plugins that are processes", .timeLimit(.minutes(10)))
struct ProcessContractTests {
    private static let samples = PluginFolder("Examples/plugins").path

    @Test(
        "The samples keep it",
        arguments: [
            ("python3", "counter.py", PluginRole.adapter, JSONValue.object(["step": 2])),
            ("sh", "shout.sh", .stage, nil),
            ("python3", "append.py", .sink, nil),
        ])
    func samples(interpreter: String, file: String, role: PluginRole, options: JSONValue?) async throws {
        let folder = TemporaryPlace()
        let failures = try await failures(
            of: Program([interpreter, "\(Self.samples)/\(file)"], in: folder.path), as: role, options: options)
        #expect(failures == [])
    }

    @Test(
        "What a program does not keep is named",
        arguments: [
            ("exit 1", PluginRole.adapter, "it says hello, as a plugin of its role"),
            ("while read l; do echo hello; done", .stage, "it says hello, as a plugin of its role"),
            (
                #"read l; echo '{"type":"hello","version":1,"role":"adapter"}'; read l; exit 4"#, .adapter,
                "it ends with status 0 when its input ends"
            ),
            (
                #"trap '' TERM; read l; echo '{"type":"hello","version":1,"role":"adapter"}'; cat >/dev/null; sleep 60"#,
                .adapter, "it ends when it is asked to (SIGTERM)"
            ),
            (
                // It would end with its input, which is not what it is asked for.
                #"trap '' TERM; while read l; do case $l in *hello*) echo '{"type":"hello","version":1,"role":"adapter"}';; *) echo '{"type":"done"}';; esac; done"#,
                .adapter, "it ends when it is asked to (SIGTERM)"
            ),
            (
                #"read l; echo '{"type":"hello","version":1,"role":"adapter"}'; read l && echo '{"type":"done"}' && exec sleep 60; exit 0"#,
                .adapter, "it reads a subscription: after its last answer it had not ended two seconds after its input"
            ),
            (
                #"read l; echo '{"type":"hello","version":1,"role":"adapter"}'; read l && echo '{"type":"entry","entry":{"id":"1","title":"x","_tributary":{"score":9}}}' && echo '{"type":"done"}'; exit 0"#,
                .adapter,
                "it reads a subscription: the entry \"1\" has \"_tributary\", which is not the plugin's to set"
            ),
            (
                #"while read l; do case $l in *hello*) echo '{"type":"hello","version":1,"role":"adapter"}';; *) echo '{"type":"done"}'; echo '{"type":"entry","entry":{"id":"1","title":"late"}}';; esac; done"#,
                .adapter, "it reads a subscription: it said more than it was asked for"
            ),
            (
                // It drops every second one it sees, whichever that is.
                #"n=0; while read l; do case $l in *hello*) echo '{"type":"hello","version":1,"role":"stage"}';; *) n=$((1-n)); if [ $n = 1 ]; then echo '{"type":"keep"}'; else echo '{"type":"drop","reason":"odd"}'; fi;; esac; done"#,
                .stage, "asked in another order, by another process, it says the same"
            ),
            (
                #"while read l; do case $l in *hello*) echo '{"type":"hello","version":1,"role":"sink"}';; *open*) echo '{"type":"ready"}';; *) echo '{"type":"receipt","confirmed":[]}';; esac; done"#,
                .sink, "it confirms each of several deliveries"
            ),
        ])
    func violations(script: String, role: PluginRole, promise: String) async throws {
        let failures = try await failures(
            of: Program(["sh", "-c", script], in: "/"), as: role, options: nil, silence: .seconds(1))
        #expect(failures.contains { $0.hasPrefix(promise) }, "\(failures)")
    }

    private func failures(
        of program: Program, as role: PluginRole, options: JSONValue?, silence: Duration = .seconds(30)
    ) async throws -> [String] {
        let found = Mutex<[String]>([])
        let contract = ProcessContract(
            PluginConversation.Invitation(
                program, as: role, options: options,
                limits: AnswerLimits(
                    timeout: .seconds(30), silence: silence, bytes: 10_000_000, lines: 10_000)),
            programs: ScriptedPlugin.programs, url: nil, report: { _ in })
        let holds = await contract.check { finding in
            guard let failure = finding.failure else { return }
            found.withLock { $0.append("\(finding.promise): \(failure)") }
        }
        let failures = found.withLock { $0 }
        #expect(holds == failures.isEmpty)
        return failures
    }
}
