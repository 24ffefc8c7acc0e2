import FeedText
import Testing

@Suite("SHA-256")
struct SHA256Tests {
    @Test(
        "The hashes are those of FIPS 180-4's examples",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
            ),
        ])
    func hashes(text: String, hash: String) {
        #expect(SHA256.hash(Array(text.utf8)).hexadecimal == hash)
    }

    /// RFC 4231 §4: key, data, and the code.
    private static let codes: [(key: [UInt8], data: [UInt8], code: String)] = [
        (
            [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            Array(0x01...0x19), [UInt8](repeating: 0xCD, count: 50),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131),
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131),
            Array(
                "This is a test using a larger than block-size key and a larger than block-size data. "
                    .utf8)
                + Array("The key needs to be hashed before being used by the HMAC algorithm.".utf8),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ]

    @Test("The codes are those of RFC 4231", arguments: 0..<6)
    func codes(number: Int) {
        let (key, data, code) = Self.codes[number]
        #expect(SHA256.authenticationCode(of: data, key: key).hexadecimal == code)
    }

    @Test("Texts count each by itself, and a name may be shorter")
    func names() {
        #expect(SHA256.name(of: ["ab", "c"]) != SHA256.name(of: ["a", "bc"]))
        #expect(SHA256.name(of: ["ab", "c"]).hasPrefix(SHA256.name(of: ["ab", "c"], digits: 16)))
        #expect(SHA256.name(of: ["ab", "c"], digits: 16).utf8.count == 16)
    }
}
