import Glibc

/// Files on their way into their places: written beside them, synced together, and then renamed.
struct Replacements {
    private var waiting: [(file: OpenFile, place: FilePlace)] = []

    /// Writes a file beside its place, or where it shall stand first, unless what stands in its place is the same.
    ///
    /// In the place of a folder, a pipe or a device none is written.
    mutating func write(_ bytes: [UInt8], for place: FilePlace, first: FilePlace?) throws(LocalFileFailure) {
        try place.checkReplaceable()
        let earlier = try? OpenFile(place, O_RDONLY)
        if let earlier, try earlier.status().length == bytes.count,
            try earlier.bytes(from: 0, count: bytes.count) == bytes
        {
            return
        }
        let file = try begin(place, at: first ?? Self.beside(place))
        if let mode = try earlier?.mode(), try mode != file.mode() { try file.allow(mode) }
        try file.write(bytes)
    }

    /// Makes a file for its owner alone (0600) that is to come into a place where nothing stands, for its bytes to be
    /// written piece by piece.
    mutating func beginNew(_ place: FilePlace) throws(LocalFileFailure) -> OpenFile {
        try place.checkVacant()
        let file = try begin(place, at: Self.beside(place), mode: 0o600)
        // What a killed process has left has permissions of its own.
        try file.allow(0o600)
        return file
    }

    /// Syncs what was written and gives each file its place.
    mutating func putInPlace() throws(LocalFileFailure) {
        for (file, _) in waiting { try file.sync() }
        while let (file, place) = waiting.last {
            try file.place.rename(to: place)
            waiting.removeLast()
        }
    }

    /// Deletes what has not come into its place.
    mutating func discard() {
        for (file, _) in waiting { try? file.place.remove() }
        waiting = []
    }
}

// MARK: - Private

extension Replacements {
    private mutating func begin(
        _ place: FilePlace, at first: FilePlace, mode: mode_t = 0o666
    ) throws(LocalFileFailure) -> OpenFile {
        let file = try Self.make(at: first, mode: mode)
        waiting.append((file, place))
        return file
    }

    /// Where a file waits for its place: always under the same name, so that what a killed process has left is used and
    /// not kept.
    private static func beside(_ place: FilePlace) -> FilePlace {
        var beside = place
        beside.name = ".\(place.name).tributary"
        return beside
    }

    /// An empty file at a place, for this process alone.
    private static func make(at place: FilePlace, mode: mode_t) throws(LocalFileFailure) -> OpenFile {
        while true {
            let file = try OpenFile(place, O_RDWR | O_CREAT, permissions: mode)
            guard file.lock() else {
                throw LocalFileFailure(path: place.path, reason: "another process is writing it")
            }
            // Whoever had it before may have renamed it meanwhile.
            let status = try file.status()
            guard let now = try? OpenFile(place, O_RDONLY).status(), now.inode == status.inode else { continue }
            if status.length > 0 { file.truncate(to: 0) }
            return file
        }
    }
}
