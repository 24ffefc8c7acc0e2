import BuiltinPlugins
import DecoderProbes
import Testing

@Suite("Decoders keep what they promise, whatever they are given")
struct ProbeTests {
    private static let fixtures = Fixture.all()
    private static let probes = DecoderProbe.all(plugins: BuiltinPlugins.all)

    /// The same inputs each time: a failure is the work of the change that is tested.
    ///
    /// Other seeds are `Scripts/fuzz`'s.
    private static let seed: UInt64 = 20_260

    @Test("20,000 changed inputs", arguments: probes)
    func changed(probe: DecoderProbe) async throws {
        var mutator = ByteMutator(probe, fixtures: Self.fixtures, longest: 192, seed: Self.seed)
        for number in 0..<20_000 {
            if number % 64 == 0 { await Task.yield() }
            let bytes = mutator.next()
            do throws(BrokenPromise) { try probe.check(bytes) } catch {
                Issue.record("input \(number) of seed \(Self.seed): \(error)\n\(bytes)")
                return
            }
        }
    }

    @Test("every fixture as it is", arguments: probes)
    func fixtures(probe: DecoderProbe) async throws {
        let seeds = probe.seeds(among: Self.fixtures)
        #expect(seeds.count > 3, "there is nothing to begin with")
        for seed in seeds {
            await Task.yield()
            try probe.check(seed)
        }
    }

    @Test("what fuzzing found stays mended", arguments: Finding.all)
    func findings(finding: Finding) throws {
        let probe = try #require(Self.probes.first { $0.name == finding.probe }, "no probe \"\(finding.probe)\"")
        try probe.check(finding.bytes)
    }
}
