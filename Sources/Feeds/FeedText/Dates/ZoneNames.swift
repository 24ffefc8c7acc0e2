/// Time zone abbreviations as dates in feeds use them.
enum ZoneNames {
    /// Seconds east of UTC for the letters in `range`, in any case; nil for a name that isn't known.
    ///
    /// One letter is UTC: RFC 822 had the signs of the military zones wrong, so that RFC 5322 §4.3 gives them up.
    static func offset(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int? {
        guard !range.isEmpty, range.count <= 5 else { return nil }
        var key: UInt64 = 0
        for index in range { key = key << 8 | UInt64(bytes[index].asciiLowercased) }
        switch key {
        case 0x67_6D74, 0x75_7463, 0x7A, 0x7574: return 0
        default: return range.count == 1 ? 0 : quartersByName[key].map { Int($0) * 900 }
        }
    }

    /// Offsets in quarters of an hour; where a name has several meanings, the one seen in feeds.
    private static let quartersByName: [UInt64: Int8] = {
        let byOffset: [(Int8, [String])] = [
            (-40, ["hst"]), (-36, ["akst", "hdt"]), (-32, ["akdt", "pst", "pt"]), (-28, ["pdt", "mst", "mt"]),
            (-24, ["mdt", "cst", "ct"]), (-20, ["cdt", "est", "et"]), (-16, ["edt", "ast", "at"]),
            (-14, ["nst", "nt"]), (-12, ["adt", "brt", "art"]), (-10, ["ndt"]),
            (0, ["wet"]), (4, ["cet", "met", "mez", "west", "wat"]),
            (8, ["cest", "mest", "mesz", "eet", "sast", "cat"]), (12, ["eest", "msk", "trt", "eat"]), (14, ["irst"]),
            (16, ["msd", "gst"]), (20, ["pkt", "yekt"]), (22, ["ist"]), (24, ["bdt"]), (28, ["ict", "wib"]),
            (32, ["hkt", "sgt", "pht", "awst", "wita"]), (36, ["jst", "kst", "wit"]), (38, ["acst"]),
            (40, ["aest"]), (42, ["acdt"]), (44, ["aedt"]), (48, ["nzst"]), (52, ["nzdt"]),
        ]
        var table: [UInt64: Int8] = [:]
        for (quarters, names) in byOffset {
            for name in names { table[name.utf8.reduce(0) { $0 << 8 | UInt64($1) }] = quarters }
        }
        return table
    }()
}
