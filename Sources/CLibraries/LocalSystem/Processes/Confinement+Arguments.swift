extension Confinement {
    /// The confinement as words of a command line, which ``parse(_:)`` reads again.
    public var arguments: [String] {
        var words: [String] = []
        if let readable {
            words.append("--files")
            for path in readable { words += ["--read", path] }
            for path in writable { words += ["--write", path] }
        }
        if !allowsNetwork { words.append("--no-network") }
        return words + [
            "--cpu", "\(processorTime)", "--memory", "\(memory)", "--open-files", "\(openFiles)",
            "--file-size", "\(fileSize)",
        ]
    }

    /// Reads a confinement, and behind `--` the command that it is for.
    ///
    /// - Returns: nil where a word is not understood or no command is given.
    public static func parse(_ words: some Sequence<String>) -> (confinement: Confinement, command: [String])? {
        var words = Array(words)[...]
        var confinement = Confinement(readable: nil)
        while let word = words.popFirst() {
            switch word {
            case "--":
                return words.isEmpty ? nil : (confinement, Array(words))
            case "--files": confinement.readable = confinement.readable ?? []
            case "--no-network": confinement.allowsNetwork = false
            default:
                guard let value = words.popFirst(), confinement.take(word, value) else { return nil }
            }
        }
        return nil
    }

    private mutating func take(_ name: String, _ value: String) -> Bool {
        switch name {
        case "--read": readable = (readable ?? []) + [value]
        case "--write":
            readable = readable ?? []
            writable.append(value)
        default:
            guard let number = Int(value), number >= 0 else { return false }
            switch name {
            case "--cpu": processorTime = number
            case "--memory": memory = number
            case "--open-files": openFiles = number
            case "--file-size": fileSize = number
            default: return false
            }
        }
        return true
    }
}
