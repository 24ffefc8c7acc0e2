import FeedHTML
import FeedJSON
public import FeedModel
import FeedText
import FeedXML

/// Completes an entry with what the modules say that every format may carry.
public enum EntryElements {
    /// Adds files, pictures, tags, people, dates, and the extension objects `_media`, `_podcast`, `_comments`, `_geo`.
    ///
    /// What the format's own elements have given stands; a module fills what is missing.
    /// - Parameters:
    ///   - entry: holds what the format's own elements say.
    ///   - element: the entry's element.
    ///   - links: the entry's links, for those that lead to replies.
    public static func complete(
        _ entry: inout Entry, from element: FeedElement, links: [FeedLink], findings: inout FeedFindings
    ) {
        if element.holdsModules {
            completeText(&entry, from: element)
            completePeople(&entry, from: element)
            completeDates(&entry, from: element, findings: &findings)
            completeTags(&entry, from: element)
            completePodcast(&entry, from: element)
            completeMedia(&entry, from: element)
            if element.mayHold(.geo) || element.mayHold(.geoRSS) {
                entry.extensions.set("_geo", SharedElements.geoObject(of: element))
            }
            entry.language = entry.language ?? element.first(.dc, .language)?.languageTag
        }
        entry.extensions.set("_comments", SharedElements.commentsObject(of: element, links: links))
        RepeatedElements.note(in: element, findings: &findings)
        SharedElements.unify(&entry)
        if entry.title == nil { readTitlePicture(of: element, into: &entry) }
        if entry.image == nil {
            entry.image = entry.attachments.first { $0.mimeType?.asciiLowercased.hasPrefix("image/") == true }?.url
        }
    }

    /// A title that is only a picture: its words are the picture's.
    private static func readTitlePicture(of element: FeedElement, into entry: inout Entry) {
        guard let html = element.firstWithText(.core, .title)?.html(),
            let picture = HTMLSummary.image(in: html, where: { _ in true })
        else { return }
        entry.title = picture.alternativeText
        entry.image = entry.image ?? picture.url
    }

    private static func completeText(_ entry: inout Entry, from element: FeedElement) {
        entry.title = entry.title ?? element.first(.dc, .title)?.titleText()
        entry.externalURL = entry.externalURL ?? element.first(.feedburner, .origLink)?.url
        guard entry.contentHTML == nil else { return }
        if let encoded = element.first(.content, .encoded)?.html() {
            entry.summary = entry.summary ?? entry.contentText
            entry.contentText = nil
            entry.contentHTML = encoded
        } else if entry.contentText == nil {
            entry.contentHTML = element.first(.dc, .description)?.html()
        }
    }

    private static func completePeople(_ entry: inout Entry, from element: FeedElement) {
        for namespace in [FeedNamespace.dc, .dcTerms] where entry.authors.isEmpty {
            for creator in element.all(namespace, .creator) {
                Persons.add(Persons.person(creator), to: &entry.authors)
            }
        }
        guard entry.authors.isEmpty else { return }
        for name in [
            XMLName(.itunes, .author), XMLName(.googlePlay, .author), XMLName(.atom, .author), XMLName(.dc, .author),
        ] where entry.authors.isEmpty {
            Persons.add(element.first(name).flatMap(Persons.person), to: &entry.authors)
        }
    }

    private static let publishedNames = [
        XMLName(.dc, .date), XMLName(.dcTerms, .issued), XMLName(.dcTerms, .created), XMLName(.dcTerms, .available),
        XMLName(.dcTerms, .date), XMLName(.atom, .published), XMLName(.atom, .issued), XMLName(.atom, .created),
        XMLName(.prism, .publicationDate),
    ]
    private static let modifiedNames = [
        XMLName(.dcTerms, .modified), XMLName(.atom, .updated), XMLName(.atom, .modified),
    ]

    private static func completeDates(
        _ entry: inout Entry, from element: FeedElement, findings: inout FeedFindings
    ) {
        for name in publishedNames where entry.datePublished == nil {
            entry.datePublished = element.first(name)?.timestamp(findings: &findings)
        }
        for name in modifiedNames where entry.dateModified == nil {
            entry.dateModified = element.first(name)?.timestamp(findings: &findings)
        }
    }

    private static func completeTags(_ entry: inout Entry, from element: FeedElement) {
        guard element.mayHold(.dc) || element.mayHold(.atom) || element.mayHold(.itunes) else { return }
        for child in element.children {
            switch (FeedNamespace(rawValue: child.name.namespace), FeedTerm(rawValue: child.name.local)) {
            case (.dc, .subject): SharedElements.add(tag: child.titleText(), to: &entry.tags)
            case (.atom, .category):
                SharedElements.add(tag: child.attribute(.label) ?? child.attribute(.term), to: &entry.tags)
            case (.itunes, .keywords): for word in child.words { SharedElements.add(tag: word, to: &entry.tags) }
            default: break
            }
        }
    }

    private static func completePodcast(_ entry: inout Entry, from element: FeedElement) {
        guard
            element.mayHold(.itunes) || element.mayHold(.podcast) || element.mayHold(.chapters)
                || element.mayHold(.googlePlay)
        else { return }
        let podcast = PodcastElements.entryObject(of: element)
        entry.extensions.set("_podcast", podcast)
        entry.image =
            entry.image ?? podcast["image"]?.stringValue
            ?? SharedElements.imageURL(element.first(.googlePlay, .image))
        entry.title = entry.title ?? podcast["title"]?.stringValue
        guard let text = element.first(.itunes, .duration)?.text, let seconds = DurationText.seconds(text) else {
            return
        }
        let index = entry.attachments.firstIndex {
            $0.mimeType?.hasPrefix("audio/") == true || $0.mimeType?.hasPrefix("video/") == true
        }
        guard let index = index ?? entry.attachments.indices.first else { return }
        entry.attachments[index].durationInSeconds = entry.attachments[index].durationInSeconds ?? seconds
    }

    private static func completeMedia(_ entry: inout Entry, from element: FeedElement) {
        guard element.mayHold(.media) else { return }
        let media = MediaElements(of: element)
        for attachment in media.attachments { SharedElements.add(attachment, to: &entry.attachments) }
        for tag in media.tags { SharedElements.add(tag: tag, to: &entry.tags) }
        entry.image = entry.image ?? media.image
        entry.title = entry.title ?? media.title
        if entry.contentHTML == nil, entry.contentText == nil, let description = media.description {
            switch description.syntax {
            case .html: entry.contentHTML = description.text
            case .plain: entry.contentText = description.text
            }
        }
        entry.extensions.set("_media", media.extensionObject)
    }
}
