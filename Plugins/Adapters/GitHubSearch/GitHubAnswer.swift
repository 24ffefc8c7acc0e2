import FeedJSON
import FeedModel
import FeedText
import TributaryPluginKit

/// One page of a search.
struct GitHubAnswer {
    /// The repositories as entries; what lacks a name or an address is left out.
    let repositories: [Entry]
    /// How many results were left out.
    let leftOut: Int
    /// Whether the search ran out of time before it had looked everywhere.
    let isIncomplete: Bool

    /// Reads an answer.
    ///
    /// - Throws: ``ReadFailure`` where it is none of a search.
    init(_ response: HTTPResponse) throws(ReadFailure) {
        let value: JSONValue
        do throws(JSONSyntaxError) {
            value = try JSONValue(parsing: response.body)
        } catch {
            throw ReadFailure(.notAFeed, "the answer is no JSON: \(error.message)")
        }
        guard let answer = value.objectValue, let items = answer["items"]?.arrayValue else {
            let message = value.objectValue?["message"]?.stringValue.map { ": \(DisplayText.singleLine($0))" } ?? ""
            throw ReadFailure(.notAFeed, "the answer is none of a search\(message)")
        }
        repositories = items.compactMap { $0.objectValue.flatMap(Self.entry) }
        leftOut = items.count - repositories.count
        isIncomplete = answer["incomplete_results"]?.boolValue ?? false
    }

    /// Why a status brings no page, and when to ask again.
    ///
    /// A 403 is a rate limit where nothing remains of it, or where it says when to come again; GitHub's secondary limits
    /// say so with `Retry-After`, the primary ones with `X-RateLimit-Reset`, in seconds since 1970.
    static func failure(for response: HTTPResponse, at now: Timestamp) -> ReadFailure {
        let wait = response.header("Retry-After").flatMap(Int64.init).flatMap { $0 >= 0 ? $0 : nil }
        let isUsedUp = response.header("X-RateLimit-Remaining") == "0"
        switch response.status {
        case 403 where isUsedUp || wait != nil, 429:
            let reset = response.header("X-RateLimit-Reset").flatMap(Int64.init)
            let untilReset = isUsedUp || wait == nil ? reset.map { $0.subtractingSaturated(now.seconds) } : nil
            // A wrong clock, ours or theirs, must not stop the subscription for good.
            let seconds = max(wait ?? 0, untilReset.map { max(1, min($0, 86400)) } ?? (wait == nil ? 60 : 0))
            return ReadFailure(
                .unavailable,
                "HTTP status \(response.status): GitHub's limit of requests is reached; it takes the next one in "
                    + "\(seconds) s, more of them with a \"token\"", retryAfter: seconds)
        case 401:
            return ReadFailure(.unavailable, "HTTP status 401: GitHub does not know the \"token\"")
        case 422:
            return ReadFailure(.unavailable, "HTTP status 422\(message(of: response)); check the \"query\"")
        default:
            var failure = DocumentRequest.failure(for: response)
            failure.message += message(of: response)
            return failure
        }
    }

    private static func message(of response: HTTPResponse) -> String {
        guard let message = (try? JSONValue(parsing: response.body))?.objectValue?["message"]?.stringValue else {
            return ""
        }
        return ": \(DisplayText.singleLine(String(message.prefix(200))))"
    }
}

// MARK: - Repositories

extension GitHubAnswer {
    private static func entry(of repository: JSONObject) -> Entry? {
        guard let name = repository["full_name"]?.stringValue, let url = repository["html_url"]?.stringValue else {
            return nil
        }
        var entry = Entry(id: repository["id"]?.intValue.map { "github:\($0)" } ?? url, url: url, title: name)
        entry.summary = filled(repository["description"])
        entry.contentText = entry.summary
        entry.externalURL = filled(repository["homepage"]).flatMap { URLText.resolve($0, against: nil) }
        entry.tags = (repository["topics"]?.arrayValue ?? []).compactMap(\.stringValue)
        entry.datePublished = (repository["created_at"]?.stringValue).flatMap(Timestamp.init(parsing:))
        entry.dateModified = (repository["pushed_at"]?.stringValue).flatMap(Timestamp.init(parsing:))
        if let owner = repository["owner"]?.objectValue {
            let author = Author(
                name: filled(owner["login"]), url: filled(owner["html_url"]), avatar: filled(owner["avatar_url"]))
            if !author.isEmpty { entry.authors = [author] }
        }
        let facts = facts(of: repository)
        if !facts.isEmpty { entry.extensions["_github"] = .object(facts) }
        return entry
    }

    /// What has no field in JSON Feed, by names of our own.
    private static func facts(of repository: JSONObject) -> JSONObject {
        let names = [
            ("stars", "stargazers_count"), ("forks", "forks_count"), ("watchers", "watchers_count"),
            ("open_issues", "open_issues_count"), ("language", "language"), ("archived", "archived"),
        ]
        var facts = JSONObject()
        for (name, written) in names {
            if let value = repository[written], value != .null { facts[name] = value }
        }
        if let license = filled(repository["license"]?.objectValue?["spdx_id"]) { facts["license"] = .string(license) }
        return facts
    }

    private static func filled(_ value: JSONValue?) -> String? {
        guard let text = value?.stringValue?.trimmingASCIIWhitespace, !text.isEmpty else { return nil }
        return text
    }
}

extension Int64 {
    fileprivate func subtractingSaturated(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (self < 0 ? .min : .max) : difference
    }
}
