import Glibc

extension LocalFile {
    /// Replaces a file by one with these bytes, or makes it: whoever reads it sees all of the old or all of the new.
    ///
    /// The bytes go into a file beside it, to the disk, and then take its place. A link stays, what it leads to is replaced;
    /// the permissions stay too. What is no file, but a pipe or a device, is left alone.
    ///
    /// - Parameters:
    ///   - path: absolute, or relative to the working directory.
    ///   - bytes: what the file holds afterwards.
    ///   - makesFolders: whether the folders above it are made where there are none.
    public static func replace(
        _ path: String, with bytes: [UInt8], makesFolders: Bool = false
    ) throws(LocalFileFailure) {
        let (folder, name) = try replaced(path)
        let folders = OpenFolders(below: folder)
        var replacements = Replacements()
        do throws(LocalFileFailure) {
            try replacements.write(bytes, for: try folders.place(of: name, making: makesFolders), first: nil)
            try replacements.putInPlace()
        } catch {
            replacements.discard()
            throw error
        }
        try folders.sync()
    }

    /// Throws where ``replace(_:with:makesFolders:)`` would for what lies at a path already: for whoever has a lot to do
    /// before.
    public static func checkReplaceable(_ path: String) throws(LocalFileFailure) { _ = try replaced(path) }

    /// The folder and the name of what is replaced at a path, links followed.
    private static func replaced(_ path: String) throws(LocalFileFailure) -> (folder: String, name: String) {
        var status = stat()
        // Also what has no path of its own, such as the pipe behind /dev/stdout.
        if unsafe stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw LocalFileFailure(noFileAt: path)
        }
        return parts(of: resolved(path))
    }

    /// The folder that a path names, and the name in it.
    static func parts(of target: String) -> (folder: String, name: String) {
        guard let slash = target.lastIndex(of: "/") else { return (".", target) }
        let folder = slash == target.startIndex ? "/" : String(target[..<slash])
        return (folder, String(target[target.index(after: slash)...]))
    }

    /// Where a path leads, links followed; the path itself where nothing lies there.
    private static func resolved(_ path: String) -> String {
        guard let found = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }
}
