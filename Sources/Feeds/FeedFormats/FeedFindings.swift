/// What was odd in a document or had to be repaired, as places and words.
public struct FeedFindings: Sendable {
    /// How bad a finding is.
    public enum Severity: Sendable {
        /// A specification forbids it, or asks for what is not there.
        case error
        /// Readers differ on it, or had to repair it.
        case warning
        /// Worth knowing.
        case note
    }

    /// One finding.
    public struct Finding: Sendable, Hashable {
        /// How bad it is.
        public var severity = Severity.warning
        /// Bytes from the start of the document's UTF-8 form.
        public var offset: Int
        /// The line, from 1; 0 until it was computed.
        public var line = 0
        /// The column in Unicode scalars, from 1; 0 until it was computed.
        public var column = 0
        /// What is wrong, and what was read instead; lower case, no full stop.
        public var message: String
        /// The section of the specification that it offends: `RFC 4287 §4.1.2`; nil for none.
        public var section: String?
        /// What was read instead, word for word; nil where that is nothing or all that is there.
        public var reading: String?
        /// The words in the document that it is about, until their place is known.
        var sought: [UInt8] = []
    }

    /// The findings that are kept.
    public internal(set) var all: [Finding] = []
    /// How many are kept.
    let limit: Int

    /// No findings.
    public init(limit: Int = 100) {
        self.limit = limit
    }

    /// Notes a finding.
    public mutating func note(
        _ severity: Severity = .warning, at offset: Int, section: @autoclosure () -> String? = nil,
        reading: @autoclosure () -> String? = nil, _ message: @autoclosure () -> String
    ) {
        guard all.count < limit else { return }
        all.append(
            Finding(
                severity: severity, offset: offset, message: message(), section: section(), reading: reading()))
    }
}
