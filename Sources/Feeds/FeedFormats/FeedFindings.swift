/// What was odd in a document or had to be repaired, as places and words.
public struct FeedFindings: Sendable {
    /// One finding.
    public struct Finding: Sendable, Hashable {
        /// Bytes from the start of the document's UTF-8 form.
        public var offset: Int
        /// The line, from 1; 0 until it was computed.
        public var line = 0
        /// The column in Unicode scalars, from 1; 0 until it was computed.
        public var column = 0
        /// What is wrong, and what was read instead; lower case, no full stop.
        public var message: String
    }

    /// The findings that are kept.
    public internal(set) var all: [Finding] = []
    /// How many are kept.
    static let limit = 100

    /// No findings.
    public init() {}

    /// Notes a finding.
    public mutating func note(at offset: Int, _ message: @autoclosure () -> String) {
        guard all.count < FeedFindings.limit else { return }
        all.append(Finding(offset: offset, message: message()))
    }
}
