/// An encoding of the WHATWG standard, by its name in lower case, and UTF-32, which only a byte-order mark can announce.
enum TextEncoding: String, CaseIterable {
    case utf8 = "utf-8"
    case utf16LE = "utf-16le"
    case utf16BE = "utf-16be"
    case utf32LE = "utf-32le"
    case utf32BE = "utf-32be"
    case ibm866
    case iso88592 = "iso-8859-2"
    case iso88593 = "iso-8859-3"
    case iso88594 = "iso-8859-4"
    case iso88595 = "iso-8859-5"
    case iso88596 = "iso-8859-6"
    case iso88597 = "iso-8859-7"
    case iso88598 = "iso-8859-8"
    case iso88598I = "iso-8859-8-i"
    case iso885910 = "iso-8859-10"
    case iso885913 = "iso-8859-13"
    case iso885914 = "iso-8859-14"
    case iso885915 = "iso-8859-15"
    case iso885916 = "iso-8859-16"
    case koi8R = "koi8-r"
    case koi8U = "koi8-u"
    case macintosh
    case windows874 = "windows-874"
    case windows1250 = "windows-1250"
    case windows1251 = "windows-1251"
    case windows1252 = "windows-1252"
    case windows1253 = "windows-1253"
    case windows1254 = "windows-1254"
    case windows1255 = "windows-1255"
    case windows1256 = "windows-1256"
    case windows1257 = "windows-1257"
    case windows1258 = "windows-1258"
    case xMacCyrillic = "x-mac-cyrillic"
    case gbk
    case gb18030
    case big5
    case eucJP = "euc-jp"
    case iso2022JP = "iso-2022-jp"
    case shiftJIS = "shift_jis"
    case eucKR = "euc-kr"
    case xUserDefined = "x-user-defined"

    /// The name of the nearest converter in glibc; nil for what is decoded here.
    var iconvName: String? {
        switch self {
        case .utf8, .utf16LE, .utf16BE, .utf32LE, .utf32BE, .windows1252, .iso2022JP, .xUserDefined: nil
        case .ibm866: "CP866"
        case .iso88598I: "ISO-8859-8"
        case .koi8R: "KOI8-R"
        case .koi8U: "KOI8-U"
        case .macintosh: "MACINTOSH"
        case .windows874: "CP874"
        case .xMacCyrillic: "MAC-UK"
        case .gbk, .gb18030: "GB18030"
        case .big5: "BIG5-HKSCS"
        case .eucJP: "EUC-JP-MS"
        case .shiftJIS: "CP932"
        case .eucKR: "UHC"
        default: rawValue.hasPrefix("windows-") ? "CP\(rawValue.dropFirst(8))" : rawValue.uppercased()
        }
    }

    /// Whether characters may have two or more bytes, all of them perhaps below 0x80 but the first.
    var isMultibyte: Bool {
        switch self {
        case .gbk, .gb18030, .big5, .eucJP, .shiftJIS, .eucKR: true
        default: false
        }
    }
}
