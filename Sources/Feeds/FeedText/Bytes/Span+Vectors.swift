import CBytes

/// Searches that look at sixteen bytes at a time or more.
extension Span<UInt8> {
    /// The first place of one of two bytes at or after `start`, which is not behind the end; or the end.
    package func firstIndex(of one: UInt8, or other: UInt8, from start: Int) -> Int {
        unsafe withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return 0 }
            return unsafe start + tributary_find(base + start, buffer.count - start, one, other)
        }
    }

    /// Whether XML allows every character of a valid UTF-8 text (XML 1.0 §2.2, `Char`), and whether carriage returns are
    /// among them.
    package var xmlCharacters: (areAllowed: Bool, haveReturns: Bool) {
        unsafe withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return (true, false) }
            let found = unsafe tributary_xml(base, buffer.count)
            return (found & 1 == 0, found & 2 != 0)
        }
    }

    /// What bytes are as UTF-8.
    var utf8Kind: UTF8Validation.Kind {
        unsafe withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return .ascii }
            switch unsafe tributary_utf8(base, buffer.count) {
            case 0: return .ascii
            case 1: return .utf8
            default: return .malformed
            }
        }
    }
}
