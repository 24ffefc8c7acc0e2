import CUTF8Proc
import Glibc

/// utf8proc's mappings of whole texts: normalisation, case folding, stripping of marks.
enum UnicodeMapping {
    /// `text` as UTF-8 after the mappings in `options`; its own bytes when memory for the result is lacking.
    static func mapped(_ text: String, options: [utf8proc_option_t]) -> [UInt8] {
        let flags = utf8proc_option_t(rawValue: options.reduce(0) { $0 | $1.rawValue })
        var source = text
        return source.withUTF8 { bytes in
            var result: UnsafeMutablePointer<UInt8>?
            let length = unsafe utf8proc_map(bytes.baseAddress, bytes.count, &result, flags)
            defer { unsafe free(result) }
            guard length >= 0, let result = unsafe result else { return unsafe Array(bytes) }
            return unsafe Array(UnsafeBufferPointer(start: result, count: length))
        }
    }
}
