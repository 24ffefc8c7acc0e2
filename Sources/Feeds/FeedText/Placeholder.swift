// Declarations that the contracts need until the target's own files replace this one.

/// A media type.
public struct MediaType: Sendable, Hashable {
    /// Reads a media type.
    public init?(parsing text: String) { return nil }
}

/// A stable hash.
public enum StableHash {
    /// A hash of bytes.
    public static func hash(_ bytes: [UInt8]) -> UInt64 { UInt64(bytes.count) }
}
