/// One message for a person: how bad, about what, where, and what to do.
public struct Diagnostic: Sendable, Hashable {
    /// How bad it is.
    public enum Severity: String, Sendable {
        /// Something was not done.
        case error
        /// Something was done in another way than asked, or will be done later.
        case warning
        /// Something worth knowing.
        case note
    }

    /// Where in a document something was found.
    public struct Place: Sendable, Hashable {
        /// Bytes from the start of the document as it was received or, after a charset conversion, of its UTF-8 form.
        public var offset: Int
        /// The line, from 1.
        public var line: Int
        /// The column in Unicode scalars, from 1.
        public var column: Int

        /// A place in a document.
        public init(offset: Int, line: Int, column: Int) {
            self.offset = offset
            self.line = line
            self.column = column
        }
    }

    /// How bad it is.
    public var severity: Severity
    /// What it is about: a subscription's name, a stage, a sink; nil where the receiver knows.
    public var subject: String?
    /// Where in the document; nil where it concerns all of it or none.
    public var place: Place?
    /// What happened and what to do about it: lower case, no full stop.
    public var message: String
    /// The section of the specification that the document offends, such as `RFC 4287 §4.1.2`; nil for none.
    public var section: String?
    /// What was read of the document instead, word for word; nil where that is nothing or all that is there.
    public var reading: String?

    /// A message about a subject.
    public init(
        _ severity: Severity, subject: String? = nil, place: Place? = nil, section: String? = nil,
        reading: String? = nil, _ message: String
    ) {
        self.severity = severity
        self.subject = subject
        self.place = place
        self.message = message
        self.section = section
        self.reading = reading
    }
}

extension Diagnostic: CustomStringConvertible {
    /// The message with its subject and place, as it is printed after the severity.
    public var description: String {
        var text = ""
        if let subject { text += "\(subject): " }
        if let place { text += "line \(place.line), column \(place.column): " }
        return text + message
    }
}
