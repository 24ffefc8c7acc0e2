import Testing

@testable import FeedText

@Suite("Base64")
struct Base64Tests {
    @Test(
        "It is read with white space and without padding",
        arguments: [
            ("aGVsbG8=", "hello"), ("aGVs\n bG8", "hello"), ("aGk=", "hi"), ("aGVsbG8h", "hello!"), ("", nil),
            ("a", nil), ("a-b_", nil), ("aG=k", nil),
        ] as [(String, String?)])
    func decoding(text: String, decoded: String?) {
        #expect(Base64.decode(text.utf8.span).map { String(decoding: $0, as: UTF8.self) } == decoded)
    }

    @Test(
        "It is written with padding, on one line",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func encoding(text: String, encoded: String) {
        #expect(Base64.encode(Array(text.utf8)) == encoded)
    }

    @Test("Every byte comes back")
    func roundTrip() {
        for count in 1...5 {
            let bytes = (0...255).flatMap { Array(repeating: UInt8($0), count: count) }
            #expect(Base64.decode(Base64.encode(bytes).utf8.span) == bytes)
        }
    }
}
