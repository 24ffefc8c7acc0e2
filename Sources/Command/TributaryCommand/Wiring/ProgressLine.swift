import FeedText
import LocalSystem
import TributaryEngine

/// One line on the terminal that says how far a run has come: `12/40 feeds, 7 new entries; waiting for example.org`.
actor ProgressLine: ProgressDisplay {
    /// A run that is done within this time needs no line.
    private static let patience = Duration.milliseconds(300)
    /// How long a line stands at least: nobody reads faster.
    private static let pace = Duration.milliseconds(100)

    private let console: Console
    private var next: ContinuousClock.Instant

    /// A line on a console whose standard error is a terminal.
    init(on console: Console) {
        self.console = console
        next = .now + Self.patience
    }

    func show(_ progress: RunProgress) async {
        let now = ContinuousClock.now
        guard now >= next else { return }
        next = now + Self.pace
        // Not in the last column, where some terminals begin a new line.
        let columns = max((ProcessEnvironment.errorColumns ?? 80) - 1, 1)
        await console.showProgress(Self.text(of: progress, columns: columns))
    }

    func end() async {
        await console.showProgress(nil)
    }

    /// The line, as far as it fits.
    static func text(of progress: RunProgress, columns: Int) -> String {
        var text =
            "\(progress.done)/\(progress.all) feeds, \(progress.new) new \(progress.new == 1 ? "entry" : "entries")"
        if let first = progress.silentHosts.first {
            let second = progress.silentHosts.dropFirst().first
            let others = progress.silentHosts.count - (second == nil ? 1 : 2)
            text += "; waiting for \(first)"
            if let second { text += others == 0 ? " and \(second)" : ", \(second)" }
            if others > 0 { text += " and \(others) more" }
        }
        return DisplayWidth.truncated(DisplayText.singleLine(text), toColumns: columns)
    }
}

extension Wiring {
    /// What shows how far a run has come; nil where standard error is no terminal that can take a line back.
    var progressDisplay: (any ProgressDisplay)? {
        guard ProcessEnvironment.errorIsTerminal, environment.variable("TERM") != "dumb" else { return nil }
        return ProgressLine(on: console)
    }
}
