import FeedJSON
import FeedModel
import TributaryPluginKit

/// One line of the protocol, an object: its type, and where the values of its members stand.
///
/// Values are read when they are asked for, so that an entry goes straight from the bytes into its fields. Members that
/// nobody asks for are passed over.
struct ProtocolLine {
    /// What the line is: the member `type`.
    private(set) var type = ""
    private let bytes: [UInt8]
    private let values: [(name: String, range: Range<Int>)]

    /// Reads a line without its end.
    init(_ bytes: [UInt8]) throws(ProtocolMistake) {
        try self.init(bytes, typed: true)
    }

    private init(_ bytes: [UInt8], typed: Bool) throws(ProtocolMistake) {
        self.bytes = bytes
        if typed {
            guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { throw ProtocolMistake("a byte order mark") }
            guard (try? UTF8Span(validating: bytes.span)) != nil else { throw ProtocolMistake("no UTF-8") }
        }
        do throws(JSONSyntaxError) {
            values = try Self.values(of: bytes.span)
        } catch {
            throw ProtocolMistake("no JSON object: \(error.message)")
        }
        guard typed else { return }
        guard let type = try text("type") else { throw ProtocolMistake("the object has no \"type\"") }
        self.type = type
    }

    private static func values(
        of source: Span<UInt8>
    ) throws(JSONSyntaxError) -> [(name: String, range: Range<Int>)] {
        var values: [(name: String, range: Range<Int>)] = []
        var reader = JSONReader(source)
        try reader.beginObject(in: source)
        while let name = try reader.nextName(in: source) {
            _ = try reader.peek(in: source)
            let start = reader.offset
            try reader.skipValue(in: source)
            values.append((name.text(in: source), start..<reader.offset))
        }
        try reader.finish(in: source)
        return values
    }
}

// MARK: - Members

extension ProtocolLine {
    /// The value under a name; nil where there is none, or `null`.
    func value(_ name: String) throws(ProtocolMistake) -> JSONValue? {
        guard let range = range(of: name) else { return nil }
        do throws(JSONSyntaxError) {
            let value = try JSONValue(parsing: Array(bytes[range]))
            return value == .null ? nil : value
        } catch {
            throw ProtocolMistake("\"\(name)\" is no JSON: \(error.message)")
        }
    }

    /// The value that must be there.
    func required(_ name: String) throws(ProtocolMistake) -> JSONValue {
        guard let value = try value(name) else { throw ProtocolMistake("\"\(type)\" has no \"\(name)\"") }
        return value
    }

    func text(_ name: String) throws(ProtocolMistake) -> String? {
        guard let value = try value(name) else { return nil }
        guard let text = value.stringValue else {
            throw ProtocolMistake("\"\(name)\" is \(value.kindName), no text")
        }
        return text
    }

    func requiredText(_ name: String) throws(ProtocolMistake) -> String {
        guard let text = try text(name) else { throw ProtocolMistake("\"\(type)\" has no \"\(name)\"") }
        return text
    }

    func integer(_ name: String) throws(ProtocolMistake) -> Int? {
        guard let value = try value(name) else { return nil }
        guard let number = value.intValue else { throw ProtocolMistake("\"\(name)\" is no whole number") }
        return number
    }

    /// A length of time in whole seconds, a part of one rounded up.
    func seconds(_ name: String) throws(ProtocolMistake) -> Int64? {
        guard let value = try value(name) else { return nil }
        guard let seconds = value.doubleValue, !seconds.isNaN else {
            throw ProtocolMistake("\"\(name)\" is no number of seconds")
        }
        guard seconds < 1e15 else { throw ProtocolMistake("\"\(name)\" is too large a number of seconds") }
        return Int64(max(0, seconds).rounded(.up))
    }

    func bool(_ name: String) throws(ProtocolMistake) -> Bool? {
        guard let value = try value(name) else { return nil }
        guard let bool = value.boolValue else { throw ProtocolMistake("\"\(name)\" is neither true nor false") }
        return bool
    }

    /// The entry under `entry`, and what is odd about it.
    func entry() throws(ProtocolMistake) -> (entry: Entry, remarks: [String])? {
        guard let range = range(of: "entry"), bytes[range.lowerBound] != UInt8(ascii: "n") else { return nil }
        let source = bytes.span.extracting(range)
        var reader = JSONFeedReader(source)
        do throws(JSONSyntaxError) {
            let entry = try reader.entry(in: source)
            return (entry, reader.remarks.map(\.message))
        } catch {
            throw ProtocolMistake("\"entry\" is no JSON Feed item: \(error.message)")
        }
    }

    /// Whether the entry has a member, whatever stands there.
    func entryHas(_ name: String) -> Bool {
        guard let range = range(of: "entry"), let members = try? Self.values(of: bytes.span.extracting(range)) else {
            return false
        }
        return members.contains { $0.name == name }
    }

    func requiredEntry() throws(ProtocolMistake) -> (entry: Entry, remarks: [String]) {
        guard let entry = try entry() else { throw ProtocolMistake("\"\(type)\" has no \"entry\"") }
        return entry
    }

    /// The feed under `feed`; items in it count as entries.
    func feed() throws(ProtocolMistake) -> Feed {
        guard let range = range(of: "feed") else { throw ProtocolMistake("\"feed\" has no \"feed\"") }
        do throws(JSONSyntaxError) {
            return try Feed(json: Array(bytes[range]))
        } catch {
            throw ProtocolMistake("\"feed\" is no JSON Feed: \(error.message)")
        }
    }

    /// The objects in a list, each as a line without a type.
    func elements(_ name: String) throws(ProtocolMistake) -> [ProtocolLine] {
        guard let elements = try required(name).arrayValue else { throw ProtocolMistake("\"\(name)\" is no list") }
        return try elements.map { element throws(ProtocolMistake) in
            try ProtocolLine(element.bytes(), typed: false)
        }
    }

    /// Version and role.
    func greeting() throws(ProtocolMistake) -> Greeting {
        guard let version = try integer("version") else { throw ProtocolMistake("\"hello\" has no \"version\"") }
        guard version >= 1 else { throw ProtocolMistake("\"version\" is \(version); the first one is 1") }
        let word = try requiredText("role")
        guard let role = PluginRole(rawValue: word) else {
            throw ProtocolMistake("\"role\" is \"\(word)\"; it can be adapter, stage or sink")
        }
        return Greeting(version: version, role: role)
    }

    /// What stands under `validators`.
    func validators() throws(ProtocolMistake) -> Validators? {
        guard let value = try value("validators") else { return nil }
        guard let object = value.objectValue else { throw ProtocolMistake("\"validators\" is no object") }
        func text(_ name: String) throws(ProtocolMistake) -> String? {
            guard let value = object[name], value != .null else { return nil }
            guard let text = value.stringValue else {
                throw ProtocolMistake("\"\(name)\" in \"validators\" is \(value.kindName), no text")
            }
            return text
        }
        let hash = try text("document_hash").map { (text) throws(ProtocolMistake) in
            guard let hash = UInt64(text, radix: 16) else {
                throw ProtocolMistake("\"document_hash\" in \"validators\" is no hexadecimal number of 64 bits")
            }
            return hash
        }
        return Validators(
            url: try text("url"), etag: try text("etag"), lastModified: try text("last_modified"), documentHash: hash,
            adapterState: try text("state"))
    }

    private func range(of name: String) -> Range<Int>? {
        values.last { $0.name == name }?.range
    }
}

extension JSONWriter {
    mutating func type(_ name: String) {
        member("type", name)
    }

    mutating func member(_ name: String, _ text: String?) {
        guard let text else { return }
        self.name(name)
        string(text)
    }

    mutating func member(_ name: String, _ value: JSONValue) {
        self.name(name)
        self.value(value)
    }

    mutating func greeting(_ greeting: Greeting) {
        member("version", .number(JSONNumber(greeting.version)))
        member("role", greeting.role.rawValue)
    }

    mutating func validators(_ validators: Validators) {
        name("validators")
        beginObject()
        member("url", validators.url)
        member("etag", validators.etag)
        member("last_modified", validators.lastModified)
        member("document_hash", validators.documentHash.map { String($0, radix: 16) })
        member("state", validators.adapterState)
        endObject()
    }
}
