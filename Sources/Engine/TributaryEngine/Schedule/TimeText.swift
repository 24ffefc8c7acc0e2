/// Lengths of time as people say them.
package enum TimeText {
    private static let units: [(size: Int64, name: String)] = [(86_400, "day"), (3600, "hour"), (60, "minute")]

    /// Rounded up to the next smaller unit once a unit is there twice: `45 seconds`, `90 minutes`, `2 days`.
    package static func length(_ seconds: Int64) -> String {
        let seconds = max(0, seconds)
        guard let unit = units.first(where: { seconds >= 2 * $0.size }) else {
            return seconds > 60 ? "2 minutes" : count(seconds, "second")
        }
        return count((seconds + unit.size - 1) / unit.size, unit.name)
    }

    private static func count(_ number: Int64, _ unit: String) -> String {
        "\(number) \(unit)\(number == 1 ? "" : "s")"
    }
}
