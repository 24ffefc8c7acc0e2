import CUTF8Proc

/// Text made comparable, for conditions, deduplication and search.
public enum TextFolding {
    /// NFKC, case folded, full and half width made one; what can't be seen (soft hyphens, zero-width spaces) is gone.
    ///
    /// Folding twice changes nothing. Accents stay: `é` isn't `e`. ASCII without capitals is returned as it is.
    public static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.asciiLowercased }
        return String(
            decoding: UnicodeMapping.mapped(
                text,
                options: [
                    UTF8PROC_STABLE, UTF8PROC_COMPAT, UTF8PROC_COMPOSE, UTF8PROC_CASEFOLD, UTF8PROC_IGNORE,
                ]),
            as: UTF8.self)
    }
}
