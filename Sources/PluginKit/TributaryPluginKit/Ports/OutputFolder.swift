/// Opens the folders that sinks keep their files in.
public protocol OutputFolders: Sendable {
    /// The folder at an absolute path; it is made, with those above it, when the first file is written.
    func folder(at path: String) -> any OutputFolder
}

/// A folder that a sink keeps its files in; nothing outside of it can be reached.
///
/// Names are relative to the folder, with `/` between further folders and the file, which are made as they are needed. A
/// name with an empty part, `.` or `..`, and one that leads through a symbolic link, is refused. What has been written
/// when a call returns survives a power cut. Files can be read by everyone, as far as the umask allows it (0644).
public protocol OutputFolder: Sendable {
    /// Writes files so that each is there as it was or as it shall be, at any instant.
    ///
    /// Each is written beside its place, synced, renamed; the folders are synced once, after all files. A file that holds
    /// its bytes already is left alone. If one fails, each of the others is either the old or the new one.
    ///
    /// - Parameters:
    ///   - files: the files with their names and their bytes.
    ///   - way: the further folder in which they are written first, under their own names; nil for beside their places,
    ///     hidden.
    func replace(_ files: [OutputFile], by way: String?) async throws(FileFailure)

    /// Makes further folders that are not there yet.
    func makeFolders(_ names: [String]) async throws(FileFailure)

    /// Writes bytes at the end of a file, which is made if there is none, and syncs it, also when there are none.
    ///
    /// - Parameters:
    ///   - bytes: what is written.
    ///   - name: the file's name.
    ///   - locked: whether mail programs that lock their files are kept out meanwhile (`fcntl`, and a file with `.lock`
    ///     behind its name).
    /// - Returns: the file and the place of its end.
    /// - Throws: ``FileFailure``; what was written of the bytes has been taken back, where the system let us.
    func append(_ bytes: [UInt8], to name: String, locked: Bool) async throws(FileFailure) -> FileMark

    /// The file that has a name now, and the place of its end; nil if there is none.
    func mark(of name: String) async throws(FileFailure) -> FileMark?

    /// Up to so many bytes of a file from a place on; empty behind its end.
    func bytes(of name: String, from offset: Int64, count: Int) async throws(FileFailure) -> [UInt8]

    /// The names of the files in a further folder (the empty name is this one), sorted, without hidden ones.
    ///
    /// Empty where there is no such folder.
    func names(in folder: String) async throws(FileFailure) -> [String]

    /// Whether there is a further folder of this name; the empty name is this one.
    func hasFolder(_ name: String) async throws(FileFailure) -> Bool

    /// Deletes files; those that are not there are no failure.
    func remove(_ names: [String]) async throws(FileFailure)
}

extension OutputFolder {
    /// Writes files so that each is there as it was or as it shall be, each first beside its place.
    public func replace(_ files: [OutputFile]) async throws(FileFailure) {
        try await replace(files, by: nil)
    }

    /// Writes bytes at the end of a file that nobody else locks.
    public func append(_ bytes: [UInt8], to name: String) async throws(FileFailure) -> FileMark {
        try await append(bytes, to: name, locked: false)
    }
}

/// A file to be written whole.
public struct OutputFile: Sendable, Hashable {
    /// Its name in the folder.
    public var name: String
    /// All that it shall hold.
    public var bytes: [UInt8]

    /// A file with all that it shall hold.
    public init(_ name: String, _ bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

/// A file, which keeps its inode when it is renamed, and a place in it.
public struct FileMark: Sendable, Hashable {
    /// The file's inode.
    public var inode: UInt64
    /// How many bytes stand before the place.
    public var length: Int64

    /// A place in a file.
    public init(inode: UInt64, length: Int64) {
        self.inode = inode
        self.length = length
    }
}

extension FileMark {
    /// The mark in a sink's mark; nil where that says something else.
    public init?(_ mark: SinkMark) {
        let parts = mark.state.split(separator: ":")
        guard parts.count == 2, let inode = UInt64(parts[0]), let length = Int64(parts[1]), length >= 0 else {
            return nil
        }
        self.init(inode: inode, length: length)
    }

    /// The mark for a receipt.
    public var sinkMark: SinkMark { SinkMark("\(inode):\(length)") }
}

/// Why a file could not be read or written.
public struct FileFailure: Error, Sendable, Hashable {
    /// What went wrong, as far as a sink tells it apart.
    public enum Kind: Sendable, Hashable {
        /// The disk, or one's share of it, is full.
        case full
        /// It may not be written: permissions, or a read-only file system.
        case forbidden
        /// The name leads out of the folder.
        case outside
        /// Anything else.
        case other
    }

    /// What went wrong.
    public var kind: Kind
    /// Which file, what happened and what to do: lower case, no full stop.
    public var message: String

    /// A failure of a kind.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}

extension FileFailure {
    /// The failure of a sink: once somebody has seen to the file it can go on, so nothing is given up.
    ///
    /// - Parameter receipt: what arrived before.
    public func ofSink(receipt: Receipt? = nil) -> SinkFailure {
        SinkFailure(.retryable(after: nil), message, receipt: receipt)
    }
}

extension OutputFile {
    /// Why a name is refused; nil for one that stays in its folder.
    ///
    /// - Parameters:
    ///   - name: the name of a file or a folder.
    ///   - allowsEmpty: whether the folder itself is meant by the empty name.
    public static func defect(of name: String, allowsEmpty: Bool = false) -> String? {
        if name.isEmpty { return allowsEmpty ? nil : "a file needs a name" }
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for part in parts {
            if part.isEmpty || part.elementsEqual(".".utf8) || part.elementsEqual("..".utf8) || part.contains(0) {
                return "this name leads out of the folder"
            }
        }
        return nil
    }
}
