/// Random numbers that come again with the same seed (SplitMix64); print the seed where a test fails.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    /// What the numbers follow from.
    public let seed: UInt64
    private var state: UInt64

    /// A generator with a seed, a new one each time unless it is given.
    public init(seed: UInt64 = UInt64.random(in: 1...(.max))) {
        self.seed = seed
        state = seed
    }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
