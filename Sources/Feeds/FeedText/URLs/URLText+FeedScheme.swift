extension URLText {
    /// The URL without the scheme `feed:`, which some sites and readers write before `http:` or in its place.
    public static func withoutFeedScheme(_ text: String) -> String {
        guard scheme(of: text) == "feed" else { return text }
        let rest = String(text.dropFirst("feed:".count))
        return rest.hasPrefix("//") ? "https:" + rest : rest
    }
}
