extension ComparableURL {
    /// Ways in which a URL may be the same as another one, the strictest first: to the letter, without differences that
    /// never make another page (``text(_:)``), and without those that hardly ever do (``canonical(_:)``).
    package static func likenesses(to url: String) -> [(String) -> Bool] {
        let (text, canonical) = (text(url), canonical(url))
        return [
            { $0 == url },
            { Self.text($0) == text },
            { Self.canonical($0) == canonical },
        ]
    }
}
