import Foundation
import Testing
import TributaryTestOrigin

@Suite("Credentials, with the real program", .timeLimit(.minutes(10)))
struct CredentialTests {
    @Test("The user's .netrc is read where a subscription asks for it, and for the host that it names")
    func netrc() async throws {
        let other = try TestOrigin { _ in OriginResponse(Self.feed(), type: "application/feed+json") }
        let origin = try TestOrigin { request in
            request.path == "/away"
                ? .redirect(to: other.url("/", host: "localhost"))
                : OriginResponse(Self.feed(), type: "application/feed+json")
        }
        let folder = try CaseFolder()
        let netrc = folder.root + "/home/.netrc"
        try "machine 127.0.0.1 login zoe password n3trc\n".write(toFile: netrc, atomically: true, encoding: .utf8)
        let config = """
            {"feeds": [{"url": "\(origin.url("/asks"))", "http": {"netrc": true}}, "\(origin.url("/does-not"))",
            {"url": "\(origin.url("/away"))", "http": {"netrc": true}}],
            "sinks": [{"use": "cache"}], "store": {"path": "store.db"},
            "fetch": {"own_hosts": ["127.0.0.1", "localhost"]}}
            """
        try folder.write(Data(config.utf8), to: "config.json")
        let run = try await folder.run("tributary run --config config.json")
        #expect(run.errors == "3 feeds read; 3 new entries\n")
        func sent(_ path: String, _ origin: TestOrigin) -> [String?] {
            origin.requests.filter { $0.path == path }.map { $0.headers["Authorization"] }
        }
        let basic = "Basic em9lOm4zdHJj"
        #expect(sent("/asks", origin) == [basic])
        #expect(sent("/does-not", origin) == [nil])
        #expect(sent("/away", origin) == [basic])
        #expect(sent("/", other) == [nil])
    }

    /// All ways to give a secret, at servers that answer well, badly, elsewhere, and with the secret in their own text.
    @Test("No secret is in any output, message, report, or file that runs write, whatever servers do")
    func nothingLeaks() async throws {
        let origin = try TestOrigin { request in
            guard request.path != "/401" else {
                return OriginResponse(
                    status: 401,
                    headers: ["WWW-Authenticate": "Digest realm=\"\(Self.secrets[0])\", nonce=\"n\", qop=\"auth\""])
            }
            if request.path == "/moved" { return .redirect(to: "/feed?" + Self.query(of: request), status: 301) }
            if request.path == "/loop" { return .redirect(to: request.target) }
            if request.path == "/file" { return .redirect(to: "file:///" + Self.query(of: request)) }
            return OriginResponse(Self.feed(at: request.target), type: "application/feed+json")
        }
        let folder = try CaseFolder()
        let faults = [
            "404", "410", "429", "500", "close", "garbage", "gzip-truncated", "html", "loop", "reset", "bomb",
        ]
        let plain = ["feed", "moved", "loop", "file", "401"] + faults.map { "fault/\($0)/feed" }
        let http = [
            #"{"bearer": "${env:TOKEN}"}"#, #"{"user": "zoe", "password": "${env:TOKEN}"}"#,
            #"{"user": "zoe", "password": "${file:secret}", "auth": "digest"}"#,
            #"{"headers": {"X-Key": "${env:TOKEN}", "Cookie": "id=${file:secret}"}}"#,
            #"{"proxy": "http://zoe:${env:TOKEN}@127.0.0.1:9"}"#,
        ]
        var feeds: [String] = []
        for (number, path) in plain.enumerated() {
            let url = "\(origin.url("/" + path))?token=${env:TOKEN}&n=\(number)"
            feeds.append(#"{"url": "\#(url)", "http": \#(http[number % http.count])}"#)
            feeds.append(#"{"url": "\#(origin.url("/" + path, host: "zoe:${file:secret}@127.0.0.1"))?n=\#(number)"}"#)
        }
        let config = """
            {"feeds": [\(feeds.joined(separator: ",\n"))], "store": {"path": "state/store.db"},
            "sinks": [{"use": "cache"}, {"use": "terminal", "style": "json"}, {"use": "json_lines", "path": "out"},
            {"use": "exec", "command": ["sh", "-c", "echo $0 >&2; exit 1", "${env:TOKEN}"]}],
            "fetch": {"own_hosts": ["127.0.0.1"]}}
            """
        try folder.write(Data(config.utf8), to: "config.json")
        try folder.write(Data((Self.secrets[1] + "\n").utf8), to: "secret")

        var printed = ""
        for command in [
            "run --config config.json --report report.json", "run --config config.json --force --report report2.json",
            "run --config config.json --dry-run --force", "plan --config config.json", "feeds --config config.json",
            "feeds --config config.json --health", "list --config config.json --format json",
            "outbox list --config config.json", "explain --config config.json 1", "export --config config.json",
            "store stats --config config.json", "read --config config.json 1", "run --config config.json --feed none",
        ] {
            let result = try await folder.run("TOKEN=\(Self.secrets[0]) tributary \(command)")
            printed += result.output + result.errors
        }
        // Those that could be read were, and got what they are meant to get.
        #expect(printed.contains("/feed?token=***"))
        #expect(origin.requests.contains { $0.headers["Authorization"] == "Bearer " + Self.secrets[0] })
        #expect(origin.requests.contains { $0.headers["Cookie"] == "id=" + Self.secrets[1] })

        for secret in Self.secrets {
            #expect(!printed.contains(secret), "\(printed.split(separator: "\n").filter { $0.contains(secret) })")
            let files = try await folder.run(
                "grep -r -l -a -F '\(secret)' .. --exclude config.json --exclude secret --exclude-dir bin")
            #expect(files.output.isEmpty, "\(files.output)")
        }
    }

    private static let secrets = ["t0ken-of-env", "s3cret-of-file"]

    private static func query(of request: OriginRequest) -> Substring {
        request.target.split(separator: "?", maxSplits: 1).last ?? ""
    }

    /// A feed that says where it lies, as feeds do.
    private static func feed(at target: String = "/feed") -> String {
        """
        {"version": "https://jsonfeed.org/version/1.1", "title": "Open", "feed_url": "http://127.0.0.1\(target)",
        "items": [{"id": "1", "title": "One", "content_text": "x"}]}
        """
    }
}
