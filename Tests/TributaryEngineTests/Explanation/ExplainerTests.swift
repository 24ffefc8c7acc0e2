import FeedModel
import FeedStore
import Testing
import TributaryPluginKit
import TributaryTestKit

@testable import TributaryEngine

@Suite("Why an entry is where it is", .timeLimit(.minutes(10)))
struct ExplainerTests {
    private static func explanation(of number: Int64, in world: World) async throws -> EntryExplanation {
        let explainer = Explainer(
            plan: world.plan, places: ConfigurationPlaces(ConfigurationFile(name: "c", path: "/c", bytes: [])),
            store: world.store, reader: KeptDocumentReader(documents: nil, formats: FormatReader(formats: [])),
            now: world.clock.now)
        return try #require(try await explainer.explanation(of: number))
    }

    private static func effects(_ explanation: EntryExplanation) -> [String] {
        explanation.steps.map { "\($0.effect.rawValue) by \($0.stage)" }
    }

    @Test("The stages that changed an entry are known, before Arrive and in Route")
    func changes() async throws {
        var world = try World()
        world.stages = [.tagging("a"), .passing, .tagging("b"), .dropping { $0.id == "b" }]
        world.repository.say([.post("a"), .post("b", hoursOld: 2)], in: "blog")
        try await world.run()
        let kept = try await Self.explanation(of: 1, in: world)
        #expect(
            Self.effects(kept) == [
                "changed by stages tagging", "passed by stages passing", "changed by stages tagging",
                "passed by stages dropping",
            ])
        #expect(kept.title == "On a" && !kept.hasDocument)
        #expect(kept.history.response?.brought == 2)
        let dropped = try await Self.explanation(of: 2, in: world)
        #expect(Self.effects(dropped).last == "dropped by stages dropping")
        #expect(dropped.steps.last?.reason == "dull")
        #expect(dropped.deliveries.map(\.state) == [.none, .none])
        #expect(dropped.deliveries.map(\.reason) == ["no stage let it through", "no stage let it through"])
    }

    @Test("A stage that is gone is named as it was, and what the others did is not made up")
    func goneStage() async throws {
        var world = try World()
        world.stages = [.dropping { _ in true }]
        world.repository.say([.post("a")], in: "blog")
        try await world.run()
        world.stages = [.passing]
        let explanation = try await Self.explanation(of: 1, in: world)
        #expect(Self.effects(explanation) == ["dropped by stages dropping"])
        #expect(explanation.steps.map(\.place) == [nil])
    }

    @Test("An entry that was dropped and taken back is told as both, and no sink is said to have let it go")
    func takenBack() async throws {
        var world = try World()
        world.stages = [.dropping { _ in true }]
        world.repository.say([.post("a")], in: "blog")
        try await world.run()
        let earlier = try await Self.explanation(of: 1, in: world)
        let roster = Roster(
            subscriptions: world.subscriptions.map { .init(key: $0.subscription.key) },
            sinks: world.sinks.map(\.key), keepParked: 0)
        let state = try await world.store.begin(roster, at: world.clock.now)
        let known = try await world.store.ledger(
            of: earlier.history.subscriptionID, matching: earlier.history.keys
        ).rows
        let arriving = ArrivingEntry(
            number: 1, place: 0, keys: earlier.history.keys, contentHash: try #require(known.first).contentHash,
            textHash: nil, isRevision: false, onUpdate: .replace, outcome: .kept(.post("a")))
        let arrival = Arrival(
            subscription: earlier.history.subscriptionID, reading: .held, entries: [arriving])
        _ = try await world.store.arrive([arrival], at: world.clock.now)
        var routing = Routing()
        routing.kept = [1]
        routing.deliveries = [.init(number: 1, sink: try #require(state.sinks["mail"]).id)]
        try await world.store.route(routing, at: world.clock.now)
        world.stages = [.passing]
        let explanation = try await Self.explanation(of: 1, in: world)
        #expect(Self.effects(explanation) == ["taken back by stages dropping", "passed by stages passing"])
        #expect(explanation.deliveries.map(\.state) == [.none, .pending])
        #expect(explanation.deliveries[0].reason == "it was dropped, and replay --deliver took it back for other sinks")
    }

    @Test("Each sink has its receipt, or why it has not")
    func sinks() async throws {
        var world = try World()
        let failing = RecordingSink()
        await failing.behave(.fails(after: 0, .retryable(after: 7_200)))
        world.sinks += [
            .to("one", RecordingSink(), firstFetch: .newest(1)), .to("none", RecordingSink(), firstFetch: .none),
            .to("other", RecordingSink(), where: #"{"title": {"contains": "else"}}"#), .to("printer", failing),
        ]
        world.repository.say([.post("a", hoursOld: 1), .post("b", hoursOld: 2)], in: "blog")
        try await world.run()
        let explanation = try await Self.explanation(of: 2, in: world)
        let said = explanation.deliveries.map { "\($0.sink) \($0.state.rawValue): \($0.reason ?? "")" }
        #expect(
            said == [
                "cache cached: ", "mail delivered: ",
                "one none: the first contact with this feed took the newest entry only (first_fetch)",
                "none none: the first contact with this feed took none of the entries that were there (first_fetch)",
                #"other none: its where does not hold: title does not contain "else" (c:1:1)"#,
                "printer waiting: the sink failed: the box is full",
            ])
        #expect(explanation.deliveries.last?.until == world.clock.now.adding(seconds: 7_200))
    }

    @Test("A stage that fails is told with its reason, and so is that an entry passed it in the end")
    func failures() async throws {
        for isInRiver in [false, true] {
            var world = try World()
            let stage = PlannedStage.each("oracle") { (_) throws(StageFailure) in
                throw StageFailure("the oracle is out")
            }
            world.stages = isInRiver ? [.passing, .river("all") { (_) throws(StageFailure) in }, stage] : [stage]
            world.repository.say([.post("a")], in: "blog")
            try await world.run()
            var explanation = try await Self.explanation(of: 1, in: world)
            #expect(explanation.steps.last?.effect == .failed)
            #expect(explanation.steps.last?.reason == "the oracle is out")
            #expect(explanation.deliveries.map(\.state) == [.undecided, .undecided])
            #expect(explanation.deliveries.map(\.reason) == ["it is held", "it is held"])
            try await world.run()
            try await world.run()
            explanation = try await Self.explanation(of: 1, in: world)
            #expect(explanation.steps.last?.effect == .passedFailing)
            #expect(explanation.steps.last?.reason == "the oracle is out")
            #expect(explanation.deliveries.map(\.state) == [.cached, .delivered])
        }
    }

    @Test("A river stage that fails is told likewise")
    func riverFailures() async throws {
        var world = try World()
        world.stages = [.river("tide") { (_) throws(StageFailure) in throw StageFailure("no moon") }]
        world.repository.say([.post("a")], in: "blog")
        for effect in [EntryExplanation.Step.Effect.failed, .failed, .passedFailing] {
            try await world.run()
            let step = try await Self.explanation(of: 1, in: world).steps.last
            #expect(step?.effect == effect && step?.reason == "no moon")
        }
    }

    @Test("A dead letter of a sink that has gone is told as both")
    func deadOfGone() async throws {
        var world = try World(mailBatch: 1)
        await world.mail.behave(.fails(after: 0, .permanent))
        world.repository.say([.post("a")], in: "blog")
        try await world.run()
        world.sinks.removeLast()
        try await world.run()
        let delivery = try #require(try await Self.explanation(of: 1, in: world).deliveries.last)
        #expect(delivery.state == .dead)
        #expect(delivery.reason == "the box is full; the sink is not in the configuration")
        let owed = try #require(try await world.store.owedDeliveries(to: nil, at: world.clock.now).first)
        guard case .dead = owed.state else { return #expect(Bool(false), "\(owed)") }
        #expect(owed.isParked)
    }

    @Test("A dry run says what each sink would be given, and what it is owed already")
    func dryRun() async throws {
        let world = try World()
        world.repository.say([.post("a")], in: "blog")
        try await world.run { $0.sinks = ["cache"] }
        world.repository.say([.post("b", title: "Second"), .post("a")], in: "blog")
        let report = try await world.run { $0.isDryRun = true }
        let said = try #require(report.dryDeliveries["mail"]).map { "\($0.state) \($0.entry ?? 0) \($0.title ?? "")" }
        #expect(said == ["pending 1 On a", "new 0 Second"])
        #expect(report.pending["mail"] == 2)
        #expect(await world.mail.taken.isEmpty)
    }

    @Test("A dry run counts no deliveries of a sink that is not asked yet")
    func dryRunOfWaiting() async throws {
        let world = try World()
        await world.mail.behave(.staysShut)
        world.repository.say([.post("a")], in: "blog")
        try await world.run()
        world.clock.advance(bySeconds: -3590)
        let report = try await world.run { $0.isDryRun = true }
        #expect(report.dryDeliveries["mail"]?.map(\.state) == [.waiting])
        #expect(report.pending["mail"] == 0)
    }
}
