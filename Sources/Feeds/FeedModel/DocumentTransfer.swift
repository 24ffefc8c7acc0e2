/// How a document came over HTTP.
public struct DocumentTransfer: Sendable, Hashable {
    /// The status of the response.
    public var status: Int
    /// The value of `Content-Encoding`; nil where there was none.
    public var coding: String?
    /// The body as it was received, still content-coded; nil where it came as the document's bytes are.
    public var receivedBytes: [UInt8]?

    /// A transfer from its parts.
    public init(status: Int, coding: String? = nil, receivedBytes: [UInt8]? = nil) {
        self.status = status
        self.coding = coding
        self.receivedBytes = receivedBytes
    }
}
