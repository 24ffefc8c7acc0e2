public import FeedJSON
public import TributaryPluginKit

/// The options of every plugin that is a program: what is started, and within which limits.
public struct ProgramOptions: PluginOptions {
    /// The program and its words.
    public var command: [String]
    /// What the plugin itself is told, as it stands in the configuration.
    public var options: JSONValue?
    /// How long one answer may take: a reading, a verdict, a receipt.
    public var timeout: TimeSpan
    /// How long it may say nothing while an answer is due.
    public var silence: TimeSpan
    /// How many bytes one answer may have.
    public var maxBytes: ByteSize
    /// How many lines one answer may have.
    public var maxLines: Int
    /// Whether it may reach a network.
    public var network: Bool
    /// The variables of its environment.
    public var env: EnvironmentOption?
    /// The files that it may read and write.
    public var paths: PathsOption?

    /// Options of a program without any of its own.
    package init(
        command: [String], timeout: TimeSpan, silence: TimeSpan, maxBytes: ByteSize, network: Bool,
        env: EnvironmentOption?, paths: PathsOption?
    ) {
        self.command = command
        self.timeout = timeout
        self.silence = silence
        self.maxBytes = maxBytes
        maxLines = .max
        self.network = network
        self.env = env
        self.paths = paths
    }

    /// The options as they are documented; each role says by `only` which it has.
    public static func table(omitting names: Set<String> = []) -> OptionTable {
        OptionTable(all.options.filter { !names.contains($0.name) })
    }

    /// A word of a program's command line or environment.
    package static let word = OptionKind.text { text throws(ConfigurationError) in
        // C would take it for the end of the word.
        guard text.utf8.contains(0) else { return }
        throw ConfigurationError("a NUL character cannot be told to a program")
    }

    private static let all: OptionTable = [
        .required(
            "command", .list(of: word, atLeast: 1), "The program and its words; it is started without a shell.",
            isIdentifying: true),
        Option("options", .json, "What the plugin itself is told, as its own documentation says."),
        Option(
            "timeout", .duration.positive, default: "60s",
            "How long one answer may take: a reading, a verdict, a receipt."),
        Option("silence", .duration.positive, default: "20s", "How long it may say nothing while an answer is due."),
        Option("max_bytes", .size.positive, default: "32MB", "How many bytes one answer may have."),
        Option("max_lines", .integer(in: 1...Int.max), default: 100_000, "How many lines one answer may have."),
        Option("network", .boolean, default: true, "Whether it may reach a network."),
        Option(
            "env", .either(.list(of: word), .map(of: word)),
            "Its environment beside PATH: a list of variables to pass on where they are set, or an object with their values."
        ),
        Option(
            "paths", .either(.choice(of: ["any"]), .record(PathsOption.table)),
            "Files beside the system's and its own that it may read and write; \"any\" for all of them."),
    ]

    /// What messages call the program.
    public var name: String { command.first.map { $0.split(separator: "/").last.map(String.init) ?? $0 } ?? "" }

    /// The program in its folder.
    public func program(in folder: String) -> Program {
        var program = Program(command, in: folder)
        program.environment = env?.values ?? [:]
        program.passedVariables = env?.names ?? []
        program.allowsNetwork = network
        // A plugin that hides from its own end is found by the clock of the processor.
        program.processorTime = max(600, 10 * Int(clamping: min(timeout.seconds, 1 << 32)))
        switch paths {
        case .any: program.readable = nil
        case .lists(let read, let write):
            program.readable = read.map { absolute($0, in: folder) }
            program.writable = write.map { absolute($0, in: folder) }
        case nil: break
        }
        return program
    }

    private func absolute(_ path: String, in folder: String) -> String {
        path.hasPrefix("/") ? path : "\(folder)/\(path)"
    }
}

/// The variables of a program's environment.
public struct EnvironmentOption: Sendable, Hashable, OptionDecodable {
    /// Variables that are passed on.
    public var names: [String] = []
    /// Variables with their values.
    public var values: [String: String] = [:]

    /// Reads a list of names or an object.
    public init(option node: JSONNode) throws(ConfigurationError) {
        switch node.content {
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                guard let name = element.value.stringValue else { continue }
                try Self.check(name, at: ConfigurationPath([.index(index)]))
                names.append(name)
            }
        case .object(let members):
            for member in members {
                try Self.check(member.name, at: ConfigurationPath([.key(member.name)]))
                values[member.name] = member.value.value.stringValue
            }
        default: throw ConfigurationError([.wrongKind(node, "a list or an object", at: ConfigurationPath())])
        }
    }

    private static func check(_ name: String, at path: ConfigurationPath) throws(ConfigurationError) {
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "=") || $0 == 0 }) else { return }
        throw ConfigurationError("\"\(name)\" cannot be the name of a variable", at: path)
    }
}

/// The files that a program may use.
public enum PathsOption: Sendable, Hashable, OptionDecodable {
    /// All that its user may.
    case any
    /// The system's, its own, and these.
    case lists(read: [String], write: [String])

    static let table: OptionTable = [
        Option("read", .list(of: ProgramOptions.word), "Folders and files that it may read."),
        Option("write", .list(of: ProgramOptions.word), "Folders and files that it may read and write."),
    ]

    /// Reads the word or the object.
    public init(option node: JSONNode) throws(ConfigurationError) {
        guard case .object = node.content else {
            self = .any
            return
        }
        func list(_ name: String) -> [String] {
            node.member(name)?.value.value.arrayValue?.compactMap(\.stringValue) ?? []
        }
        self = .lists(read: list("read"), write: list("write"))
    }
}
