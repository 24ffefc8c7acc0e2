import Foundation

/// A folder that goes away with its last reference.
final class TemporaryPlace: Sendable {
    let path: String

    init() {
        path = FileManager.default.temporaryDirectory.path + "/plugin-\(UUID().uuidString)"
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
