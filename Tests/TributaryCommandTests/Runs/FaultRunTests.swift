import Foundation
import Testing
import TributaryTestOrigin

@Suite("Runs over servers with every fault, with the real program")
struct FaultRunTests {
    /// How much slower than a quiet machine this one may be: other suites run at the same time.
    private static let slowness = 6.0
    private static let copies = 2

    @Test(
        "Among as many feeds with faults all good ones are whole, and each bad one has a diagnostic of its own",
        .timeLimit(.minutes(10)))
    func everyFault() async throws {
        let folder = try CaseFolder()
        try folder.write(Data(Self.feed.utf8), to: "site/feed.json")
        var feeds: [String] = []
        for fault in OriginFault.allCases {
            for copy in 0..<Self.copies {
                feeds.append(#"{"url": "{{origin}}/fault/\#(fault.rawValue)/feed.json?\#(copy)"}"#)
                feeds.append(#"{"url": "{{origin}}/feed.json?\#(fault.rawValue)-\#(copy)"}"#)
            }
        }
        let config = """
            {"feeds": [\(feeds.joined(separator: ",\n"))], "sinks": [{"use": "cache"}], "store": {"path": "store.db"},
            "fetch": {"parallel": 20, "stall_timeout": "1s", "timeout": "3s", "received_size": "200KB",
            "decoded_size": "1MB", "own_hosts": ["127.0.0.1"]}}
            """
        try folder.write(Data(config.utf8), to: "config.json")

        let start = ContinuousClock.now
        let run = try await folder.run("tributary run --config config.json --report report.json")
        // Those that never end are given up after 3 s each, 20 at a time, and nothing else takes long.
        let slow = Self.copies * OriginFault.allCases.count { Self.outcome(of: $0) == .slow }
        let bound = Double((slow + 19) / 20 * 3 + 2) * Self.slowness
        #expect(run.end - start < .seconds(bound))
        #expect(run.status == 0)

        let report = try JSONDecoder().decode(Report.self, from: Data(contentsOf: folder.url("report.json")))
        #expect(report.feeds.count == feeds.count)
        for feed in report.feeds {
            guard let (fault, _) = Self.fault(in: feed.key) else {
                #expect(feed.status == "read" && feed.new == 2, "\(feed)")
                continue
            }
            switch Self.outcome(of: fault) {
            case .whole: #expect(feed.status == "read" && feed.new == 2, "\(feed)")
            case .error(let message): Self.expect(feed, failedWith: message, run.errors)
            case .slow: Self.expect(feed, failedWith: "for 1 s", run.errors)
            }
        }
    }

    @Test("A network that drops midway costs what was under way, and the next run brings it", .timeLimit(.minutes(10)))
    func networkDrops() async throws {
        let folder = try CaseFolder()
        let origin = try TestOrigin { request in
            OriginResponse(Self.feed, type: "application/feed+json").with {
                if request.path.hasPrefix("/late") { $0.pace = .stallingMidway }
            }
        }
        let names = ["a", "b", "c", "late-d", "late-e", "late-f"]
        let config = """
            {"feeds": [\(names.map { "\"\(origin.url("/" + $0))\"" }.joined(separator: ","))],
            "sinks": [{"use": "cache"}], "store": {"path": "store.db"}, "fetch": {"own_hosts": ["127.0.0.1"]}}
            """
        try folder.write(Data(config.utf8), to: "config.json")
        let run = try RunningCommand("exec tributary run --config config.json", in: folder)
        _ = await origin.state { $0.requests.count == 6 && $0.answering == 3 }
        await origin.stop()
        let result = try await run.result()
        #expect(result.errors.hasSuffix("3 feeds read, 3 failed; 6 new entries\n"), "\(result.errors)")
        #expect(result.errors.components(separatedBy: "late-").count == 4, "\(result.errors)")
        #expect(result.status == 0)

        let again = try TestOrigin(port: origin.port) { _ in OriginResponse(Self.feed, type: "application/feed+json") }
        let next = try await folder.run("tributary run --config config.json --force")
        #expect(next.errors.hasSuffix("6 feeds read; 6 new entries\n"), "\(next.errors)")
        #expect(again.requests.count { $0.headers["If-None-Match"] != nil } == 3)
    }

    @Test("A process that may open few files says so, and blames no server", .timeLimit(.minutes(10)))
    func fewFiles() async throws {
        let folder = try CaseFolder()
        let origin = try TestOrigin { _ in OriginResponse(Self.feed, type: "application/feed+json") }
        let urls = (0..<60).map { "\"\(origin.url("/\($0)"))\"" }.joined(separator: ",")
        let config = """
            {"feeds": [\(urls)], "sinks": [{"use": "cache"}], "store": {"path": "store.db"},
            "fetch": {"own_hosts": ["127.0.0.1"]}}
            """
        try folder.write(Data(config.utf8), to: "config.json")
        let few = try await folder.run("ulimit -n 24; tributary run --config config.json")
        #expect(few.errors.contains("too many files are open; allow more (ulimit -n), or lower fetch.parallel"))
        #expect(!few.errors.contains("could not connect"), "\(few.errors)")
        let enough = try await folder.run("tributary run --config config.json --force")
        #expect(enough.errors.contains("60 feeds read; "), "\(enough.errors)")
    }

    private static let feed = """
        {"version": "https://jsonfeed.org/version/1.1", "title": "Faulty", "items": [
        {"id": "1", "title": "One", "content_text": "\(String(repeating: "a ", count: 120))"},
        {"id": "2", "title": "Two", "content_text": "\(String(repeating: "b ", count: 120))"}]}
        """

    private struct Report: Decodable {
        struct Feed: Decodable {
            var key: String
            var status: String
            var new: Int?
            var error: String?
        }

        var feeds: [Feed]
    }

    private static func expect(_ feed: Report.Feed, failedWith message: String, _ errors: String) {
        #expect(feed.status == "failed", "\(feed)")
        #expect(feed.error?.contains(message) == true, "\(feed)")
        let origin = feed.key.split(separator: "/fault/")[0].replacing("https://", with: "http://")
        let name = origin + "/fault/" + feed.key.split(separator: "/fault/")[1]
        #expect(errors.contains("\(name): \(feed.error ?? "")"), "\(errors)")
    }

    private static func fault(in key: String) -> (OriginFault, Substring)? {
        let parts = key.split(separator: "/fault/")
        guard parts.count == 2, let name = parts[1].split(separator: "/").first else { return nil }
        return OriginFault(rawValue: String(name)).map { ($0, parts[1]) }
    }

    private enum Outcome: Equatable {
        case whole
        case slow
        case error(String)
    }

    private static func outcome(of fault: OriginFault) -> Outcome {
        switch fault {
        case .latency, .chunked, .untilClose, .type, .charset, .redirect, .moved: .whole
        case .gzip, .deflate, .deflateRaw, .brotli, .zstd, .gzipClaimed, .gzipUnlabelled: .whole
        case .never, .drip, .stall: .slow
        case .unchanged: .error("says that nothing has changed")
        case .html: .error("not a feed: an HTML page")
        case .login: .error("not a feed: ")
        case .empty: .error("the document is empty")
        case .cut, .lengthLong, .chunksCut: .error("is cut off: the connection was closed before its end")
        case .gzipTruncated, .lengthShort: .error("its gzip stream has no end")
        case .reset, .chunksBroken: .error("broke in the middle of the answer")
        case .close: .error("closed the connection without an answer")
        case .garbage: .error("does not speak HTTP")
        case .headers: .error("the head of the answer is over the limit of 200 KB")
        case .infinite: .error("over the limit of 200 KB")
        case .bomb: .error("over the limit of 200 KB")
        case .loop: .error("redirects lead in a circle")
        case .redirectFile: .error("\"file\" is neither http nor https")
        case .forbidden: .error("HTTP status 403; the server refuses")
        case .notFound: .error("HTTP status 404; check the address")
        case .gone: .error("HTTP status 410: the feed is gone for good")
        case .tooMany: .error("HTTP status 429; it asks for fewer requests")
        case .broken: .error("HTTP status 500; the server has a fault")
        case .unavailable: .error("HTTP status 503; the server has a fault")
        }
    }
}

extension CaseFolder {
    fileprivate func url(_ name: String) -> URL { URL(filePath: "\(path)/\(name)") }
}
