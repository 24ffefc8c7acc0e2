import FeedModel
import PrometheusSink
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The sink prometheus")
struct PrometheusTests {
    private static let path = "/out/metrics/tributary.prom"

    private let folders = MemoryFolders()

    private func report(_ health: RunHealth, feeds: Bool = true) async throws -> String {
        let sink = try PluginContract.make(
            Prometheus.self, #"{"use": "prometheus", "path": "\#(Self.path)", "feeds": \#(feeds)}"#,
            context: .test(folders: folders))
        try await sink.report(health)
        return String(decoding: try #require(folders.bytes(at: Self.path)), as: UTF8.self)
    }

    private static let health: RunHealth = {
        var orchard = RunHealth.Feed(key: "https://example.org/feed?token=***", name: "果樹園の日記")
        orchard.status = "read"
        orchard.new = 3
        orchard.revised = 1
        orchard.lastRead = Timestamp(seconds: 1_795_323_600)
        orchard.nextRequest = Timestamp(seconds: 1_795_327_200)
        orchard.receivedBytes = 2048
        orchard.milliseconds = 250
        var harbour = RunHealth.Feed(key: "harbour", name: "Harbour \"Notes\" \\ \n{x=\"y\"} 1")
        harbour.status = "failed"
        harbour.failures = 4
        var gone = RunHealth.Feed(key: "gone", name: "gone")
        gone.isGone = true
        return RunHealth(
            begin: Timestamp(seconds: 1_795_323_590), end: Timestamp(seconds: 1_795_323_600),
            feeds: [orchard, harbour, gone],
            sinks: [
                RunHealth.Receiver(name: "cache", confirmed: 4, pending: 0, hasFailed: false),
                RunHealth.Receiver(name: "my \"hook\"", confirmed: 0, pending: 7, hasFailed: true),
            ], dropped: 2, deadLetters: 1)
    }()

    @Test("It keeps the contract of a plugin")
    func contract() throws {
        try PluginContract.check(Prometheus.self, in: PluginFolder("Plugins/Sinks/Prometheus"))
    }

    @Test("The file is what is expected, to the byte")
    func page() async throws {
        try Snapshot.expect(try await report(Self.health), named: "health", suffix: "prom")
        let short = try await report(Self.health, feeds: false)
        #expect(!short.contains("tributary_feed_") && short.contains("tributary_sink_up"))
    }

    @Test("Whatever feeds are called, each line is one sample, and no series stands there twice")
    func nastyTexts() async throws {
        var health = Self.health
        health.feeds = NastyTexts.all.map { RunHealth.Feed(key: $0, name: $0) }
        let lines = try await report(health).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        var series: Set<Substring> = []
        for line in lines where !line.hasPrefix("# ") {
            #expect(line.hasPrefix("tributary_"), "\(line)")
            let end = try #require(line.lastIndex(of: " "))
            #expect(Double(line[line.index(after: end)...]) != nil, "\(line)")
            #expect(series.insert(line[..<end]).inserted, "\(line)")
            var isQuoted = false
            var isEscaped = false
            for character in line.unicodeScalars {
                if isEscaped {
                    isEscaped = false
                } else if character == "\\" {
                    isEscaped = true
                } else if character == "\"" {
                    isQuoted.toggle()
                }
            }
            #expect(!isQuoted && !isEscaped, "\(line)")
        }
    }

    @Test("A disk that is full leaves the file as it was")
    func fullDisk() async throws {
        let before = try await report(Self.health)
        folders.meet(.full(after: 10))
        let failure = await #expect(throws: SinkFailure.self) {
            try await report(RunHealth(begin: Timestamp(seconds: 0), end: Timestamp(seconds: 0)))
        }
        #expect(failure?.kind == .retryable(after: nil))
        #expect(folders.bytes(at: Self.path) == Array(before.utf8))
    }
}
