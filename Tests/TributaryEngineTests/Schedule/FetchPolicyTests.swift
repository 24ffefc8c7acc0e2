import FeedJSON
import FeedModel
import Testing
import TributaryPluginKit
import TributaryTestKit

@testable import TributaryEngine

@Suite("When a subscription is asked")
struct FetchPolicyTests {
    /// A Sunday, at midnight.
    static let start: Int64 = 1_777_766_400
    static let hour: Int64 = 3600
    static let day: Int64 = 86_400

    private func policy(every: Int64? = nil, isOwnHost: Bool = false, key: String = "a") -> FetchPolicy {
        FetchPolicy(key: key, every: every, isOwnHost: isOwnHost)
    }

    private func state(_ change: (inout FetchState) -> Void = { _ in }) -> FetchState {
        var state = FetchState()
        state.askedAt = Self.start
        change(&state)
        return state
    }

    private func exchange(_ status: Int = 200, _ headers: KeyValuePairs<String, String> = [:]) -> Exchange {
        var exchange = Exchange()
        exchange.status = status
        exchange.headers = headers.map { HTTPField(name: $0, value: $1) }
        return exchange
    }

    // MARK: The interval

    @Test(
        "The user's interval holds, but not under a quarter of an hour for a stranger's server",
        arguments: [
            (60, false, 900), (900, false, 900), (86_400 * 30, false, 86_400 * 30), (60, true, 60), (0, true, 0),
        ]
            as [(Int64, Bool, Int64)])
    func interval(every: Int64, isOwnHost: Bool, interval: Int64) {
        #expect(policy(every: every, isOwnHost: isOwnHost).interval(of: state()) == interval)
    }

    @Test(
        "Less than a tenth of it, at most five minutes, may be missing",
        arguments: [(900, 810), (1800, 1620), (3600, 3300), (86_400, 86_100)] as [(Int64, Int64)])
    func tolerance(every: Int64, due: Int64) {
        let policy = policy(every: every)
        #expect(policy.decision(for: state(), at: Self.start + due) == .ask(.due))
        #expect(
            policy.decision(for: state(), at: Self.start + due - 1)
                == .wait(FetchWait(.interval, until: Self.start + due)))
    }

    @Test("Feeds of one configuration spread out a little, each always by the same")
    func jitter() {
        let waits = (0..<200).map { policy(key: "feed \($0)").wait(for: state())?.until }
        #expect(waits == (0..<200).map { policy(key: "feed \($0)").wait(for: state())?.until })
        let offsets = waits.compactMap { $0.map { $0 - Self.start } }
        #expect(Set(offsets).count > 30)
        #expect(offsets.allSatisfy { (3300..<3450).contains($0) })
    }

    @Test("Without a word of the user's, the interval is an eighth of the time between changes, within bounds")
    func adaptive() {
        let policy = policy()
        #expect(policy.interval(of: state()) == Self.hour)
        let gaps: [(gap: Int64?, unchangedFor: Int64, interval: Int64)] = [
            (nil, 0, 3600), (nil, 80 * 3600, 36_000), (nil, 365 * 86_400, 86_400),
            (3600, 0, 900), (86_400, 0, 10_800), (3600, 86_400, 10_800), (30 * 86_400, 0, 86_400),
        ]
        for (gap, unchangedFor, interval) in gaps {
            let state = state {
                $0.changeGap = gap
                $0.changedAt = Self.start - unchangedFor
            }
            #expect(policy.interval(of: state) == interval)
            #expect(self.policy(every: 7200).interval(of: state) == 7200)
        }
    }

    @Test("A feed that changes daily comes to be asked every three hours")
    func adapts() {
        let policy = policy()
        var state = FetchState()
        for day in 0..<20 as Range<Int64> {
            let attempt = FetchAttempt(
                .read(changed: day > 0, PublishingRhythm()), askedAt: Self.start + day * Self.day)
            state = policy.state(after: attempt, of: state)
        }
        #expect(state.changeGap == Self.day)
        #expect(policy.interval(of: state) == 3 * Self.hour)
    }

    @Test("A clock that stood ahead does not keep a feed from being asked")
    func clock() {
        #expect(policy().decision(for: state(), at: Self.start - Self.day) == .ask(.due))
        let held = state { $0.retryAt = Self.start + Self.day }
        #expect(
            policy().decision(for: held, at: Self.start - Self.day)
                == .wait(FetchWait(.retryAfter, until: Self.start + Self.day)))
        #expect(policy().decision(for: held, at: Self.start - 40 * Self.day) == .ask(.due))
        #expect(policy().decision(for: state { $0.isGone = true }, at: 0) == .wait(FetchWait(.gone, until: nil)))
    }

    // MARK: What the server says

    @Test(
        "What a response says of its freshness",
        arguments: [
            ([:], nil),
            (["Cache-Control": "max-age=7200"], 7200),
            (["cache-control": "public, MAX-AGE = \"7200\" , immutable", "Age": "3600"], 3600),
            (["Cache-Control": "max-age=99999999999999999999"], 1 << 31),
            (["Cache-Control": "max-age=0"], nil), (["Cache-Control": "max-age=-1"], nil),
            (["Cache-Control": "max-age=soon"], nil), (["Cache-Control": "max-age"], nil),
            (["Cache-Control": "no-cache, max-age=600"], nil), (["Cache-Control": "no-store"], nil),
            (["Cache-Control": "max-age=60", "Age": "61"], nil),
            (["Expires": "Sun, 03 May 2026 01:00:00 GMT"], 3600),
            (["Expires": "Sun, 03 May 2026 01:00:00 GMT", "Cache-Control": "public"], 3600),
            (["Expires": "Sun, 03 May 2026 01:00:00 GMT", "Date": "Sun, 03 May 2026 00:30:00 GMT"], 1800),
            (["Cache-Control": "public", "cache-control": "max-age=7200"], 7200),
            (["Cache-Control": "max-age=7200", "cache-control": "no-store"], nil),
            (["Expires": "0"], nil), (["Expires": "-1"], nil),
            (["Expires": "Sun, 03 May 2026 01:00:00 GMT", "Cache-Control": "max-age=60"], 60),
        ] as [(KeyValuePairs<String, String>, Int64?)])
    func freshness(headers: KeyValuePairs<String, String>, seconds: Int64?) {
        #expect(CacheFreshness.seconds(of: exchange(200, headers), at: Self.start) == seconds)
    }

    @Test("Freshness counts up to a day, and a 304 brings its own")
    func clamped() {
        for (age, fresh) in [("1", 1), ("9000", 9000), ("9000000", 86_400)] as [(String, Int64)] {
            let attempt = FetchAttempt(
                .unchanged, askedAt: Self.start, exchange: exchange(304, ["Cache-Control": "max-age=\(age)"]))
            let state = policy().state(after: attempt, of: FetchState())
            #expect(state.freshUntil == Self.start + fresh)
        }
        // What is shorter than the interval takes nothing from a timer that is a little early.
        let short = state { $0.freshUntil = Self.start + 10 }
        #expect(policy(every: 900).wait(for: short) == FetchWait(.interval, until: Self.start + 810))
        let later = FetchAttempt(.unchanged, askedAt: Self.start, exchange: exchange(304))
        #expect(policy().state(after: later, of: state { $0.freshUntil = 99 }).freshUntil == nil)
    }

    @Test(
        "What a server says of when to come again",
        arguments: [
            ("120", 120), (" 120 ", 120), ("0", 0), ("Sun, 03 May 2026 00:02:00 GMT", 120),
            ("Sunday, 03-May-26 00:02:00 GMT", 120), ("Sat, 02 May 2026 00:02:00 GMT", 0),
            ("999999999999999999999999", 30 * 86_400), ("-1", nil), ("1.5", nil), ("soon", nil), ("", nil),
            ("12s", nil),
        ] as [(String, Int64?)])
    func retryAfter(text: String, seconds: Int64?) {
        #expect(RetryAfter.seconds(of: exchange(429, ["Retry-After": text]), at: Self.start) == seconds)
    }

    @Test("\"Come again at once\" is believed once")
    func atOnce() {
        let attempt = FetchAttempt(
            .failed(retryAfter: nil), askedAt: Self.start, exchange: exchange(429, ["Retry-After": "0"]))
        let once = policy(every: 3600).state(after: attempt, of: FetchState())
        #expect(policy(every: 3600).decision(for: once, at: Self.start) == .ask(.due))
        let twice = policy(every: 3600).state(after: attempt, of: once)
        #expect(
            policy(every: 3600).decision(for: twice, at: Self.start)
                == .wait(FetchWait(.retryAfter, until: twice.retryAt)))
        #expect(twice.retryAt ?? 0 >= Self.start + 2 * Self.hour)
    }

    @Test("Who insists is held up by a pause that a server asked for, and by nothing else")
    func force() {
        let policy = policy(every: 3600)
        let states: [(FetchState, FetchWait.Reason?)] = [
            (state(), nil), (state { $0.freshUntil = Self.start + 7200 }, nil),
            (state { $0.failures = 3 }, nil), (state { $0.rhythm.seconds = 86_400 }, nil),
            (state { $0.retryAt = Self.start + 60 }, .retryAfter), (state { $0.isGone = true }, .gone),
        ]
        for (state, reason) in states {
            switch policy.decision(for: state, isForced: true, at: Self.start + 30) {
            case .ask(let cause): #expect(cause == .forced && reason == nil)
            case .wait(let wait): #expect(wait.reason == reason)
            }
        }
        #expect(
            policy.decision(for: state(), siteHeldUntil: Self.start + 60, isForced: true, at: Self.start)
                == .wait(FetchWait(.siteHeld, until: Self.start + 60)))
    }

    // MARK: What the feed says

    @Test(
        "A feed's own rhythm",
        arguments: [
            (#"{}"#, nil), (#"{"ttl": 180}"#, 10_800), (#"{"ttl": 0}"#, nil), (#"{"ttl": -5}"#, nil),
            (#"{"ttl": 99999999999}"#, nil), (#"{"update_period": "daily"}"#, 86_400),
            (#"{"update_period": "Daily", "update_frequency": 4}"#, 21_600),
            (#"{"update_period": "hourly", "update_frequency": 0}"#, nil), (#"{"update_period": "often"}"#, nil),
            (#"{"ttl": 60, "update_period": "daily", "update_frequency": 2}"#, 43_200),
        ] as [(String, Int64?)])
    func rhythm(json: String, seconds: Int64?) throws {
        #expect(PublishingRhythm(of: try feed(json)).seconds == seconds)
    }

    @Test("Hours and days that a feed wants to be skipped are, in UTC, unless that is all of them")
    func skipping() throws {
        let nights = PublishingRhythm(
            of: try feed(#"{"skip_hours": [0, 1, 2, 24, 99], "skip_days": ["Sunday", "mon"]}"#))
        #expect(nights.skippedHours == 0b111)
        #expect(nights.skippedDays == 0b100_0001)
        // From Sunday's midnight to Tuesday, 3 o'clock.
        #expect(nights.firstAllowed(from: Self.start + 60) == Self.start + 2 * Self.day + 3 * Self.hour)
        #expect(nights.firstAllowed(from: Self.start - 60) == Self.start - 60)
        let state = state { $0.rhythm = nights }
        #expect(
            policy(every: 3600).decision(for: state, at: Self.start + 5 * Self.hour)
                == .wait(FetchWait(.rhythm, until: Self.start + 2 * Self.day + 3 * Self.hour)))
        let hours = (0..<24).map(String.init).joined(separator: ",")
        #expect(PublishingRhythm(of: try feed("{\"skip_hours\": [\(hours)]}")) == PublishingRhythm())
    }

    @Test("It lengthens the interval to a day at most, and never shortens it")
    func rhythmInterval() {
        for (seconds, due) in [(1800, 3300), (7200, 6900), (86_400 * 7, 86_100)] as [(Int64, Int64)] {
            let state = state { $0.rhythm.seconds = seconds }
            #expect(policy(every: 3600).wait(for: state)?.until == Self.start + due)
        }
    }

    // MARK: Failures

    @Test("The pause doubles with each failure up to a day, and a success ends it")
    func backoff() {
        let policy = policy(every: 3600)
        var state = FetchState()
        var pauses: [Int64] = []
        for _ in 0..<8 {
            let attempt = FetchAttempt(.failed(retryAfter: nil), askedAt: Self.start, exchange: exchange(500))
            state = policy.state(after: attempt, of: state)
            pauses.append(policy.backoff(of: state))
        }
        #expect(pauses[0] == 3600)
        for (index, pause) in pauses.enumerated() {
            let least: Int64 = min(3600 << Int64(index), 86_400)
            #expect((least...(least * 11 / 10)).contains(pause), "\(index)")
        }
        #expect(policy.wait(for: state)?.reason == .backoff)
        #expect(state.failingSince == Self.start)
        state = policy.state(after: FetchAttempt(.unchanged, askedAt: Self.start + 1), of: state)
        #expect(state.failures == 0 && state.failingSince == nil)
    }

    @Test("What the end of a run cut off is due at once, but twice in a row is a failure like others")
    func cutOff() {
        var state = policy().state(after: FetchAttempt(.cutOff, askedAt: Self.start + 9), of: state())
        #expect(state.failures == 0 && state.askedAt == Self.start + 9)
        #expect(policy().decision(for: state, at: Self.start + 10) == .ask(.cutOff))
        state = policy().state(after: FetchAttempt(.cutOff, askedAt: Self.start + 20), of: state)
        #expect(state.failures == 1 && state.failingSince == Self.start + 9)
        #expect(policy().wait(for: state)?.reason == .backoff)
        state = policy().state(after: FetchAttempt(.unchanged, askedAt: Self.start + Self.day), of: state)
        #expect(state.failures == 0 && !state.wasCutOff)
    }

    @Test("What a run had no time to ask is as it was")
    func putOff() {
        for known in [FetchState(), state { $0.failures = 2 }] {
            #expect(policy().state(after: FetchAttempt(.putOff, askedAt: Self.start + 9), of: known) == known)
        }
    }

    // MARK: Sites

    @Test("A site that is held longer than any that is believed is not, as the clock stood ahead then")
    func longHold() {
        let clock = FixedClock()
        let now = clock.now.seconds
        let known = ["example.org": now + 29 * Self.day, "example.com": now + 365 * Self.day]
        let holds = SiteHolds(known, ownHosts: OwnHosts([]), clock: clock)
        #expect(holds.end(for: "https://www.example.org/feed") == now + 29 * Self.day)
        #expect(holds.end(for: "https://example.com/feed") == nil)
        holds.note(status: 429, headers: [], from: "https://example.com/feed")
        #expect(holds.takeNews() == ["example.com": now + Self.hour])
    }

    @Test("A site is one however its name is written")
    func names() {
        let clock = FixedClock()
        let holds = SiteHolds([:], ownHosts: OwnHosts(["xn--mnchen-3ya.example"]), clock: clock)
        holds.note(status: 429, headers: [], from: "https://bücher.de/feed")
        holds.note(status: 429, headers: [], from: "https://MÜNCHEN.example/feed")
        #expect(holds.end(for: "https://www.xn--bcher-kva.de/other") == clock.now.seconds + Self.hour)
        #expect(holds.end(for: "https://xn--mnchen-3ya.example/") == nil)
    }

    // MARK: Moves

    @Test(
        "A move is followed unless credentials would have to go elsewhere, encryption ends, or the site is another's",
        arguments: [
            ("https://a.example.org/f", "https://a.example.org/g", true, nil),
            ("http://a.example.org:81/f", "http://a.example.org:81/g", true, nil),
            ("http://a.example.org/f", "https://a.example.org/f", true, nil),
            ("https://a.example.org/f", "https://b.example.org/f", false, nil),
            ("https://a.example.org/f", "https://b.example.org/f", true, "where its credentials would have to follow"),
            ("https://a.example.org/f", "http://a.example.org/f", false, "without encryption"),
            ("https://a.example.org/f", "https://example.com/f", false, "another site"),
        ] as [(String, String, Bool, String?)])
    func moves(asked: String, target: String, hasCredentials: Bool, obstacle: String?) {
        var state = FetchState()
        var message: String?
        for _ in 0..<FeedMove.enoughReadings {
            message = FeedMove.note(target, from: asked, hasCredentials: hasCredentials, in: &state)
        }
        #expect((state.movedTo == target) == (obstacle == nil))
        if let obstacle { #expect(message?.contains("\(target), \(obstacle); if that is right") == true) }
    }

    private func feed(_ json: String) throws -> Feed {
        var feed = Feed()
        feed.extensions["_rss"] = try JSONNode(parsing: Array(json.utf8)).value
        return feed
    }
}
