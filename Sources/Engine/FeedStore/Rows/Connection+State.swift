import TributaryEngine

extension Connection {
    /// What is counted over all runs.
    enum Counter: String {
        case number = "next number"
        case position = "next position"
    }

    /// Takes values that were never given out before.
    ///
    /// - Returns: the first of them.
    func reserve(_ count: Int, of counter: Counter) throws(StoreFailure) -> Int64 {
        let take = try statement("UPDATE state SET value = value + ? WHERE name = ? RETURNING value")
        guard let next = try take.bind(count).bind(counter.rawValue).first({ $0.integer() }) else {
            throw StoreFailure(.corrupt, "\(name): the \(counter.rawValue) is missing; put a backup in its place")
        }
        return next - Int64(count)
    }
}
