/// Time zone abbreviations as dates in feeds use them.
enum ZoneNames {
    /// Seconds east of UTC for the letters in `range`, in any case; nil for a name that isn't known.
    ///
    /// One letter is UTC: RFC 822 had the signs of the military zones wrong, so that RFC 5322 §4.3 gives them up.
    static func offset(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int? {
        guard let key = key(bytes, in: range) else { return nil }
        switch key {
        case 0x67_6D74, 0x75_7463, 0x7A, 0x7574: return 0
        default: return range.count == 1 ? 0 : quartersByName[key].map { Int($0) * 900 }
        }
    }

    /// The zone of the IANA database that letters mean in summer and winter, and its offset in winter.
    static func region(_ bytes: Span<UInt8>, in range: Range<Int>) -> (name: String, offset: Int)? {
        guard range.count == 2, let key = key(bytes, in: range) else { return nil }
        switch key {
        case 0x7074: return ("America/Los_Angeles", -8 * 3600)
        case 0x6D74: return ("America/Denver", -7 * 3600)
        case 0x6374: return ("America/Chicago", -6 * 3600)
        case 0x6574: return ("America/New_York", -5 * 3600)
        case 0x6174: return ("America/Halifax", -4 * 3600)
        case 0x6E74: return ("America/St_Johns", -3 * 3600 - 1800)
        default: return nil
        }
    }

    private static func key(_ bytes: Span<UInt8>, in range: Range<Int>) -> UInt64? {
        guard !range.isEmpty, range.count <= 8 else { return nil }
        var key: UInt64 = 0
        for index in range { key = key << 8 | UInt64(bytes[index].asciiLowercased) }
        return key
    }

    /// Offsets in quarters of an hour; where a name has several meanings, the one seen in feeds.
    ///
    /// Without BST, which is British, Bangladeshi and Bougainvillean, and UTC to most readers of feeds.
    private static let quartersByName: [UInt64: Int8] = {
        let byOffset: [(Int8, String)] = [
            (-44, "sst"), (-40, "hst hast"), (-36, "akst hdt hadt"), (-32, "akdt pst"),
            (-28, "pdt mst"), (-24, "mdt cst"), (-20, "cdt est pet cot ect"), (-16, "edt ast vet bot clt pyt"),
            (-14, "nst"), (-12, "adt brt art uyt gft clst pyst"), (-10, "ndt"), (-8, "brst fnt"), (-4, "cvt azot"),
            (0, "wet"), (4, "cet met mez west wat"), (8, "cest mest mesz eet sast cat"),
            (12, "eest msk trt eat idt fet мск"), (14, "irst"), (16, "msd gst samt azt мсд"), (18, "irdt aft"),
            (20, "pkt yekt uzt tmt mvt"), (22, "ist slst"), (23, "npt"), (24, "bdt btt omst almt kgt"),
            (26, "mmt cct"), (28, "ict wib krat novt hovt"), (32, "hkt sgt pht awst wita irkt myt ulat"),
            (36, "jst kst wit yakt"), (38, "acst"), (40, "aest vlat chst pgt"), (42, "acdt lhst"),
            (44, "aedt magt sakt"), (48, "nzst fjt pett"), (51, "chast"), (52, "nzdt"), (55, "chadt"), (56, "lint"),
        ]
        var table: [UInt64: Int8] = [:]
        for (quarters, names) in byOffset {
            for name in names.split(separator: " ") { table[name.utf8.reduce(0) { $0 << 8 | UInt64($1) }] = quarters }
        }
        return table
    }()
}
