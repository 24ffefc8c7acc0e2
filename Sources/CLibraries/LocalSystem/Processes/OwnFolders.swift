import Glibc

/// What belongs to a program: the folders that its file and its scripts lie in.
public enum OwnFolders {
    /// The folders of those of these paths at which a file lies, symbolic links followed, each once.
    ///
    /// - Parameter home: the user's home; of a file that lies right there, or above, only itself is the program's own.
    public static func of(_ paths: [String], home: String?) -> [String] {
        var found: [String] = []
        for path in paths {
            guard let resolved = resolved(path) else { continue }
            // A script may be called by a link beside what it needs.
            for file in [path, resolved] {
                let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ""
                let isTooMuch = folder.isEmpty || home.map { "\($0)/".hasPrefix("\(folder)/") } ?? false
                let own = isTooMuch ? file : folder
                if !found.contains(own) { found.append(own) }
            }
        }
        return found
    }

    /// Where a file really lies; nil where there is none, or something else.
    private static func resolved(_ path: String) -> String? {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}
