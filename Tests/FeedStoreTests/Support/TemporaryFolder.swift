import Foundation

/// A folder that goes when its owner goes.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func callAsFunction(_ name: String) -> String { path + "/" + name }

    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }

    /// The permissions of a file in the folder, in octal digits.
    func mode(of name: String) throws -> String {
        let attributes = try FileManager.default.attributesOfItem(atPath: self(name))
        return String((attributes[.posixPermissions] as? Int) ?? 0, radix: 8)
    }

    /// How many descriptors of this process are open on files in the folder.
    var openDescriptors: Int {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return all.count {
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
            return target?.hasPrefix(path + "/") == true
        }
    }
}
