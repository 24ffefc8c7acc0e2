import FeedText

extension Entry {
    /// How the ids begin that had to be made up, where no URL could serve.
    ///
    /// Such an id, and one that repeats the URL, tells the engine nothing: it knows those entries by other keys.
    public static let madeUpIDPrefix = "tributary:"

    /// An id for an entry whose feed gives none and whose URL cannot serve, or is another entry's id already.
    ///
    /// The same for the same URL, title, date, text, pictures and files, in every run.
    public var hashedID: String {
        var text = ""
        for part in [url, title, datePublished.map { String($0.seconds) }, contentHTML ?? contentText ?? summary] {
            text += part ?? ""
            text += "\u{0}"
        }
        // Nothing is added where there is none of these: the ids of such entries have always been made of the rest.
        for part in [externalURL, image, bannerImage].compactMap({ $0 }) + attachments.map(\.url) {
            text += part
            text += "\u{0}"
        }
        return Self.madeUpIDPrefix + String(StableHash.hash(Array(text.utf8)), radix: 16)
    }
}
