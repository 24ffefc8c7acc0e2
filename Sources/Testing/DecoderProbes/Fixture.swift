import FoundationEssentials

/// A file that some test reads, taken as an input to begin with.
public struct Fixture: Sendable {
    /// The path below the folder of tests.
    public let path: String
    /// What it holds.
    public let bytes: [UInt8]

    /// The part of the name behind its last dot.
    var suffix: Substring { path.split(separator: ".").last ?? "" }

    /// The files of all folders `Fixtures` and `Cases` of the package's tests, in the order of their paths; large ones
    /// are left out, since nothing small is found in them that isn't found sooner elsewhere.
    public static func all(largest: Int = 32 << 10) -> [Fixture] {
        let root =
            URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().path + "/Tests"
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? []
        return paths.sorted().compactMap { path in
            guard path.contains("/Fixtures/") || path.contains("/Cases/"),
                path.split(separator: "/").last?.contains(".") == true,
                let data = try? Data(contentsOf: URL(filePath: "\(root)/\(path)")), data.count <= largest
            else { return nil }
            return Fixture(path: path, bytes: [UInt8](data))
        }
    }
}
