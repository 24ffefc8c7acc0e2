/// A number of bytes as people read it.
package enum SizeText {
    /// The size in the largest unit that leaves a whole number: `9 MB`.
    package static func short(_ bytes: Int64) -> String {
        switch bytes {
        case 1_000_000...: "\(bytes / 1_000_000) MB"
        case 1_000...: "\(bytes / 1_000) kB"
        default: "\(bytes) bytes"
        }
    }
}
