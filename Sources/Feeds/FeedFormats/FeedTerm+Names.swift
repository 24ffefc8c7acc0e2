/// The names as documents write them.
extension FeedTerm {
    /// The name as documents write it.
    var text: String { FeedTerm.texts[Int(rawValue) - 1] }

    /// In the order of the cases.
    ///
    /// To ask the cases for their names takes a millisecond at every start.
    private static let texts = """
        feed entry title link id updated modified published issued created author contributor name uri url email \
        homepage summary content subtitle tagline category term label scheme generator version rights copyright \
        logo icon source info href rel type hreflang length mode src base lang rss RDF channel item items image \
        textInput description pubDate lastBuildDate language managingEditor webMaster docs ttl skipHours skipDays \
        hour day cloud domain port path registerProcedure protocol rating comments enclosure guid isPermaLink \
        width height about resource encoded body div fullitem creator date subject publisher identifier \
        dateCopyrighted available group thumbnail medium fileSize isDefault expression bitrate framerate \
        samplingrate channels duration player keywords credit role community starRating statistics average count \
        min max views favorites restriction time text start end explicit episode season episodeType block \
        complete owner new-feed-url order isClosedCaptioned transcript chapters chapter person funding locked \
        soundbite startTime location value alternateEnclosure integrity trailer img commentRss comment section \
        department in-reply-to ref total origLink feedburnerHostId point lat long pos videoId channelId archive \
        publicationDate license updatePeriod updateFrequency markdown code default li Bag
        """.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
}
