@testable import FeedText

/// Writes text in an encoding, by what its decoder makes of every byte and every pair.
struct ReversedEncoding {
    private var bytesByText: [String: [UInt8]] = [:]

    init(_ encoding: TextEncoding) {
        let singles = (0x20...0xFF).map { [UInt8($0)] }
        let pairs =
            encoding.isMultibyte
            ? (0x81...0xFC).flatMap { lead in (0x40...0xFC).map { [UInt8(lead), UInt8($0)] } } : []
        for codes in [singles, pairs] {
            let (utf8, _) = encoding.decoded(Array(codes.joined(separator: [0x0A])).span)
            let texts = utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            for (code, text) in zip(codes, texts) {
                let text = String(decoding: text, as: UTF8.self)
                if text.unicodeScalars.count == 1, bytesByText[text] == nil { bytesByText[text] = code }
            }
        }
    }

    /// The bytes of a text; nil if the encoding lacks one of its characters.
    func bytes(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let code = bytesByText[String(scalar)] else { return nil }
            bytes += code
        }
        return bytes
    }
}
