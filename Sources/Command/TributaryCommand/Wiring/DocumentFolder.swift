import FeedHTTP
import FeedModel
import FeedText
import LocalSystem
import ThreadExecutor
import TributaryEngine
import TributaryPluginKit

/// Documents as files of the user's cache, each as it was received; what came without a content coding is compressed.
struct DocumentFolder: DocumentArchive {
    private let folder: CacheFolder

    /// The largest document that is read back, decoded.
    private static let largest = 1 << 30

    /// The documents in a folder, which is made when the first is kept.
    init(_ path: String) {
        folder = CacheFolder(path, on: ThreadExecutor(name: "documents"))
    }

    func keep(_ document: Document, of subscription: String, at now: Timestamp) async -> KeptDocument? {
        let body =
            if let received = document.transfer?.receivedBytes {
                KeptBody(received: received, coding: document.transfer?.coding)
            } else {
                KeptBody(compressing: document.bytes)
            }
        var hash = StableHash()
        hash.combine(subscription)
        hash.combine(StableHash.hash(body.bytes))
        let name = DocumentLimits.name(at: now, hash: hash.finish())
        guard await folder.write(body.bytes, as: name) else { return nil }
        return KeptDocument(name: name, coding: body.coding)
    }

    func content(of kept: KeptDocument) async -> [UInt8]? {
        guard let bytes = await folder.read(kept.name) else { return nil }
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
    func documents(_ settings: StoreSettings) -> DocumentFolder? { settings.documentFolder.map(DocumentFolder.init) }
}
