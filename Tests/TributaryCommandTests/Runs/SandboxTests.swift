import Foundation
import Testing
import TributaryTestOrigin

@Suite("Programs in their sandbox", .timeLimit(.minutes(10)))
struct SandboxTests {
    /// What this system cannot enforce, as the program says it.
    private func remarks(_ words: String) async throws -> String {
        let folder = try CaseFolder()
        return try await folder.run("tributary sandbox-exec \(words) -- /bin/true true").errors
    }

    @Test("A program sees the system's folders and its own, and what paths opens")
    func files() async throws {
        guard try await remarks("--files").isEmpty else { return }
        let folder = try CaseFolder()
        let look = #"""
            look() { cat own/mine; cat other/secret 2>/dev/null || echo hidden; }
            look >own/$1 2>/dev/null || look >&2
            echo '{"version": "https://jsonfeed.org/version/1.1", "title": "x", "items": []}'
            """#
        for (text, name) in [(look, "own/look.sh"), ("mine", "own/mine"), ("secret", "other/secret")] {
            try folder.write(Data((text + "\n").utf8), to: name)
        }
        let config = #"""
            {"feeds": [
              {"use": "command", "command": ["sh", "own/look.sh", "plain"], "name": "plain"},
              {"use": "command", "command": ["sh", "own/look.sh", "opened"], "paths": {"read": ["other"], "write": ["own"]}},
              {"use": "command", "command": ["sh", "own/look.sh", "any"], "paths": "any"}
            ], "sinks": [{"use": "terminal"}]}
            """#
        try folder.write(Data(config.utf8), to: "config.json")
        let run = try await folder.run("tributary run --config config.json")
        #expect(run.status == 0)
        #expect(run.errors.contains("note: plain: sh: mine\nnote: plain: sh: hidden\n"), "\(run.errors)")
        let seen = try await folder.run("ls own; cat own/opened own/any")
        #expect(seen.output == "any\nlook.sh\nmine\nopened\nmine\nsecret\nmine\nsecret\n")
    }

    @Test("The environment holds PATH and what env names, and no secret is printed")
    func environment() async throws {
        let folder = try CaseFolder()
        let config = #"""
            {"feeds": [
              {"use": "command", "command": ["sh", "-c", "env | grep -v -e ^PWD= -e ^_= -e ^SHLVL= | sort >&2; exit 1"],
               "name": "x", "paths": "any", "env": {"WORD": "${env:SECRET}"}},
              {"use": "command", "command": ["sh", "-c", "echo $LC_ALL >&2; exit 1"], "name": "y", "paths": "any",
               "env": ["LC_ALL", "NOT_SET"]},
              {"use": "command", "command": ["sh", "-c", "cat /proc/$PPID/environ 2>/dev/null | grep -c sesame >&2; exit 1"], "name": "z"}
            ], "sinks": [{"use": "terminal"}]}
            """#
        try folder.write(Data(config.utf8), to: "config.json")
        let run = try await folder.run("SECRET=sesame tributary run --config config.json")
        let notes = run.errors.split(separator: "\n").filter { $0.hasPrefix("note: ") }.sorted()
        #expect(
            notes.map { $0.replacing(folder.root, with: "") } == [
                "note: x: sh: PATH=/bin:/usr/bin:/bin", "note: x: sh: WORD=${env:SECRET}", "note: y: sh: C.UTF-8",
                "note: z: sh: 0",
            ], "\(run.errors)")
        #expect(!run.errors.contains("sesame"))
    }

    @Test("Limits hold, and no privileges can be gained")
    func limits() async throws {
        let folder = try CaseFolder()
        let run = try await folder.run(
            """
            tributary sandbox-exec --cpu 9 --open-files 64 -- /bin/sh name -c \
            'echo $0; ulimit -t; ulimit -n; ulimit -c; grep NoNewPrivs /proc/self/status | tr "\\t" " "'
            """)
        #expect(run.output == "name\n9\n64\n0\nNoNewPrivs: 1\n")
    }

    @Test("Without a network there is none")
    func network() async throws {
        guard try await remarks("--no-network").isEmpty else { return }
        let folder = try CaseFolder()
        let client = "import socket; socket.create_connection((\\\"127.0.0.1\\\", \(folder.origin.port)))"
        let script = "/usr/bin/python3 python3 -c \"\(client)\""
        #expect(try await folder.run("tributary sandbox-exec -- \(script)").status == 0)
        #expect(try await folder.run("tributary sandbox-exec --no-network -- \(script)").status == 1)
        let user = try await folder.run("tributary sandbox-exec --no-network -- /usr/bin/id id -u")
        #expect(user.output == "\(getuid())\n")
    }

    @Test("What cannot be executed is said with the status of shells")
    func mistakes() async throws {
        let folder = try CaseFolder()
        let missing = try await folder.run("tributary sandbox-exec --files -- /nonexistent x")
        #expect(missing.errors == "tributary: /nonexistent: no such file or directory\n" && missing.status == 126)
        #expect(try await folder.run("tributary sandbox-exec --files").status == 64)
        #expect(try await folder.run("tributary help | grep -c sandbox").output == "0\n")
    }

    @Test("A program ends with Tributary, even if that is killed")
    func end() async throws {
        let folder = try CaseFolder()
        let config = #"""
            {"feeds": [{"use": "command", "command": ["sh", "-c", "echo $$ >pid; exec sleep 60"], "paths": "any"}],
             "sinks": [{"use": "terminal"}]}
            """#
        try folder.write(Data(config.utf8), to: "config.json")
        let run = try RunningCommand("exec tributary run --config config.json", in: folder)
        var child: pid_t?
        await wait {
            child = (try? String(contentsOfFile: folder.path + "/pid", encoding: .utf8)).flatMap {
                pid_t($0.dropLast())
            }
            return child != nil
        }
        run.send(SIGKILL)
        _ = try await run.result()
        let process = try #require(child, "the program was not started")
        await wait { !isRunning(process) }
        #expect(!isRunning(process))
    }

    /// Gives others time until something holds, half a minute at most.
    private func wait(until holds: () -> Bool) async {
        let end = ContinuousClock.now + .seconds(30)
        while !holds(), ContinuousClock.now < end { await Task.yield() }
    }

    private func isRunning(_ process: pid_t) -> Bool {
        let status = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        return !status.isEmpty && !status.contains(") Z ")
    }
}
