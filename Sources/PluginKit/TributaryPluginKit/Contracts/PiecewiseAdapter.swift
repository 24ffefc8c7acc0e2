public import FeedModel

/// A format that can read a document without holding it.
public protocol PiecewiseAdapter: DocumentAdapter {
    /// Decodes a large document in pieces, with the same results as of the whole.
    ///
    /// - Returns: the feed without its entries; nil if this document can only be read as a whole: then the output has
    ///   received nothing.
    /// - Throws: ``DecodingFailure`` where nothing that the document says could be used, or it could not be read on.
    func decode(_ document: LargeDocument, into output: inout DecodingOutput) throws(DecodingFailure) -> Feed?
}

extension PiecewiseAdapter {
    /// Decodes a large document into a feed with its entries; nil if it can only be read as a whole.
    public func feed(
        from document: LargeDocument
    ) throws(DecodingFailure) -> (feed: Feed, output: DecodingOutput)? {
        var output = DecodingOutput()
        guard var feed = try decode(document, into: &output) else { return nil }
        feed.entries = output.takeEntries()
        return (feed, output)
    }
}
