import FeedJSON

/// The name of a member, and the section of JSON Feed 1.1 that tells of it.
package protocol JSONFeedMember: RawRepresentable<String>, CaseIterable, Sendable {
    /// The title of the section behind the version.
    static var section: String { get }
}

/// The members of the top level object (JSON Feed 1.1, "Top-level"; `author` is 1.0's).
package enum FeedMember: String, JSONFeedMember {
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
    package static let section = "JSON Feed 1.1 \"Top-level\""
}

/// The members of an item (JSON Feed 1.1, "Items"; `author` is 1.0's).
package enum ItemMember: String, JSONFeedMember {
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
    package static let section = "JSON Feed 1.1 \"Items\""
}

/// The members of an author.
enum AuthorMember: String, JSONFeedMember {
    case name
    case url
    case avatar

    static let table = JSONNameTable<AuthorMember>()
    static let section = "JSON Feed 1.1 \"Top-level\""
}

/// The members of an attachment.
package enum AttachmentMember: String, JSONFeedMember {
    case url
    case mimeType = "mime_type"
    case title
    case sizeInBytes = "size_in_bytes"
    case durationInSeconds = "duration_in_seconds"

    static let table = JSONNameTable<AttachmentMember>()
    package static let section = "JSON Feed 1.1 \"Attachments\""
}

/// The members of a hub.
package enum HubMember: String, JSONFeedMember {
    case type
    case url

    static let table = JSONNameTable<HubMember>()
    package static let section = "JSON Feed 1.1 \"Subscribing to Real-time Notifications\""
}

/// The members of `_tributary`.
enum TributaryMember: String, JSONFeedMember {
    case feed
    case firstSeen = "first_seen"
    case number
    case alsoIn = "also_in"
    case score

    static let table = JSONNameTable<TributaryMember>()
    static let section = "JSON Feed 1.1 \"Extensions\""
}

/// The members of a subscription as `_tributary` names it.
enum FeedReferenceMember: String, JSONFeedMember {
    case id
    case title
    case homePageURL = "home_page_url"

    static let table = JSONNameTable<FeedReferenceMember>()
    static let section = "JSON Feed 1.1 \"Extensions\""
}
