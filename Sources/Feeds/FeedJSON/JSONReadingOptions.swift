/// What a reader takes beyond RFC 8259.
public struct JSONReadingOptions: OptionSet, Sendable {
    /// The set as bits.
    public let rawValue: UInt8

    /// A set from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// `// …` to the end of the line and `/* … */` count as white space, and a comma may stand before `]` and `}`.
    public static let commentsAndTrailingCommas = JSONReadingOptions(rawValue: 1)
    /// Control characters, line breaks among them, may stand unescaped inside a string.
    public static let controlCharactersInStrings = JSONReadingOptions(rawValue: 2)
    /// An array or object that is nested too deep is passed over as if it were `null`, instead of being an error.
    public static let deepValuesAsNull = JSONReadingOptions(rawValue: 4)
    /// Slips whose meaning is plain are no errors but noted in the reader's `slips`: escapes that JSON has not, `NaN`,
    /// `undefined` and the like for no value, a comma that is missing or stands twice.
    public static let slips = JSONReadingOptions(rawValue: 16)
    /// The source is known to be valid UTF-8, so that no text of it is validated again.
    package static let validatedSource = JSONReadingOptions(rawValue: 8)
}
