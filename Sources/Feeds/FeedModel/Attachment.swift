public import FeedJSON

/// A file that belongs to an entry: an episode, a video, a PDF (JSON Feed 1.1, `attachments`).
public struct Attachment: Sendable, Hashable {
    /// Where the file lies.
    public var url: String
    /// The media type, such as `audio/mpeg`; nil where the source gives none.
    public var mimeType: String?
    /// A name; attachments with the same title are the same thing in other formats.
    public var title: String?
    /// The length in bytes.
    public var sizeInBytes: Int64?
    /// The length in seconds.
    public var durationInSeconds: Double?
    /// The members whose names begin with an underscore.
    public var extensions: JSONObject

    /// A file at a URL.
    public init(
        url: String, mimeType: String? = nil, title: String? = nil, sizeInBytes: Int64? = nil,
        durationInSeconds: Double? = nil, extensions: JSONObject = JSONObject()
    ) {
        self.url = url
        self.mimeType = mimeType
        self.title = title
        self.sizeInBytes = sizeInBytes
        self.durationInSeconds = durationInSeconds
        self.extensions = extensions
    }
}
