/// The parameters by which the sender of a link learns who follows it, and URLs without them.
public struct TrackingParameters: Sendable {
    private let names: Set<String>
    private let prefixes: [String]

    /// The parameters of the mailers, networks and statistics programs that are met most.
    public static let known = TrackingParameters()

    /// The known parameters and more of them.
    ///
    /// - Parameter more: names in any case; one that ends with `*` stands for all that begin so.
    public init(also more: [String] = []) {
        let all = Self.common + more.map(\.asciiLowercased)
        names = Set(all.filter { !$0.hasSuffix("*") })
        prefixes = all.filter { $0.hasSuffix("*") }.map { String($0.dropLast()) }
    }

    /// The URL without such parameters in its query and fragment, every other byte as it came.
    ///
    /// Nil where nothing is taken out: also of what is no `http` or `https` URL.
    public func removed(from url: String) -> String? {
        let bytes = Array(url.utf8)
        let start = bytes.span.trimmedRange.lowerBound
        guard
            bytes.span.starts(withLowercase: "http://", at: start)
                || bytes.span.starts(withLowercase: "https://", at: start)
        else { return nil }
        let fragment = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
        let query = bytes[..<fragment].firstIndex(of: UInt8(ascii: "?")) ?? fragment
        var rest = Array(bytes[..<query])
        for part in [bytes[query..<fragment], bytes[fragment...]] {
            guard let mark = part.first else { continue }
            let kept = part.dropFirst().split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
                .filter { !isTracker($0) }
            if kept.isEmpty { continue }
            rest.append(mark)
            rest.append(contentsOf: kept.joined(separator: CollectionOfOne(UInt8(ascii: "&"))))
        }
        return rest.count == bytes.count ? nil : String(decoding: rest, as: UTF8.self)
    }

    private func isTracker(_ parameter: ArraySlice<UInt8>) -> Bool {
        let name = parameter.prefix { $0 != UInt8(ascii: "=") }.map(\.asciiLowercased)
        guard !name.isEmpty else { return false }
        var text = String(decoding: name, as: UTF8.self)
        // What is left of `&amp;` that was escaped once too often.
        if text.hasPrefix("amp;") { text.removeFirst(4) }
        return names.contains(text) || prefixes.contains(where: text.hasPrefix)
    }
}

extension TrackingParameters {
    /// Names in lower case; none that is known to choose what a page shows.
    public static let common = """
        utm_* mtm_* matomo_* piwik_* pk_* hsa_* trk_* fbclid fb_action_ids fb_action_types fb_ref fb_source gclid \
        gclsrc dclid gbraid wbraid srsltid msclkid yclid ymclid twclid ttclid li_fat_id igsh igshid epik rdt_cid \
        rb_clickid wickedid mc_cid mc_eid mkt_tok _hsenc _hsmi __hssc __hstc __hsfp hsctatracking vero_conv \
        vero_id oly_anon_id oly_enc_id ml_subscriber ml_subscriber_hash ss_email_id bsft_clkid bsft_eid bsft_uid \
        _openstat at_medium at_campaign at_custom* xtor ref_src ref_url cmpid ncid n_cid s_cid sc_cid guccounter \
        guce_referrer guce_referrer_sig __twitter_impression _ga _gl
        """.split(separator: " ").map(String.init)
}
