import TributaryPluginKit

/// One folder of a disk in memory.
struct MemoryFolder: OutputFolder {
    let disk: MemoryFolders
    let path: String

    func replace(_ files: [OutputFile], by way: String?) async throws(FileFailure) {
        var placed: [(path: String, bytes: [UInt8])] = []
        for file in files { placed.append((try place(of: file.name), file.bytes)) }
        try disk.replace(placed)
    }

    func makeFolders(_ names: [String]) async throws(FileFailure) {
        for name in names { _ = try place(of: name) }
    }

    func append(_ bytes: [UInt8], to name: String, locked: Bool) async throws(FileFailure) -> FileMark {
        try FileMark(disk.append(bytes, to: place(of: name)))
    }

    func mark(of name: String) async throws(FileFailure) -> FileMark? {
        disk.file(at: try place(of: name)).map { FileMark($0) }
    }

    func bytes(of name: String, from offset: Int64, count: Int) async throws(FileFailure) -> [UInt8] {
        guard let file = disk.file(at: try place(of: name)) else {
            throw FileFailure(.other, "\(path)/\(name): no such file or directory")
        }
        return Array(file.bytes.dropFirst(Int(offset)).prefix(count))
    }

    func names(in folder: String) async throws(FileFailure) -> [String] {
        disk.names(below: folder.isEmpty ? root : try place(of: folder) + "/").filter { !$0.hasPrefix(".") }
    }

    func hasFolder(_ name: String) async throws(FileFailure) -> Bool {
        disk.hasFiles(below: name.isEmpty ? root : try place(of: name) + "/")
    }

    func remove(_ names: [String]) async throws(FileFailure) {
        var places: [String] = []
        for name in names { places.append(try place(of: name)) }
        try disk.remove(places)
    }

    /// The path with one slash at its end.
    private var root: String { path.hasSuffix("/") ? path : path + "/" }

    private func place(of name: String) throws(FileFailure) -> String {
        if let defect = OutputFile.defect(of: name) { throw FileFailure(.outside, "\(root)\(name): \(defect)") }
        return root + name
    }
}

extension FileMark {
    fileprivate init(_ file: MemoryFolders.File) {
        self.init(inode: file.inode, length: Int64(file.bytes.count))
    }
}
