/// A decoder with what must hold whatever bytes it is given: what a fuzzer runs, and what `make test` runs in small.
public struct DecoderProbe: Sendable, CustomStringConvertible {
    /// The name by which a fuzzer is told which one to run.
    public let name: String
    /// The name.
    public var description: String { name }
    /// Inputs to begin with, beside the fixtures.
    public let samples: [String]
    /// What inputs of this kind are made of, for changes that go further than single bytes.
    public let tokens: [String]
    private let takesFixture: @Sendable (Fixture) -> Bool
    private let probe: @Sendable ([UInt8]) throws(BrokenPromise) -> Void

    /// A probe.
    ///
    /// - Parameters:
    ///   - takesFixture: says which of the repository's fixtures are inputs of this kind.
    ///   - probe: decodes the bytes and throws where something that must hold does not.
    init(
        _ name: String, samples: [String] = [], tokens: [String] = [],
        takesFixture: @escaping @Sendable (Fixture) -> Bool = { _ in false },
        probe: @escaping @Sendable ([UInt8]) throws(BrokenPromise) -> Void
    ) {
        self.name = name
        self.samples = samples
        self.tokens = tokens
        self.takesFixture = takesFixture
        self.probe = probe
    }

    /// Decodes bytes.
    ///
    /// - Throws: where something that must hold does not.
    public func check(_ bytes: [UInt8]) throws(BrokenPromise) {
        try probe(bytes)
    }

    /// The inputs to begin with: the samples, and those fixtures that are inputs of this kind.
    public func seeds(among fixtures: [Fixture]) -> [[UInt8]] {
        samples.map { Array($0.utf8) } + fixtures.filter(takesFixture).map(\.bytes)
    }
}

/// What a decoder did that it must not.
public struct BrokenPromise: Error, CustomStringConvertible {
    /// What is wrong.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Throws where something does not hold.
func expect(_ holds: Bool, _ otherwise: @autoclosure () -> String) throws(BrokenPromise) {
    if !holds { throw BrokenPromise(otherwise()) }
}

/// Bytes as they may be shown in a message.
func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).debugDescription }
