public import FeedModel
public import Testing
public import TributaryPluginKit

/// What a page sink keeps: what it shows is whole, or what it showed before.
public enum PageSinkContract {
    /// Checks the plugin's own contract, and how the sink renders, with an archive and a disk that fail at many places.
    ///
    /// - Parameters:
    ///   - element: the element of the configuration that the sink is made from; its paths are absolute.
    ///   - count: how many entries it shows at most; nil for all.
    ///   - faults: after how many bytes the disk is full.
    ///   - identity: what tells entries apart in what is shown.
    ///   - shown: the identities of the entries that what it has written shows, in order.
    public static func check<Checked: PageSink>(
        _ sink: Checked.Type, in folder: PluginFolder, element: String, showing count: Int? = nil,
        faults: some Sequence<Int>, identity: @escaping (Entry) -> String = { $0.title ?? "" },
        sourceLocation: SourceLocation = #_sourceLocation, shown: @escaping (MemoryFolders) throws -> [String]
    ) async throws {
        try PluginContract.check(sink, in: folder, sourceLocation: sourceLocation)
        let check = Check<Checked>(
            element: element, count: count, identity: identity, shown: shown, sourceLocation: sourceLocation)
        try await check.everything()
        try await check.missingFiles()
        try await check.damagedArchive()
        for fault in faults { try await check.disk(with: .full(after: fault)) }
        try await check.disk(with: .readOnly)
    }

    /// The checks of one sink.
    private struct Check<Checked: PageSink> {
        let element: String
        let count: Int?
        let identity: (Entry) -> String
        let shown: (MemoryFolders) throws -> [String]
        let sourceLocation: SourceLocation

        private var entries: [Entry] { Entry.samples + Entry.oddities }

        private func made(over folders: MemoryFolders) throws -> Checked {
            try PluginContract.make(Checked.self, element, context: .test(folders: folders))
        }

        /// Everything is shown once, in order, also nothing; once more it is the same to the byte.
        func everything() async throws {
            let folders = MemoryFolders()
            let sink = try made(over: folders)
            try await sink.render(MemoryArchive([]))
            try expect(folders, [], "nothing")
            try await sink.render(MemoryArchive(entries))
            try expect(folders, entries, "everything")
            let first = folders.paths.map { folders.bytes(at: $0) }
            try await made(over: folders).render(MemoryArchive(entries))
            #expect(folders.paths.map { folders.bytes(at: $0) } == first, "again", sourceLocation: sourceLocation)
        }

        /// What is gone is noticed, file by file, and comes back with the next rendering.
        func missingFiles() async throws {
            let folders = MemoryFolders()
            try await made(over: folders).render(MemoryArchive(entries))
            #expect(try await made(over: folders).state().isMissing == false, sourceLocation: sourceLocation)
            // A hidden file is the sink's own account of the others.
            let paths = folders.paths.filter { !$0.contains("/.") }
            for path in paths {
                try folders.remove([path])
                #expect(try await made(over: folders).state().isMissing, "\(path)", sourceLocation: sourceLocation)
                try await made(over: folders).render(MemoryArchive(entries))
                #expect(folders.bytes(at: path) != nil, "\(path)", sourceLocation: sourceLocation)
            }
            try expect(folders, entries, "after all were gone")
        }

        /// An archive that cannot be read to its end is a failure, and what was shown stays.
        func damagedArchive() async throws {
            let folders = MemoryFolders()
            let sink = try made(over: folders)
            try await sink.render(MemoryArchive(Entry.samples))
            for readable in 0..<min(entries.count, count ?? .max) {
                await expectFailure("an archive that ends at \(readable)") {
                    try await sink.render(MemoryArchive(entries, failsAfter: readable))
                }
                try expect(folders, Entry.samples, "an archive that ends at \(readable)")
            }
        }

        /// A disk that takes no more is a failure that can be tried again, and what was shown stays.
        func disk(with fault: MemoryFolders.Fault) async throws {
            let folders = MemoryFolders()
            let sink = try made(over: folders)
            try await sink.render(MemoryArchive(Entry.samples))
            folders.meet(fault)
            await expectFailure("\(fault)") { try await sink.render(MemoryArchive(entries)) }
            try expect(folders, Entry.samples, "\(fault)")
            folders.meet(nil)
            try await sink.render(MemoryArchive(entries))
            try expect(folders, entries, "after \(fault)")
        }

        private func expect(_ folders: MemoryFolders, _ entries: [Entry], _ what: String) throws {
            let found = try shown(folders)
            #expect(
                found == entries.prefix(count ?? .max).map(identity), "\(what)", sourceLocation: sourceLocation)
        }

        private func expectFailure(_ what: String, _ body: () async throws -> Void) async {
            do {
                try await body()
                Issue.record("\(what): the sink did not notice it", sourceLocation: sourceLocation)
            } catch let failure as SinkFailure {
                if case .retryable = failure.kind {
                } else {
                    Issue.record("\(what): \(failure.kind)", sourceLocation: sourceLocation)
                }
                #expect(
                    !failure.message.isEmpty && !failure.message.hasSuffix("."), "\"\(failure.message)\"",
                    sourceLocation: sourceLocation)
            } catch {
                Issue.record("\(what): \(error)", sourceLocation: sourceLocation)
            }
        }
    }
}
