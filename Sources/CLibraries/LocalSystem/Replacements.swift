import Glibc

/// Files on their way into their places: written beside them, synced together, and then renamed.
struct Replacements {
    private var waiting: [(file: OpenFile, place: FilePlace)] = []

    /// Writes a file beside its place, or where it shall stand first, unless what stands in its place is the same.
    mutating func write(_ bytes: [UInt8], for place: FilePlace, first: FilePlace?) throws(LocalFileFailure) {
        let earlier = try? OpenFile(place, O_RDONLY)
        if let earlier, try earlier.status().length == bytes.count,
            try earlier.bytes(from: 0, count: bytes.count) == bytes
        {
            return
        }
        try begin(place, as: earlier, first: first).write(bytes)
    }

    /// Makes the file that is to come into a place, for its bytes to be written piece by piece.
    ///
    /// - Parameters:
    ///   - earlier: the file that stands in the place, whose permissions the new one gets.
    ///   - first: where it shall stand until then; nil for beside it.
    mutating func begin(
        _ place: FilePlace, as earlier: OpenFile?, first: FilePlace? = nil
    ) throws(LocalFileFailure) -> OpenFile {
        let file = try Self.make(at: first ?? Self.beside(place))
        waiting.append((file, place))
        if let mode = try earlier?.mode(), try mode != file.mode() { try file.allow(mode) }
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
    /// Where a file waits for its place: always under the same name, so that what a killed process has left is used and
    /// not kept.
    private static func beside(_ place: FilePlace) -> FilePlace {
        var beside = place
        beside.name = ".\(place.name).tributary"
        return beside
    }

    /// An empty file at a place, for this process alone.
    private static func make(at place: FilePlace) throws(LocalFileFailure) -> OpenFile {
        while true {
            let file = try OpenFile(place, O_RDWR | O_CREAT)
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
