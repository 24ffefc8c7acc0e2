/// How far a run has come with its readings.
package struct RunProgress: Sendable, Hashable {
    /// How many readings have ended.
    package var done = 0
    /// How many there are.
    package var all = 0
    /// How many new entries they have brought.
    package var new = 0
    /// The hosts that are asked and say nothing, in alphabetical order.
    package var silentHosts: [String] = []

    /// Nothing yet.
    package init() {}
}

/// Shows people how far a run has come.
package protocol ProgressDisplay: Sendable {
    /// Takes the state of affairs, whenever it has changed.
    func show(_ progress: RunProgress) async

    /// Takes away what is shown: the readings have ended, and sinks may write to the same terminal.
    func end() async
}
