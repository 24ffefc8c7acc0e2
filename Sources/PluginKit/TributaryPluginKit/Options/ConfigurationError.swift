/// Where in the configuration something stands: `feeds[2].every`.
public struct ConfigurationPath: Sendable, Hashable {
    /// One step down.
    public enum Component: Sendable, Hashable {
        /// To a member of an object.
        case key(String)
        /// To an element of a list, from 0.
        case index(Int)
    }

    /// The steps from the top, or in a plugin's error from its options.
    public var components: [Component]

    /// A path of steps; none is the top.
    public init(_ components: [Component] = []) {
        self.components = components
    }

    /// The path to a member below this one.
    public func appending(_ key: String) -> ConfigurationPath {
        ConfigurationPath(components + [.key(key)])
    }

    /// The path to an element below this one.
    public func appending(_ index: Int) -> ConfigurationPath {
        ConfigurationPath(components + [.index(index)])
    }
}

extension ConfigurationPath: CustomStringConvertible, ExpressibleByStringLiteral {
    /// The path as people read it; a name that is no word stands in quotes.
    public var description: String {
        var text = ""
        for component in components {
            switch component {
            case .index(let index): text += "[\(index)]"
            case .key(let key):
                let isWord = !key.isEmpty && key.utf8.allSatisfy { Self.isWordByte($0) }
                if !text.isEmpty { text += "." }
                text += isWord ? key : "\"\(key)\""
            }
        }
        return text
    }

    /// A path of one key.
    public init(stringLiteral key: String) {
        self.init([.key(key)])
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "-"):
            true
        default: byte >= 0x80
        }
    }
}

/// One mistake in the configuration.
public struct ConfigurationProblem: Sendable, Hashable {
    /// Where, from the top; in a plugin's error from its options.
    public var path: ConfigurationPath
    /// The byte of the file; nil until the engine has looked the path up.
    public var offset: Int?
    /// What is wrong, what is allowed, what to do: lower case, no full stop.
    public var message: String

    /// A mistake at a path.
    public init(_ message: String, at path: ConfigurationPath = ConfigurationPath(), offset: Int? = nil) {
        self.path = path
        self.offset = offset
        self.message = message
    }
}

/// All mistakes found in one go.
public struct ConfigurationError: Error, Sendable, Hashable {
    /// The mistakes, at least one, in the order of the file.
    public var problems: [ConfigurationProblem]

    /// An error of several mistakes.
    public init(_ problems: [ConfigurationProblem]) {
        self.problems = problems
    }

    /// An error of one mistake.
    public init(_ message: String, at path: ConfigurationPath = ConfigurationPath()) {
        problems = [ConfigurationProblem(message, at: path)]
    }
}
