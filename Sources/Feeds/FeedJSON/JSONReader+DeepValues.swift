extension JSONReader {
    /// Passes over an array or object that is nested too deep, looking at nothing in it but brackets and texts.
    mutating func skipDeepValue(in source: Span<UInt8>) throws(JSONSyntaxError) {
        firstDeepValue = firstDeepValue ?? offset
        var open = 0
        repeat {
            try skipSpace(in: source)
            guard offset < source.count else { throw ended("expected the end of an array or object") }
            switch source[offset] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): open &+= 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): open &-= 1
            case UInt8(ascii: "\""):
                _ = try scanString(in: source)
                continue
            default: break
            }
            offset &+= 1
        } while open > 0
        endValue(at: offset)
    }
}
