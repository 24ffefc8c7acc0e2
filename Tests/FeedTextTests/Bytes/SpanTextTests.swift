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
