extension String {
    /// A string from bytes that are known to be valid UTF-8: a document is validated once, and its parts no more.
    ///
    /// Only for parts of a text that was decoded or validated as a whole, cut at ASCII bytes or between characters, and
    /// for bytes that were put together of such parts.
    package init(copying bytes: Span<UInt8>) {
        assert((try? UTF8Span(validating: bytes)) != nil, "a string is made of bytes that are no UTF-8")
        // Sound because the callers keep to the rule above: a part of valid UTF-8 between characters is valid.
        self = unsafe String(copying: UTF8Span(unchecked: bytes))
    }
}
