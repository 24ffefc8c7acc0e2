import Glibc
public import ThreadExecutor

/// A new file that is written piece by piece beside its place, which it takes when it is whole: nobody sees half of it.
///
/// Its owner alone may read it. What stands in its place already is not replaced.
/// Works on a thread of its own.
public actor GrowingFile {
    private let path: String
    private let executor: ThreadExecutor
    private var begun: (file: OpenFile, place: FilePlace, folders: OpenFolders)?
    private var replacements = Replacements()

    /// The file for a path, absolute or relative to the working directory; nothing is made before the first piece.
    public init(_ path: String, on executor: ThreadExecutor) {
        self.path = path
        self.executor = executor
    }

    /// The thread on which writes wait.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Writes the next piece; where that fails, nothing of the file is left.
    public func write(_ bytes: [UInt8]) throws(LocalFileFailure) {
        do throws(LocalFileFailure) {
            try begin().write(bytes)
        } catch {
            discard()
            throw error
        }
    }

    /// Syncs the file, gives it its place, and syncs the folder.
    public func putInPlace() throws(LocalFileFailure) {
        do throws(LocalFileFailure) {
            try begun?.place.checkVacant()
            try replacements.putInPlace()
            try begun?.folders.sync()
        } catch {
            discard()
            throw error
        }
        begun = nil
    }

    /// Deletes what has been written, unless it has come into its place.
    public func discard() {
        replacements.discard()
        begun = nil
    }

    private func begin() throws(LocalFileFailure) -> OpenFile {
        if let begun { return begun.file }
        let (folder, name) = LocalFile.parts(of: path)
        let folders = OpenFolders(below: folder)
        let place = try folders.place(of: name, making: false)
        let file = try replacements.beginNew(place)
        begun = (file, place, folders)
        return file
    }
}
