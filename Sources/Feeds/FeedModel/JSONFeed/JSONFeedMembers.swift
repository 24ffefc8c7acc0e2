import FeedJSON

/// The members of the top level object (JSON Feed 1.1, "Top-level"; `author` is 1.0's).
enum FeedMember: String, CaseIterable, Sendable {
    case version
    case title
    case homePageURL = "home_page_url"
    case feedURL = "feed_url"
    case description
    case userComment = "user_comment"
    case nextURL = "next_url"
    case icon
    case favicon
    case author
    case authors
    case language
    case expired
    case hubs
    case items

    static let table = JSONNameTable<FeedMember>()
}

/// The members of an item (JSON Feed 1.1, "Items"; `author` is 1.0's).
enum ItemMember: String, CaseIterable, Sendable {
    case id
    case url
    case externalURL = "external_url"
    case title
    case contentHTML = "content_html"
    case contentText = "content_text"
    case summary
    case image
    case bannerImage = "banner_image"
    case datePublished = "date_published"
    case dateModified = "date_modified"
    case author
    case authors
    case tags
    case language
    case attachments
    case tributary = "_tributary"

    static let table = JSONNameTable<ItemMember>()
}

/// The members of an author.
enum AuthorMember: String, CaseIterable, Sendable {
    case name
    case url
    case avatar

    static let table = JSONNameTable<AuthorMember>()
}

/// The members of an attachment.
enum AttachmentMember: String, CaseIterable, Sendable {
    case url
    case mimeType = "mime_type"
    case title
    case sizeInBytes = "size_in_bytes"
    case durationInSeconds = "duration_in_seconds"

    static let table = JSONNameTable<AttachmentMember>()
}

/// The members of a hub.
enum HubMember: String, CaseIterable, Sendable {
    case type
    case url

    static let table = JSONNameTable<HubMember>()
}

/// The members of `_tributary`.
enum TributaryMember: String, CaseIterable, Sendable {
    case feed
    case firstSeen = "first_seen"
    case number
    case alsoIn = "also_in"
    case score

    static let table = JSONNameTable<TributaryMember>()
}

/// The members of a subscription as `_tributary` names it.
enum FeedReferenceMember: String, CaseIterable, Sendable {
    case id
    case title
    case homePageURL = "home_page_url"

    static let table = JSONNameTable<FeedReferenceMember>()
}
