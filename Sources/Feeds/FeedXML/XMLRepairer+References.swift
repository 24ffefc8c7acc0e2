import FeedText

extension XMLRepairer {
    /// Makes the `&` at `position` in text into XML, and returns the position behind what it begins.
    mutating func afterReference(_ source: Span<UInt8>, at position: Int) -> Int {
        if let end = XMLReference.properEnd(at: position, in: source) { return end }
        var replacement: [UInt8] = []
        let end = appendReference(source, at: position, before: source.count, to: &replacement)
        replace(position..<end, of: source, with: replacement.span)
        return end
    }

    /// Appends what the `&` at `position` begins, as it may stand in text or between double quotes.
    /// - Returns: the position behind it.
    mutating func appendReference(
        _ source: Span<UInt8>, at position: Int, before limit: Int, to bytes: inout [UInt8]
    ) -> Int {
        let source = source.extracting(0..<limit)
        if let end = XMLReference.properEnd(at: position, in: source) {
            bytes.append(copying: source.extracting(position..<end))
            return end
        }
        if position + 1 < source.count, source[position + 1] == UInt8(ascii: "#") {
            if let end = appendNumber(source, at: position, to: &bytes) { return end }
        } else if let end = XMLReference.nameEnd(at: position, in: source) {
            let name = source.extracting(position + 1..<end)
            if let text = entities.isEmpty ? nil : entities[String(copying: name)] {
                if entityText + text.count <= limits.entityText {
                    entityText += text.count
                    bytes.append(escaping: text.span)
                    return end + 1
                }
                result.diagnostics.note(
                    .limit, at: position, "the document's own entities bring more than \(limits.entityText) bytes")
            } else if let expansion = HTMLEntities.expansion(ofName: name) {
                var text: [UInt8] = []
                expansion.append(to: &text)
                result.diagnostics.note(
                    .entity, at: position, reading: String(copying: text.span),
                    "the HTML entity \"&\(String(copying: name));\" was read as its character")
                bytes.append(escaping: text.span)
                return end + 1
            }
        }
        result.diagnostics.note(
            .ampersand, at: position, reading: "&amp;", "a \"&\" that begins no reference was read as itself")
        bytes.append("&amp;")
        return position + 1
    }

    /// Appends the character of a number that XML forbids or that means another.
    private mutating func appendNumber(_ source: Span<UInt8>, at position: Int, to bytes: inout [UInt8]) -> Int? {
        // HTML knows `&#X41;` too.
        var reference = Array(copying: source.extracting(position..<min(position + 16, source.count)))
        if reference.count > 2, reference[2] == UInt8(ascii: "X") { reference[2] = UInt8(ascii: "x") }
        guard let number = XMLReference.number(at: 0, in: reference.span) else { return nil }
        let isKnown = number.value >= 0x80 && XMLReference.isAllowed(number.value)
        var text: [UInt8] = []
        if isKnown || XMLReference.isAllowed(number.value) {
            _ = HTMLEntities.appendReference(at: 0, of: reference.span, to: &text)
            bytes.append(escaping: text.span)
        }
        result.diagnostics.note(
            .characterReference, at: position, reading: text.isEmpty ? nil : String(copying: text.span),
            "the reference to the character \(number.value) was "
                + (isKnown ? "read as HTML reads it" : "dropped; XML has no such character"))
        return position + number.end
    }
}
