import Testing
import TributaryEngine
import TributaryPluginKit

@testable import TributaryCommand

@Suite("What a run came to")
struct RunSummaryTests {
    typealias Status = TributaryCommand.ExitStatus

    @Test(
        "One line says it",
        arguments: [
            ([:], "0 feeds read; nothing new"),
            (["a": .unchanged], "1 feed read; nothing new"),
            (["a": .read(new: 1, revised: 0), "b": .unchanged], "2 feeds read; 1 new entry"),
            (
                ["a": .read(new: 2, revised: 1), "b": .read(new: 3, revised: 0)],
                "2 feeds read; 5 new entries, 1 revised"
            ),
            (["a": .read(new: 0, revised: 2)], "1 feed read; 0 new entries, 2 revised"),
            (["a": .failed(.unavailable), "b": .unchanged], "1 feed read, 1 failed; nothing new"),
            (["a": .skipped, "b": .unchanged], "1 feed read, 1 not asked (offline); nothing new"),
            (["a": .failed(.cancelled), "b": .unchanged], "1 feed read, 1 not finished; nothing new"),
            (
                [
                    "a": .waiting(FetchWait(.fresh, until: 60)), "b": .waiting(FetchWait(.gone, until: nil)),
                    "c": .unchanged,
                ], "1 feed read, 1 not due, 1 gone for good; nothing new"
            ),
            (
                ["a": .waiting(FetchWait(.fresh, until: 61)), "b": .waiting(FetchWait(.interval, until: 45))],
                "nothing is due; the next feed is in 45 seconds (tributary plan says more, --force asks now)"
            ),
        ] as [([String: RunReport.Reading], String)])
    func line(readings: [String: RunReport.Reading], text: String) {
        #expect(summary(readings).lines == [text])
    }

    @Test("What stages dropped is told too")
    func dropped() {
        let summary = summary(["a": .read(new: 3, revised: 0)]) { $0.dropped = 2 }
        #expect(summary.lines == ["1 feed read; 3 new entries, 2 dropped by stages"])
    }

    @Test("So is what they hold")
    func held() {
        let summary = summary(["a": .read(new: 3, revised: 0)]) { $0.held = 3 }
        #expect(summary.lines == ["1 feed read; 3 new entries, 3 held by stages"])
    }

    @Test(
        "Without a configuration the entries speak for themselves, unless there are none",
        arguments: [
            (["a": .read(new: 3, revised: 0)], []),
            (["a": .read(new: 3, revised: 0), "b": .read(new: 0, revised: 0)], []),
            (["a": .failed(.unavailable), "b": .read(new: 0, revised: 0)], []),
            (["a": .read(new: 0, revised: 0)], ["no entries"]),
            (["a": .read(new: 1, revised: 0), "b": .skipped], ["1 not asked (offline)"]),
        ] as [([String: RunReport.Reading], [String])])
    func adHoc(readings: [String: RunReport.Reading], lines: [String]) {
        #expect(summary(readings, isAdHoc: true).lines == lines)
    }

    @Test(
        "A feed that failed is no failure of the run, unless asked to be strict or all of them failed",
        arguments: [
            ([], .success, .success),
            ([.unchanged], .success, .success),
            ([.skipped], .success, .success),
            ([.unchanged, .failed(.unavailable)], .success, .temporary),
            ([.unchanged, .failed(.notAFeed)], .success, .temporary),
            ([.skipped, .failed(.missingFile)], .unavailable, .unavailable),
            ([.failed(.unavailable), .failed(.missingFile)], .unavailable, .unavailable),
            ([.failed(.notAFeed)], .unavailable, .unavailable),
        ] as [([RunReport.Reading], Status, Status)])
    func status(readings: [RunReport.Reading], lenient: Status, strict: Status) {
        let summary = summary(Self.keyed(readings))
        #expect(summary.status(isStrict: false) == lenient)
        #expect(summary.status(isStrict: true) == strict)
    }

    @Test(
        "Without a configuration the status says how all that was named failed",
        arguments: [
            ([.failed(.notAFeed)], .notAFeed),
            ([.failed(.missingFile), .failed(.missingFile)], .missingFile),
            ([.failed(.unavailable)], .unavailable),
            ([.failed(.notAFeed), .failed(.missingFile)], .unavailable),
            ([.failed(.notAFeed), .read(new: 1, revised: 0)], .success),
        ] as [([RunReport.Reading], Status)])
    func adHocStatus(readings: [RunReport.Reading], status: Status) {
        #expect(summary(Self.keyed(readings), isAdHoc: true).status(isStrict: false) == status)
    }

    @Test("A sink that failed decides, whatever else went well or wrong")
    func sinks() {
        let failed = summary(["a": .failed(.unavailable)]) {
            $0.failedSinks = ["terminal"]
            $0.isOutputClosed = true
        }
        #expect(failed.status(isStrict: true) == .failure)
        let closed = summary(["a": .failed(.unavailable)]) { $0.isOutputClosed = true }
        #expect(closed.status(isStrict: true) == .success)
    }

    private func summary(
        _ readings: [String: RunReport.Reading], isAdHoc: Bool = false, change: (inout RunReport) -> Void = { _ in }
    ) -> RunSummary {
        var report = RunReport()
        report.readings = readings
        change(&report)
        return RunSummary(plan: Plan(baseFolder: "/", subscriptions: [], sinks: []), result: report, isAdHoc: isAdHoc)
    }

    private static func keyed(_ readings: [RunReport.Reading]) -> [String: RunReport.Reading] {
        Dictionary(uniqueKeysWithValues: readings.enumerated().map { ("\($0)", $1) })
    }
}
