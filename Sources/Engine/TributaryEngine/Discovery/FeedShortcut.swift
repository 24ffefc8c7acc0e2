import FeedText

/// Short ways to write where the feeds of some big sites are.
package enum FeedShortcut {
    /// What a text is.
    package enum Meaning: Sendable, Hashable {
        /// No shortcut: an address or a path as it stands.
        case plain
        /// A shortcut for an address, which is a feed or a page that declares one.
        case address(String)
        /// It begins like a shortcut, but what follows does not fit: why, lower case, no full stop.
        case mistake(String)
    }

    /// The shortcuts as help shows them.
    package static let forms =
        "gh:OWNER/REPOSITORY (releases; /tags and /commits too), yt:@HANDLE, yt:CHANNEL or yt:PLAYLIST, @USER@HOST (Mastodon), "
        + "r/NAME and u/NAME (Reddit)"

    /// What a text that stands in an address's place means.
    ///
    /// A file that is named like a shortcut is written with `./` before it.
    package static func meaning(of text: String) -> Meaning {
        if text.hasPrefix("gh:") { return github(text.dropFirst(3)) }
        if text.hasPrefix("yt:") { return youtube(text.dropFirst(3)) }
        if text.hasPrefix("@") { return mastodon(text.dropFirst()) }
        for (prefix, folder) in [("r/", "r"), ("/r/", "r"), ("u/", "user"), ("/u/", "user")] {
            guard text.hasPrefix(prefix) else { continue }
            let name = text.dropFirst(prefix.utf8.count)
            // Anything else is a path.
            guard isName(name, also: "_-"), name.utf8.count <= 21 else { return .plain }
            return .address("https://www.reddit.com/\(folder)/\(name)/.rss")
        }
        return youtubeAddress(text).map(Meaning.address) ?? .plain
    }
}

// MARK: - Sites

extension FeedShortcut {
    private static func github(_ text: Substring) -> Meaning {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 2, isName(parts[0], also: "-"), isName(parts[1], also: "-_.") else {
            return .mistake("gh: takes the owner and the name of a repository: gh:OWNER/REPOSITORY")
        }
        let repository = "https://github.com/\(parts[0])/\(parts[1])"
        switch parts.dropFirst(2).joined(separator: "/") {
        case "", "releases": return .address("\(repository)/releases.atom")
        case "tags": return .address("\(repository)/tags.atom")
        case "commits": return .address("\(repository)/commits.atom")
        case let rest:
            return .mistake("\"\(rest)\" of a repository has no feed; there are releases, tags and commits")
        }
    }

    private static let videos = "https://www.youtube.com/feeds/videos.xml"

    private static func youtube(_ text: Substring) -> Meaning {
        if text.hasPrefix("@") {
            let name = text.dropFirst()
            guard !name.isEmpty, !name.utf8.contains(where: { [0x20, 0x23, 0x2F, 0x3F].contains($0) }) else {
                return .mistake("yt:@ takes the handle of a channel: yt:@HANDLE")
            }
            return .address("https://www.youtube.com/@\(URLText.encodedComponent(String(name)))")
        }
        guard isName(text, also: "-_") else {
            return .mistake("yt: takes a handle, the id of a channel or of a playlist: yt:@HANDLE, yt:UC…, yt:PL…")
        }
        return .address(isChannel(text) ? "\(videos)?channel_id=\(text)" : "\(videos)?playlist_id=\(text)")
    }

    /// The feed of the channel or the playlist that an address of YouTube is of; nil for any other.
    private static func youtubeAddress(_ text: String) -> String? {
        guard let parts = URLParts(text), let host = parts.host,
            ["youtube.com", "www.youtube.com", "m.youtube.com"].contains(host)
        else { return nil }
        let path = parts.path.split(separator: "/")
        if path.count >= 2, path[0] == "channel", isChannel(path[1]) { return "\(videos)?channel_id=\(path[1])" }
        guard path == ["playlist"],
            let list = parts.query?.split(separator: "&").first(where: { $0.hasPrefix("list=") })
        else { return nil }
        let id = list.dropFirst(5)
        return isName(id, also: "-_") ? "\(videos)?playlist_id=\(id)" : nil
    }

    private static func isChannel(_ id: Substring) -> Bool {
        id.hasPrefix("UC") && id.utf8.count == 24 && isName(id, also: "-_")
    }

    private static func mastodon(_ text: Substring) -> Meaning {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, isName(parts[0], also: "_.-"),
            let url = URLParts("https://\(parts[1])/@\(parts[0]).rss"),
            let host = url.host, host.utf8.contains(UInt8(ascii: ".")), url.userinfo == nil,
            url.path == "/@\(parts[0]).rss", url.query == nil, url.fragment == nil
        else { return .mistake("an account is written @USER@HOST, such as @ines@social.example") }
        return .address(url.text)
    }

    /// Whether a text is of ASCII letters, digits and some other characters, and not empty.
    private static func isName(_ text: Substring, also others: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || others.utf8.contains($0) }
            && text != "." && text != ".."
    }
}
