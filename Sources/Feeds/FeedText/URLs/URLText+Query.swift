extension URLText {
    /// An absolute URL with a parameter of its query set, in its place or at the end; nil if it is no URL.
    ///
    /// Of several parameters with the name the first is set, the others go.
    public static func setting(_ name: String, to value: String, in url: String) -> String? {
        guard var parts = URLParts(url) else { return nil }
        let written = "\(encodedComponent(name))=\(encodedComponent(value))"
        var parameters = (parts.query ?? "").split(separator: "&").map(String.init)
        func isNamed(_ parameter: String) -> Bool {
            let written = parameter.prefix { $0 != "=" }
            return written == name[...] || written == encodedComponent(name)[...]
        }
        if let place = parameters.firstIndex(where: isNamed) {
            let kept = parameters[..<place] + [written] + parameters[(place + 1)...].filter { !isNamed($0) }
            parameters = Array(kept)
        } else {
            parameters.append(written)
        }
        parts.query = parameters.joined(separator: "&")
        return parts.text
    }
}
