import FeedJSON
import FeedModel
import FeedText
import LocalSystem
import ThreadExecutor
import TributaryEngine
import TributaryPluginKit

/// What servers have answered when a feed was added, or in a dry run, so that the run after it need not ask them again.
///
/// Answers are files of the user's cache for a quarter of an hour; a run that is none for trial takes them out. What is
/// held back by that is at most as old as the shortest interval at which strangers are asked; one's own servers are
/// always asked.
struct AnswerMemory: HTTPClient {
    /// For how long, and how many bytes of, answers are kept.
    private static let limits = DocumentLimits(age: 900, size: 256 << 20)

    private let client: any HTTPClient
    private let folder: CacheFolder
    /// The files that were there at the beginning, by the hash of the request.
    private let names: [UInt64: String]
    private let keeps: Bool
    private let ownHosts: OwnHosts
    private let secrets: Secrets
    private let clock: any WallClock

    /// The memory of a plan's servers.
    ///
    /// - Parameter keeps: whether answers are kept for the next run, and those that are there stay.
    init(
        of plan: Plan, in path: String, before client: any HTTPClient, keeps: Bool, clock: any WallClock
    ) async {
        folder = CacheFolder(path, on: ThreadExecutor(name: "answers"))
        let files = await folder.files()
        let old = Self.limits.surplus(of: files, at: clock.now)
        if !old.isEmpty { await folder.remove(old) }
        var names: [UInt64: String] = [:]
        for file in files where !old.contains(file.name) {
            if let hash = file.name.split(separator: "-").last.flatMap({ UInt64($0, radix: 16) }) {
                names[hash] = file.name
            }
        }
        self.names = names
        self.client = client
        self.keeps = keeps
        self.clock = clock
        ownHosts = plan.ownHosts
        secrets = plan.secrets
    }

    func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        guard request.method == "GET", !ownHosts.contains(request.url) else {
            return try await client.response(to: request)
        }
        let hash = hash(of: request)
        if let name = names[hash], let bytes = await folder.read(name), let kept = response(in: bytes) {
            if !keeps { await folder.remove([name]) }
            return kept
        }
        let response = try await client.response(to: request)
        // What failed may be put right by the next time.
        if keeps, (200..<300).contains(response.status) || response.status == 304 {
            _ = await folder.write(bytes(of: response), as: DocumentLimits.name(at: clock.now, hash: hash))
        }
        return response
    }
}

// MARK: - Private

extension AnswerMemory {
    /// What the answer depends on; `Accept` is left out, since the answer that was kept was good enough.
    ///
    /// Secrets count as the references that stand for them, since the names of files are seen.
    private func hash(of request: HTTPRequest) -> UInt64 {
        var hash = StableHash()
        hash.combine(secrets.redacted(request.url))
        for field in request.headers + request.settings.headers {
            hash.combine(field.name)
            hash.combine(secrets.redacted(field.value))
        }
        hash.combine(request.settings.user.map(secrets.redacted) ?? "")
        hash.combine(request.settings.bearer == nil ? 0 : 1)
        hash.combine(request.validators?.etag ?? "")
        hash.combine(request.validators?.lastModified ?? "")
        return hash.finish()
    }

    /// A line of JSON, and the body behind it.
    private func bytes(of response: HTTPResponse) -> [UInt8] {
        var head = JSONObject()
        head["status"] = .number(JSONNumber(response.status))
        head["url"] = .string(secrets.redacted(response.url))
        head["redirects"] = .array(
            response.redirects.map {
                ["status": .number(JSONNumber($0.status)), "target": .string(secrets.redacted($0.target))]
            })
        head["headers"] = .array(response.headers.map { [.string($0.name), .string(secrets.redacted($0.value))] })
        head["remarks"] = .array(response.remarks.map { .string($0) })
        return JSONValue.object(head).bytes() + [UInt8(ascii: "\n")] + response.body
    }

    private func response(in bytes: [UInt8]) -> HTTPResponse? {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
            let head = (try? JSONNode(parsing: Array(bytes[..<end])))?.value.objectValue,
            let status = head["status"]?.intValue, let url = head["url"]?.stringValue
        else { return nil }
        let redirects = (head["redirects"]?.arrayValue ?? []).compactMap { value -> HTTPResponse.Redirect? in
            guard let status = value.objectValue?["status"]?.intValue,
                let target = value.objectValue?["target"]?.stringValue
            else { return nil }
            return HTTPResponse.Redirect(status: status, target: secrets.restored(target))
        }
        let headers = (head["headers"]?.arrayValue ?? []).compactMap { value -> HTTPField? in
            guard let parts = value.arrayValue?.compactMap(\.stringValue), parts.count == 2 else { return nil }
            return HTTPField(name: parts[0], value: secrets.restored(parts[1]))
        }
        return HTTPResponse(
            status: status, url: secrets.restored(url), redirects: redirects, headers: headers,
            body: Array(bytes[(end + 1)...]), remarks: (head["remarks"]?.arrayValue ?? []).compactMap(\.stringValue))
    }
}

extension Wiring {
    /// A client that remembers what servers answer, or uses what they have answered.
    ///
    /// - Returns: the client itself where there is no place for that.
    func remembering(_ client: any HTTPClient, for plan: Plan, keeps: Bool) async -> any HTTPClient {
        guard let documents = plan.store.documentFolder else { return client }
        return await AnswerMemory(of: plan, in: documents + "-in-advance", before: client, keeps: keeps, clock: clock)
    }
}
