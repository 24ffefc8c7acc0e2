/// What a map can fill in of an entry: JSON Feed's names, and some that say in which form a field comes.
package enum EntryMapField: String, Sendable, CaseIterable {
    case id
    case url
    case externalURL = "external_url"
    case title
    case titleHTML = "title_html"
    case contentHTML = "content_html"
    case contentText = "content_text"
    case summary
    case summaryHTML = "summary_html"
    case image
    case bannerImage = "banner_image"
    case datePublished = "date_published"
    case dateModified = "date_modified"
    case language
    case tags
    case authors
    case authorURLs = "author_urls"
    case authorAvatars = "author_avatars"
    case attachments
    case attachmentTypes = "attachment_types"

    /// What the values of a field are.
    package enum Form: Sendable {
        case text
        case html
        case url
        case date
    }

    /// What the field's values are.
    package var form: Form {
        switch self {
        case .url, .externalURL, .image, .bannerImage, .authorURLs, .authorAvatars, .attachments: .url
        case .titleHTML, .contentHTML, .summaryHTML: .html
        case .datePublished, .dateModified: .date
        case .id, .title, .contentText, .summary, .language, .tags, .authors, .attachmentTypes: .text
        }
    }

    /// Whether all values count, not the first alone.
    package var isList: Bool {
        switch self {
        case .tags, .authors, .authorURLs, .authorAvatars, .attachments, .attachmentTypes: true
        default: false
        }
    }

    /// What it is, for documentation.
    var summary: String {
        switch self {
        case .id: "What identifies the entry; without it its URL does."
        case .url: "The entry's page."
        case .externalURL: "The page that the entry is about, elsewhere."
        case .title: "The title, as plain text."
        case .titleHTML: "The title where it comes as HTML."
        case .contentHTML: "The whole text as HTML."
        case .contentText: "The whole text as plain text."
        case .summary: "A sentence or two."
        case .summaryHTML: "A sentence or two that come as HTML."
        case .image: "The main image."
        case .bannerImage: "An image for the head of a page."
        case .datePublished: "When it was published: any form of date, or seconds or milliseconds since 1970."
        case .dateModified: "When it was last changed."
        case .language: "The language of the text."
        case .tags: "Labels: all values that are found."
        case .authors: "Names of authors: all values that are found."
        case .authorURLs: "The authors' pages, in the same order."
        case .authorAvatars: "The authors' images, in the same order."
        case .attachments: "Files that belong to the entry: all URLs that are found."
        case .attachmentTypes: "The files' media types, in the same order."
        }
    }
}
