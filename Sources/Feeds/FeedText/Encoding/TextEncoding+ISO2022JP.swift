extension TextEncoding {
    /// Decodes ISO-2022-JP by way of EUC-JP.
    ///
    /// glibc's own converter refuses ① and ㈱, which mail and feeds from Windows have in it; its EUC-JP-MS takes them.
    /// Escape sequences: ASCII, JIS X 0201 Roman and kana, JIS X 0208 (1978 and 1983), JIS X 0212.
    static func decodedISO2022JP(_ bytes: Span<UInt8>, from start: Int) -> Decoding {
        var euc = [UInt8]()
        euc.reserveCapacity(bytes.count - start)
        var set = CharacterSet.ascii
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x1B, let (next, length) = escape(bytes, at: index) {
                set = next
                index += length
            } else if byte == 0x0A || byte == 0x0D {
                // Lines end in ASCII; this heals one whose last escape was lost.
                set = .ascii
                euc.append(byte)
                index += 1
            } else if byte < 0x21 || byte > 0x7E || set == .ascii {
                // Beyond 0x7F is nothing in this encoding; EUC-JP makes U+FFFD of it.
                euc.append(byte < 0x80 ? byte : 0xFF)
                index += 1
            } else if set == .katakana {
                euc.append(0x8E)
                euc.append(byte | 0x80)
                index += 1
            } else {
                if set == .supplementaryKanji { euc.append(0x8F) }
                euc.append(byte | 0x80)
                let trail = index + 1 < bytes.count ? bytes[index + 1] : 0
                if (0x21...0x7E).contains(trail) {
                    euc.append(trail | 0x80)
                    index += 1
                }
                index += 1
            }
        }
        return TextEncoding.eucJP.decoded(euc.span)
    }

    /// Whether the bytes switch to a Japanese character set as only ISO-2022-JP does.
    static func hasISO2022JPEscape(_ bytes: Span<UInt8>) -> Bool {
        var index = 0
        while let found = bytes.firstIndex(of: 0x1B, from: index) {
            if let (set, _) = escape(bytes, at: found), set != .ascii { return true }
            index = found + 1
        }
        return false
    }

    private enum CharacterSet { case ascii, katakana, kanji, supplementaryKanji }

    private static func escape(_ bytes: Span<UInt8>, at index: Int) -> (CharacterSet, length: Int)? {
        if bytes.starts(with: "(B", at: index + 1) || bytes.starts(with: "(J", at: index + 1) { return (.ascii, 3) }
        if bytes.starts(with: "$B", at: index + 1) || bytes.starts(with: "$@", at: index + 1) { return (.kanji, 3) }
        if bytes.starts(with: "(I", at: index + 1) { return (.katakana, 3) }
        if bytes.starts(with: "$(D", at: index + 1) { return (.supplementaryKanji, 4) }
        return nil
    }
}
