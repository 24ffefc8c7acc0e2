public import FeedJSON
import FeedModel
import FeedText
import FeedXML

/// What the podcast namespaces say: Apple's (`itunes`), Podcasting 2.0's (`podcast`), Podlove's chapters (`psc`).
///
/// The extension object `_podcast` of an entry has the keys `title`, `subtitle`, `summary`, `author`, `season`,
/// `season_name`, `episode`, `episode_type`, `explicit`, `blocked`, `image`, `transcripts` (`url`, `mime_type`, `language`, `rel`),
/// `chapters_url`, `chapters` (`start`, `title`, `url`, `image`), `persons` (`name`, `role`, `group`, `url`, `image`),
/// `soundbites` (`start`, `duration`, `title`) and `location`; of a feed `author`, `owner` (`name`, `email`),
/// `subtitle`, `type`, `explicit`, `blocked`, `complete`, `new_feed_url`, `categories` (each a path of names), `guid`,
/// `locked`, `medium`, `funding` (`url`, `title`), `persons` and `location`.
public enum PodcastElements {
    /// The extension object of an entry.
    public static func entryObject(of entry: FeedElement) -> JSONObject {
        var object = JSONObject()
        var transcripts: [JSONObject] = []
        var persons: [JSONObject] = []
        var soundbites: [JSONObject] = []
        for child in entry.children {
            switch (FeedNamespace(rawValue: child.name.namespace), FeedTerm(rawValue: child.name.local)) {
            case (.itunes, .title): object.set("title", child.titleText())
            case (.itunes, .subtitle): object.set("subtitle", child.titleText())
            case (.itunes, .summary): object.set("summary", child.plainText(.html))
            case (.itunes, .author): object.set("author", child.titleText())
            case (.itunes, .season): object.set("season", child.integer)
            case (.podcast, .season):
                object.set("season", child.integer)
                object.set("season_name", child.attribute(.name))
            case (.itunes, .episode), (.podcast, .episode): object.set("episode", child.text.flatMap { Double($0) })
            case (.itunes, .episodeType): object.set("episode_type", child.text?.asciiLowercased)
            case (.itunes, .explicit): object.set("explicit", child.bool)
            case (.itunes, .block): object.set("blocked", child.bool)
            case (.itunes, .image): object.set("image", child.url(.href) ?? child.url(.url) ?? child.url)
            case (.podcast, .transcript):
                if let transcript = link(child) { transcripts.append(transcript) }
            case (.podcast, .chapters): object.set("chapters_url", child.url(.url))
            case (.chapters, .chapters): object.set("chapters", child.all(.chapters, .chapter).map(chapter))
            case (.podcast, .person): if let person = person(child) { persons.append(person) }
            case (.podcast, .soundbite): soundbites.append(soundbite(child))
            case (.podcast, .location): object.set("location", child.plainText(.plain))
            default: break
            }
        }
        object.set("transcripts", transcripts)
        object.set("persons", persons)
        object.set("soundbites", soundbites)
        return object
    }

    /// The extension object of a feed.
    public static func feedObject(of feed: FeedElement) -> JSONObject {
        var object = JSONObject()
        var categories: [JSONValue] = []
        var funding: [JSONObject] = []
        var persons: [JSONObject] = []
        for child in feed.children {
            switch (FeedNamespace(rawValue: child.name.namespace), FeedTerm(rawValue: child.name.local)) {
            case (.itunes, .author): object.set("author", child.titleText())
            case (.itunes, .owner): object.set("owner", owner(child))
            case (.itunes, .subtitle): object.set("subtitle", child.titleText())
            case (.itunes, .type): object.set("type", child.text?.asciiLowercased)
            case (.itunes, .explicit): object.set("explicit", child.bool)
            case (.itunes, .block): object.set("blocked", child.bool)
            case (.itunes, .complete): object.set("complete", child.bool)
            case (.itunes, .newFeedURL): object.set("new_feed_url", child.url)
            case (.itunes, .category): categories += self.categories(child)
            case (.podcast, .guid): object.set("guid", child.text)
            case (.podcast, .locked): object.set("locked", child.bool)
            case (.podcast, .medium): object.set("medium", child.text)
            case (.podcast, .funding):
                if let url = child.url(.url) {
                    var fund: JSONObject = ["url": .string(url)]
                    fund.set("title", child.plainText(.plain))
                    funding.append(fund)
                }
            case (.podcast, .person): if let person = person(child) { persons.append(person) }
            case (.podcast, .location): object.set("location", child.plainText(.plain))
            default: break
            }
        }
        if !categories.isEmpty { object["categories"] = .array(categories) }
        object.set("funding", funding)
        object.set("persons", persons)
        return object
    }
}

extension PodcastElements {
    private static func link(_ element: FeedElement) -> JSONObject? {
        guard let url = element.url(.url) else { return nil }
        var object: JSONObject = ["url": .string(url)]
        object.set("mime_type", element.attribute(.type))
        object.set("language", element.attribute(.language))
        object.set("rel", element.attribute(.rel))
        return object
    }

    private static func chapter(_ element: FeedElement) -> JSONObject {
        var object = JSONObject()
        object.set("start", element.attribute(.start).flatMap(DurationText.seconds))
        object.set("title", element.attribute(.title))
        object.set("url", element.url(.href))
        object.set("image", element.url(.image))
        return object
    }

    private static func person(_ element: FeedElement) -> JSONObject? {
        guard let name = element.plainText(.plain) else { return nil }
        var object: JSONObject = ["name": .string(name)]
        object.set("role", element.attribute(.role))
        object.set("group", element.attribute(.group))
        object.set("url", element.url(.href))
        object.set("image", element.url(.img))
        return object
    }

    private static func soundbite(_ element: FeedElement) -> JSONObject {
        var object = JSONObject()
        object.set("start", element.attribute(.startTime).flatMap(DurationText.seconds))
        object.set("duration", element.attribute(.duration).flatMap(DurationText.seconds))
        object.set("title", element.plainText(.plain))
        return object
    }

    private static func owner(_ element: FeedElement) -> JSONObject {
        var object = JSONObject()
        object.set("name", element.first(.itunes, .name)?.plainText(.plain))
        object.set("email", element.first(.itunes, .email)?.text)
        return object
    }

    private static func categories(_ element: FeedElement) -> [JSONValue] {
        guard let name = element.attribute(.text) ?? element.plainText(.plain) else { return [] }
        let below = element.all(.itunes, .category).compactMap { $0.attribute(.text) }
        if below.isEmpty { return [.array([.string(name)])] }
        return below.map { .array([.string(name), .string($0)]) }
    }
}
