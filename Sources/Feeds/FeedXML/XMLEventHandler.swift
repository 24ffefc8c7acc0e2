/// What consumes the events of an XML document: the one seam between its producers and those who read feeds.
///
/// Producers are generic over the handler. Text comes in pieces of any size, references resolved, CDATA sections
/// unwrapped; comments and processing instructions do not come at all.
public protocol XMLEventHandler: ~Copyable {
    /// An element begins; an empty one is followed by its end at once.
    mutating func startElement(_ tag: borrowing XMLStartTag)
    /// Text of the element that began last and has not ended.
    mutating func text(_ bytes: Span<UInt8>)
    /// The element that began last and has not ended ends.
    mutating func endElement(_ name: XMLName)
    /// Whether further events are of use; asked now and then, and reading stops when it is false.
    var wantsMore: Bool { get }
}

extension XMLEventHandler where Self: ~Copyable {
    /// Reads to the end.
    public var wantsMore: Bool { true }
}
