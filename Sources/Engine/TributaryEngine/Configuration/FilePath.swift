/// Paths as text.
package enum FilePath {
    /// A path made absolute against a folder, without `.`, `..` and doubled slashes; links are not looked at.
    package static func absolute(_ path: String, in folder: String) -> String {
        let whole = path.hasPrefix("/") ? path : folder + "/" + path
        if whole.hasPrefix("/"), !mayHoldOddParts(whole) { return whole }
        var parts: [Substring] = []
        for part in whole.split(separator: "/") {
            switch part {
            case ".": continue
            case "..": _ = parts.popLast()
            default: parts.append(part)
            }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// Whether a path has to be taken apart: nearly none has to, and a configuration may have thousands.
    private static func mayHoldOddParts(_ path: String) -> Bool {
        var isBehindSlash = false
        for byte in path.utf8 {
            let isSlash = byte == UInt8(ascii: "/")
            if isBehindSlash, isSlash || byte == UInt8(ascii: ".") { return true }
            isBehindSlash = isSlash
        }
        return isBehindSlash
    }

    /// The folder in which a file with an absolute path lies.
    package static func folder(of path: String) -> String {
        let parts = path.split(separator: "/").dropLast()
        return "/" + parts.joined(separator: "/")
    }

    /// A file's name without its last extension.
    package static func stem(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return String(name) }
        return String(name[..<dot])
    }
}
