import TributaryPluginKit

/// Why a plugin that is a process did not do what it was asked.
package struct PluginFailure: Error, Sendable {
    /// What came between.
    package enum Kind: Sendable {
        /// It could not be started, crashed, hung, or broke the protocol; its process has been ended.
        case broken
        /// It says so itself, and goes on.
        case reported(ReportedFailure)
        /// The task was cancelled; its process has been ended.
        case cancelled
    }

    /// What came between.
    package var kind: Kind
    /// What happened and what to do: lower case, no full stop.
    package var message: String
    /// Whether it would happen again if the program was started again: its greeting was none, or not the one wanted.
    package var isLasting = false

    init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    init(_ reported: ReportedFailure) {
        kind = .reported(reported)
        message = reported.message
    }
}

/// What one answer of a plugin may take.
package struct AnswerLimits: Sendable {
    /// How long.
    package var timeout: Duration
    /// How long without a byte.
    package var silence: Duration
    /// How many bytes.
    package var bytes: Int
    /// How many lines.
    package var lines: Int

    /// Limits from their parts.
    package init(timeout: Duration, silence: Duration, bytes: Int, lines: Int) {
        self.timeout = timeout
        self.silence = silence
        self.bytes = bytes
        self.lines = lines
    }

    /// The limits that a plugin's options set.
    package init(_ options: ProgramOptions) {
        self.init(
            timeout: .seconds(options.timeout.seconds), silence: .seconds(options.silence.seconds),
            bytes: Int(clamping: options.maxBytes.bytes), lines: options.maxLines)
    }
}
