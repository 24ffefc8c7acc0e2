import FeedText
import Testing

@Suite("Text that is the document's own bytes")
struct VerbatimTextTests {
    private static let labels: [String?] = [
        nil, "utf-8", "UTF-16", "shift_jis", "EUC-JP", "iso-2022-jp", "windows-1252", "iso-8859-5", "nothing", "gbk",
    ]
    private static let parts = [
        "plain text", "é", "ü\r\n", "題名", "😀", "\u{FEFF}", "\u{1B}$B", "\u{1}", "\u{FFFE}", "ж", "\r", "<a>",
    ]

    @Test("it is found where the whole document would be read so, and only there", arguments: 0..<10)
    func sameAsWhole(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var found = 0
        for _ in 0..<300 {
            let declared = Self.labels.randomElement(using: &generator) ?? nil
            let transport = Bool.random(using: &generator) ? Self.labels.randomElement(using: &generator) ?? nil : nil
            var text = Int.random(in: 0..<8, using: &generator) == 0 ? "\u{FEFF}" : ""
            if let declared { text += "<?xml version='1.0' encoding='\(declared)'?>" }
            for _ in 0..<Int.random(in: 0..<8, using: &generator) {
                text += Self.parts.randomElement(using: &generator) ?? ""
            }
            var bytes = Array(text.utf8)
            if Int.random(in: 0..<4, using: &generator) == 0 {
                bytes.append(.random(in: 0x80...0xFF, using: &generator))
            }
            let comment =
                "seed \(seed): \(String(decoding: bytes, as: UTF8.self).debugDescription), \(transport ?? "-")"
            let whole = CharsetDecoder.decode(bytes, transportCharset: transport)
            let source = ByteSource(bytes, pieceLength: 16)
            let verbatim = try CharsetDecoder.verbatimXML(source, transportCharset: transport)
            let isForbidden = whole.utf8.contains { $0 < 0x20 && $0 != 0x0D } || whole.utf8.contains(0xBF)
            guard let verbatim else {
                // Of ISO-2022-JP without an escape the same bytes come out, but only by decoding.
                #expect(whole.utf8 != bytes || isForbidden || whole.encoding == "iso-2022-jp", "\(comment)")
                continue
            }
            found += 1
            #expect(try verbatim.utf8.all() == whole.utf8, "\(comment)")
            #expect(verbatim.hasCarriageReturns == whole.utf8.contains(0x0D), "\(comment)")
            #expect(verbatim.decoding.encoding == whole.encoding, "\(comment)")
            #expect(verbatim.decoding.source == whole.source, "\(comment)")
            #expect(verbatim.decoding.overruledLabel == whole.overruledLabel, "\(comment)")
            #expect(whole.replacedSequences == 0, "\(comment)")
        }
        #expect(found > 50)
    }

    @Test("a source that has become shorter says so")
    func shorter() {
        let source = ByteSource(count: 4) { Array([1, 2, 3][$0.clamped(to: 0..<3)]) }
        #expect(throws: ByteSource.Failure("it has become shorter while it was read")) { try source.all() }
    }
}
