import FeedModel
import FeedText
package import TributaryPluginKit

/// A folder in which each entry that a sink gets is a file of its own.
package struct EntryFiles: Sendable {
    /// What files are named by.
    package enum Naming: String, Decodable, Sendable, CaseIterable {
        /// The day, the title and the key: for people.
        case title
        /// The key alone: for programs.
        case key
    }

    private let folder: any OutputFolder
    private let naming: Naming
    private let suffix: String

    /// Files in a folder, whose names end in a dot and a suffix.
    package init(in folder: any OutputFolder, naming: Naming, suffix: String) {
        self.folder = folder
        self.naming = naming
        self.suffix = suffix
    }

    /// Writes the files of a batch; one that is there already is replaced, also if its entry has another title now.
    package func deliver(
        _ batch: DeliveryBatch, as bytes: (Delivery) -> [UInt8]
    ) async throws(SinkFailure) -> Receipt {
        do throws(FileFailure) {
            let isRevised = batch.deliveries.contains { $0.revision > 0 }
            let earlier = isRevised && naming == .title ? try await folder.names(in: "") : []
            var files: [OutputFile] = []
            for delivery in batch.deliveries {
                let end = "\(EntryFileName.key(of: delivery.entry)).\(suffix)"
                let known = delivery.revision > 0 ? earlier.first { $0.hasSuffix("-\(end)") } : nil
                files.append(OutputFile(known ?? beginning(of: delivery.entry) + end, bytes(delivery)))
            }
            try await folder.replace(files)
        } catch {
            throw error.ofSink()
        }
        return Receipt(for: batch)
    }

    private func beginning(of entry: Entry) -> String {
        guard naming == .title else { return "" }
        let slug = EntryFileName.slug(of: entry.title ?? "")
        let day = entry.sortDate.flatMap { Self.day(of: $0.civilTime) } ?? "undated"
        return slug.isEmpty ? "\(day)-" : "\(day)-\(slug)-"
    }

    /// The day as the entry's own clock shows it, so that it is the same on every machine.
    private static func day(of time: CivilTime) -> String? {
        (1...9999).contains(time.year) ? String(time.rfc3339.prefix(10)) : nil
    }
}
