import FeedModel

/// Random numbers that a failure's message lets one repeat.
struct SeededGenerator {
    let seed: UInt64
    private var state: UInt64

    init(seed: UInt64 = .random(in: 1...UInt64.max)) {
        self.seed = seed
        state = seed
    }

    mutating func next(upTo limit: UInt64) -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state >> 33) % limit
    }

    /// One of few instants, some after noon, so that ties are common.
    mutating func timestamp() -> Timestamp {
        Timestamp(
            seconds: Timestamp.noon.seconds - 5 + Int64(next(upTo: 8)), nanoseconds: Int32(next(upTo: 2)),
            offset: Int32(next(upTo: 3)) * 3_600)
    }
}
