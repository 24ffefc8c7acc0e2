/// A cursor over a JSON text (RFC 8259): the caller asks for what it expects, value by value; nothing is built unasked.
///
/// It stores no bytes: each call is handed the same source again. `offset` is where the cursor stands; after `peek(in:)`
/// it is the first byte of the next value. A byte order mark is skipped. Containers nest at most `depthLimit` deep. What
/// is no UTF-8, and half a surrogate pair, is read as U+FFFD and counted in `repairs`. After an error the reader must not
/// be asked again.
///
/// An object is read with `beginObject(in:)` and then `nextName(in:)` until that is nil, one value after each name; an
/// array with `beginArray(in:)` and `nextElement(in:)`, one value after each `true`.
public struct JSONReader: Sendable {
    /// How deep arrays and objects may be nested.
    public static let depthLimit = 512

    /// Where the cursor stands, in bytes from the start of the source.
    public internal(set) var offset: Int
    /// How many arrays and objects are open.
    public private(set) var depth = 0
    /// How many byte sequences were no UTF-8 and how many surrogates had no partner, in the strings read so far.
    public internal(set) var repairs = 0
    /// Where the string with the first repair begins, in bytes from the start of the source.
    public internal(set) var firstRepair: Int?
    /// Where the first array or object begins that was passed over because it is nested too deep.
    public internal(set) var firstDeepValue: Int?
    /// The first slips that were read as they are meant; see ``JSONReadingOptions/slips``.
    public internal(set) var slips: [JSONSyntaxError] = []

    let options: JSONReadingOptions
    /// Room for a text that is unescaped; all of it is filled with whatever was there before.
    var room: [UInt8] = []
    private var hasValueBefore = false
    private var objectLevels = InlineArray<8, UInt64>(repeating: 0)

    /// A reader at the beginning of a source.
    public init(_ source: Span<UInt8>, options: JSONReadingOptions = []) {
        let hasMark = source.count >= 3 && source[0] == 0xEF && source[1] == 0xBB && source[2] == 0xBF
        self.offset = hasMark ? 3 : 0
        self.options = options
    }

    /// The kind of the next value; the cursor moves to its first byte.
    public mutating func peek(in source: Span<UInt8>) throws(JSONSyntaxError) -> JSONKind {
        try skipSpace(in: source)
        guard offset < source.count else { throw ended("expected a value") }
        switch source[offset] {
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "{"): return passesOver ? .null : .object
        case UInt8(ascii: "["): return passesOver ? .null : .array
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        case UInt8(ascii: "-"): return meantWord(in: source) == nil ? .number : .null
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
        case UInt8(ascii: "n"): return .null
        default:
            guard let word = meantWord(in: source) else { throw unexpected("expected a value") }
            return word.kind
        }
    }

    /// Goes to a place within an array or object that others are known to be around, each by whether it is an object.
    public mutating func move(to offset: Int, within containers: [Bool]) {
        self.offset = offset
        depth = 0
        for isObject in containers { open(isObject: isObject) }
    }

    /// Enters an object.
    public mutating func beginObject(in source: Span<UInt8>) throws(JSONSyntaxError) {
        try begin(UInt8(ascii: "{"), isObject: true, "expected \"{\"", in: source)
    }

    /// Enters an array.
    public mutating func beginArray(in source: Span<UInt8>) throws(JSONSyntaxError) {
        try begin(UInt8(ascii: "["), isObject: false, "expected \"[\"", in: source)
    }

    /// The name of the object's next member, with the cursor behind its colon; nil when the object has been left.
    public mutating func nextName(in source: Span<UInt8>) throws(JSONSyntaxError) -> JSONName? {
        guard try advance(to: UInt8(ascii: "}"), orExpect: "expected \",\" or \"}\"", in: source) else { return nil }
        guard offset < source.count else { throw ended("expected a member's name in quotes") }
        guard source[offset] == UInt8(ascii: "\"") else { throw unexpected("expected a member's name in quotes") }
        let name = JSONName(offset: offset, literal: try scanString(in: source))
        try skipSpace(in: source)
        guard offset < source.count else { throw ended("expected \":\" after the name") }
        guard source[offset] == UInt8(ascii: ":") else { throw unexpected("expected \":\" after the name") }
        offset &+= 1
        return name
    }

    /// Whether the array has a next element, which then must be read; false when the array has been left.
    public mutating func nextElement(in source: Span<UInt8>) throws(JSONSyntaxError) -> Bool {
        try advance(to: UInt8(ascii: "]"), orExpect: "expected \",\" or \"]\"", in: source)
    }

    /// Checks that nothing but white space follows.
    public mutating func finish(in source: Span<UInt8>) throws(JSONSyntaxError) {
        try skipSpace(in: source)
        guard offset == source.count else { throw unexpected("expected nothing more after the value") }
    }

    /// Passes over the next value, whatever it is, checking its syntax and building nothing.
    public mutating func skipValue(in source: Span<UInt8>) throws(JSONSyntaxError) {
        let level = depth
        repeat {
            switch try peek(in: source) {
            case .object: try beginObject(in: source)
            case .array: try beginArray(in: source)
            case .string: _ = try scanString(in: source)
            case .number: _ = try scanNumber(in: source)
            case .bool: _ = try bool(in: source)
            case .null: try null(in: source)
            }
            while depth > level {
                let hasMore = isInObject ? try nextName(in: source) != nil : try nextElement(in: source)
                if hasMore { break }
            }
        } while depth > level
    }
}

// MARK: - For the reader's other parts

extension JSONReader {
    /// Notes that a value has been read, so that a comma must stand before the next.
    mutating func endValue(at end: Int) {
        offset = end
        hasValueBefore = true
    }

    /// An error at the cursor.
    func unexpected(_ message: String) -> JSONSyntaxError {
        JSONSyntaxError(offset: offset, message: message)
    }

    /// An error at the end of the source.
    func ended(_ message: String) -> JSONSyntaxError {
        JSONSyntaxError(offset: offset, message: "\(message), but the text ends here", isTruncation: true)
    }
}

// MARK: - Private

extension JSONReader {
    /// Whether an array or object that begins here would be too deep, and is to be read as `null`.
    private var passesOver: Bool { depth >= Self.depthLimit && options.contains(.deepValuesAsNull) }

    private var isInObject: Bool {
        objectLevels[(depth &- 1) >> 6] & (1 << UInt64((depth &- 1) & 63)) != 0
    }

    private mutating func begin(
        _ bracket: UInt8, isObject: Bool, _ expectation: String, in source: Span<UInt8>
    ) throws(JSONSyntaxError) {
        try skipSpace(in: source)
        guard offset < source.count else { throw ended(expectation) }
        guard source[offset] == bracket else { throw unexpected(expectation) }
        guard depth < Self.depthLimit else {
            throw unexpected("arrays and objects are nested more than \(Self.depthLimit) deep")
        }
        open(isObject: isObject)
        offset &+= 1
    }

    private mutating func open(isObject: Bool) {
        let bit: UInt64 = 1 << UInt64(depth & 63)
        if isObject { objectLevels[depth >> 6] |= bit } else { objectLevels[depth >> 6] &= ~bit }
        depth &+= 1
        hasValueBefore = false
    }

    /// Moves to the next name or element; false, with the container left, where its bracket closes.
    private mutating func advance(
        to bracket: UInt8, orExpect expectation: String, in source: Span<UInt8>
    ) throws(JSONSyntaxError) -> Bool {
        try skipSpace(in: source)
        if hasValueBefore {
            guard offset < source.count else { throw ended(expectation) }
            if source[offset] == bracket { return leave() }
            guard source[offset] == UInt8(ascii: ",") else {
                guard isCommaMissing(before: bracket, in: source) else { throw unexpected(expectation) }
                hasValueBefore = false
                return true
            }
            let comma = offset
            offset &+= 1
            try skipSpace(in: source)
            if offset < source.count, source[offset] == UInt8(ascii: ",") { try skipCommas(in: source) }
            if offset < source.count, source[offset] == bracket {
                guard options.contains(.commentsAndTrailingCommas) else {
                    throw JSONSyntaxError(offset: comma, message: "the last comma has nothing after it; remove it")
                }
                return leave()
            }
        } else if offset < source.count, source[offset] == bracket {
            return leave()
        }
        hasValueBefore = false
        return true
    }

    private mutating func leave() -> Bool {
        depth &-= 1
        endValue(at: offset &+ 1)
        return false
    }

    @inline(__always)
    mutating func skipSpace(in source: Span<UInt8>) throws(JSONSyntaxError) {
        // Nearly always there is none, or a single space.
        if offset < source.count, source[offset] == UInt8(ascii: " ") { offset &+= 1 }
        if offset < source.count, source[offset] > UInt8(ascii: " "), source[offset] != UInt8(ascii: "/") { return }
        try skipLongSpace(in: source)
    }

    @inline(never)
    private mutating func skipLongSpace(in source: Span<UInt8>) throws(JSONSyntaxError) {
        var index = offset
        while index < source.count {
            switch source[index] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): index &+= 1
            case UInt8(ascii: "/"):
                offset = index
                try skipComment(in: source)
                index = offset
            default:
                offset = index
                return
            }
        }
        offset = index
    }

    private mutating func skipComment(in source: Span<UInt8>) throws(JSONSyntaxError) {
        guard options.contains(.commentsAndTrailingCommas) else { throw unexpected("comments are not allowed here") }
        let second = offset &+ 1 < source.count ? source[offset &+ 1] : 0
        var index = offset &+ 2
        switch second {
        case UInt8(ascii: "/"):
            while index < source.count, source[index] != UInt8(ascii: "\n"), source[index] != UInt8(ascii: "\r") {
                index &+= 1
            }
            offset = index
        case UInt8(ascii: "*"):
            while index &+ 1 < source.count {
                if source[index] == UInt8(ascii: "*"), source[index &+ 1] == UInt8(ascii: "/") {
                    offset = index &+ 2
                    return
                }
                index &+= 1
            }
            throw JSONSyntaxError(offset: offset, message: "this comment never ends; write \"*/\"", isTruncation: true)
        default:
            throw unexpected("expected a value, or a comment: \"//\" or \"/*\"")
        }
    }
}
