/// Why there is no plan: what to print, line by line (exit status 78).
package struct ConfigurationFailure: Error, Sendable, Hashable {
    /// The lines, at least one: every mistake that was found, in the order of the file.
    package var lines: [String]

    /// A failure that says these lines.
    package init(_ lines: [String]) {
        self.lines = lines
    }

    /// There is no configuration at a path; the last three lines are a shell command that puts one there.
    static func missing(_ path: String) -> ConfigurationFailure {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.dropLast().joined(separator: "/")
        let making = folder.isEmpty ? "" : "mkdir -p \(quoted(folder)) && "
        return ConfigurationFailure([
            "no configuration at \(path); to begin with one, paste these three lines:",
            "\(making)cat > \(quoted(path)) <<'END'",
            #"{"feeds": ["https://www.swift.org/atom.xml"], "sinks": [{"use": "cache"}, {"use": "terminal"}]}"#,
            "END",
        ])
    }

    /// A path as a shell reads it.
    private static func quoted(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: ","):
                true
            default: false
            }
        }
        if isPlain, !path.hasPrefix("-") { return path }
        return "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}

extension ConfigurationFailure: CustomStringConvertible {
    /// The lines.
    package var description: String { lines.joined(separator: "\n") }
}
