import FeedHTTP
import FeedModel
import LocalSystem
import ThreadExecutor
import TributaryEngine
import TributaryPluginKit

/// Documents in files of the user's cache, each as it was received; what came without a content coding is compressed.
///
/// Several documents share a file: making one for each took a tenth of a run's time.
struct DocumentFolder: DocumentArchive {
    private let folder: CacheFolder
    private let fileSize: Int

    /// The largest document that is read back, decoded.
    private static let largest = 1 << 30

    /// The documents in a folder, which is made when the first is kept.
    ///
    /// - Parameter fileSize: how many bytes of documents share a file, and are let go together.
    init(_ path: String, fileSize: Int = 1 << 20) {
        folder = CacheFolder(path, on: ThreadExecutor(name: "documents"))
        self.fileSize = fileSize
    }

    func keep(_ document: Document, at now: Timestamp) async -> KeptDocument? {
        let body =
            if let received = document.transfer?.receivedBytes {
                KeptBody(received: received, coding: document.transfer?.coding)
            } else {
                KeptBody(compressing: document.bytes)
            }
        let part = await folder.append(body.bytes, toFilesOf: fileSize) {
            DocumentLimits.name(at: now, hash: .random(in: .min ... .max))
        }
        return part.map { KeptDocument(name: $0.text, coding: body.coding) }
    }

    func content(of kept: KeptDocument) async -> [UInt8]? {
        // Earlier versions kept each document in a file of its own.
        let part = CacheFolder.Part(kept.name)
        let bytes = if let part { await folder.read(part) } else { await folder.read(kept.name) }
        guard let bytes else { return nil }
        return try? KeptBody(received: bytes, coding: kept.coding).content(limit: Self.largest)
    }

    func trim(to limits: DocumentLimits?, at now: Timestamp) async {
        let files = await folder.files()
        // Without limits nothing is young enough, and nothing small enough.
        let surplus = (limits ?? DocumentLimits(age: 0, size: -1)).surplus(of: files, at: now)
        if !surplus.isEmpty { await folder.remove(surplus) }
    }
}

extension Wiring {
    /// Where a run keeps documents, or has kept them; nil where there is no place for them.
    func documents(_ settings: StoreSettings) -> DocumentFolder? {
        // Where little is kept, one file must not be all of it.
        let share = (settings.keepDocuments?.size ?? 0) / 16
        return settings.documentFolder.map { DocumentFolder($0, fileSize: Int(min(max(share, 1), 1 << 20))) }
    }
}

extension CacheFolder.Part {
    /// The part as a name: `FILE+OFFSET+COUNT`.
    fileprivate var text: String { "\(name)+\(offset)+\(count)" }

    /// The part of a name; nil for the name of a file.
    fileprivate init?(_ text: String) {
        let words = text.split(separator: "+", omittingEmptySubsequences: false)
        guard words.count == 3, let offset = Int(words[1]), let count = Int(words[2]) else { return nil }
        self.init(name: String(words[0]), offset: offset, count: count)
    }
}
