/// SHA-256 (FIPS 180-4 §6.2) and HMAC over it (RFC 2104), for signatures and names that nobody can make two of.
package enum SHA256 {
    /// The hash of bytes, 32 of them.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var state = initial
        var block = [UInt32](repeating: 0, count: 64)
        let whole = bytes.count / 64 * 64
        for start in stride(from: 0, to: whole, by: 64) { take(bytes[start..<start + 64], &state, &block) }
        // What is left, a one bit, zeros, and the length in bits.
        var rest = Array(bytes[whole...])
        rest.append(0x80)
        rest.append(contentsOf: repeatElement(0, count: (rest.count <= 56 ? 56 : 120) - rest.count))
        let length = UInt64(bytes.count) &* 8
        for shift in stride(from: 56, through: 0, by: -8) { rest.append(UInt8(truncatingIfNeeded: length >> shift)) }
        for start in stride(from: 0, to: rest.count, by: 64) { take(rest[start..<start + 64], &state, &block) }
        return state.flatMap { word in
            stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
        }
    }

    /// The code by which somebody who has the key knows that bytes come from another who has it (HMAC, RFC 2104).
    package static func authenticationCode(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var padded = key.count > 64 ? hash(key) : key
        padded.append(contentsOf: repeatElement(0, count: 64 - padded.count))
        return hash(padded.map { $0 ^ 0x5C } + hash(padded.map { $0 ^ 0x36 } + bytes))
    }

    /// The hash of several texts, each of which counts by itself: `ab` and `c` differs from `a` and `bc`; in hexadecimal.
    ///
    /// - Parameter digits: how many of its 64 digits.
    package static func name(of texts: [String], digits: Int = 64) -> String {
        var bytes: [UInt8] = []
        for text in texts {
            bytes.append(contentsOf: String(text.utf8.count).utf8)
            bytes.append(UInt8(ascii: ":"))
            bytes.append(contentsOf: text.utf8)
        }
        return String(hash(bytes).hexadecimal.prefix(digits))
    }
}

extension [UInt8] {
    /// The bytes in hexadecimal, two lower-case digits each.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

// MARK: - Private

extension SHA256 {
    private static let initial: [UInt32] = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]

    private static let constants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
        0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
        0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
        0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]

    /// Takes 64 bytes in; `block` is room for the words that are made of them.
    private static func take(_ bytes: ArraySlice<UInt8>, _ state: inout [UInt32], _ block: inout [UInt32]) {
        let start = bytes.startIndex
        for index in 0..<16 {
            let place = start + index * 4
            block[index] =
                UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16 | UInt32(bytes[place + 2]) << 8
                | UInt32(bytes[place + 3])
        }
        for index in 16..<64 {
            let (early, late) = (block[index - 15], block[index - 2])
            let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
            let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
            block[index] = block[index - 16] &+ first &+ block[index - 7] &+ second
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let choice = (e & f) ^ (~e & g)
            let first =
                h &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ choice &+ constants[index] &+ block[index]
            let second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ ((a & b) ^ (a & c) ^ (b & c))
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }

    private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
}
