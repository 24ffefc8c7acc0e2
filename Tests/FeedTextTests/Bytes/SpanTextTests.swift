import FeedText
import Testing

@Suite("Bytes as text")
struct SpanTextTests {
    @Test("trimming, searching, comparing and numbers")
    func basics() {
        let bytes = Array(" \t Abc=12, 99999999999999999999 \n".utf8)
        let span = bytes.span
        let trimmed = span.trimmedRange
        #expect(span.text(in: trimmed) == "Abc=12, 99999999999999999999")
        #expect(span.firstIndex(of: UInt8(ascii: "=")) == 6)
        #expect(span.firstIndex(of: UInt8(ascii: "="), from: 7) == nil)
        #expect(span.firstIndex(of: UInt8(ascii: "="), from: 1000) == nil)
        #expect(span.starts(with: "Abc", at: 3) && !span.starts(with: "abc", at: 3))
        #expect(span.starts(withLowercase: "abc", at: 3) && !span.starts(withLowercase: "abc", at: 32))
        #expect(span.equals(lowercase: "abc", in: 3..<6) && !span.equals(lowercase: "ab", in: 3..<6))
        #expect(span.decimalNumber(in: 7..<9) == 12)
        #expect(span.decimalNumber(in: 7..<10) == nil)
        #expect(span.decimalNumber(in: 7..<7) == nil)
        #expect(span.decimalNumber(in: 11..<31) == nil)
        #expect(span.endOfDigits(from: 7) == 9)
        let blank = Array("  ".utf8)
        #expect(blank.span.trimmedRange.isEmpty)
    }

    @Test("what XML forbids and carriage returns are seen wherever they stand")
    func xmlCharacters() {
        let cases: [(bytes: [UInt8], areAllowed: Bool, haveReturns: Bool)] = [
            ([0x09], true, false), ([0x0A], true, false), ([0x0D], true, true), ([0x00], false, false),
            ([0x08], false, false), ([0x1F], false, false), ([0x20], true, false), ([0x7F], true, false),
            ([0xEF, 0xBF, 0xBD], true, false), ([0xEF, 0xBF, 0xBE], false, false), ([0xEF, 0xBF, 0xBF], false, false),
            ([0xEE, 0xBF, 0xBF], true, false), ([0xEF, 0xBE, 0xBF], true, false),
        ]
        for (bytes, areAllowed, haveReturns) in cases {
            for length in 0..<70 {
                for before in [0, 1, 2, length / 2, length] {
                    var text = [UInt8](repeating: UInt8(ascii: "a"), count: length)
                    text.insert(contentsOf: bytes, at: min(before, length))
                    let found = text.span.xmlCharacters
                    #expect(found.areAllowed == areAllowed && found.haveReturns == haveReturns, "\(bytes) in \(length)")
                }
            }
        }
        let none: [UInt8] = []
        #expect(none.span.xmlCharacters.areAllowed && !none.span.xmlCharacters.haveReturns)
    }

    @Test("the first of two bytes is found wherever it stands")
    func firstOfTwo() {
        for length in 0..<40 {
            var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: length)
            #expect(bytes.span.firstIndex(of: 1, or: 2, from: 0) == length)
            for index in bytes.indices {
                bytes[index] = index % 2 == 0 ? 1 : 2
                #expect(bytes.span.firstIndex(of: 1, or: 2, from: 0) == index)
                #expect(bytes.span.firstIndex(of: 1, or: 2, from: index + 1) == length)
                bytes[index] = UInt8(ascii: "b")
            }
        }
    }

    @Test("marks of eight bytes: the first is right, exact ones all are")
    func marks() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<2000 {
            let bytes = (0..<8).map { _ in
                UInt8.random(in: 0x1D...0x23, using: &generator) ^ (Bool.random(using: &generator) ? 0x80 : 0)
            }
            let word = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let places = bytes.indices.filter { bytes[$0] == 0x20 }
            #expect(bytes.indices.filter { word.exactMarks(of: 0x20) >> UInt64($0 * 8 + 7) & 1 != 0 } == places)
            #expect(word.exactMarks(of: 0x20) & 0x7F7F_7F7F_7F7F_7F7F == 0)
            #expect(word.marks(of: 0x20).firstMark == places.first ?? 8, "\(bytes)")
            #expect(word.marksOfControls.firstMark == bytes.firstIndex { $0 < 0x20 } ?? 8, "\(bytes)")
        }
    }

    @Test("strings in ASCII case")
    func strings() {
        #expect("Content-Type".equalsIgnoringASCIICase("content-TYPE"))
        #expect(!"É".equalsIgnoringASCIICase("é"))
        #expect("ÀB".asciiLowercased == "Àb")
        #expect("\t x \n".trimmingASCIIWhitespace == "x" && "  ".trimmingASCIIWhitespace == "")
        #expect(UInt8(ascii: "f").hexadecimalValue == 15 && UInt8(ascii: "g").hexadecimalValue == nil)
        #expect(UInt8(ascii: "@").asciiLowercased == UInt8(ascii: "@") && !UInt8(0xE9).isASCIILetter)
    }
}
