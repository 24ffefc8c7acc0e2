import FeedText
import TributaryPluginKit

/// What sites say to robots, each asked once (RFC 9309).
actor RobotsFiles {
    /// Whether a page may be asked for.
    enum Answer: Sendable {
        case allowed, forbidden
        /// The file could not be read, so nothing may be asked for.
        case unknown(String)
    }

    private enum File {
        case rules(RobotsRules)
        case unreadable(String)
    }

    private enum State {
        /// Being fetched, and who waits for it.
        case awaited([CheckedContinuation<File, Never>])
        case known(File)
    }

    private let http: any HTTPClient
    private let timeout: Duration
    private var states: [String: State] = [:]

    /// Longer files are read up to here (RFC 9309 §2.5 asks for 500 KiB).
    private static let longest = 512 << 10

    init(http: any HTTPClient, timeout: Duration) {
        self.http = http
        self.timeout = timeout
    }

    /// What the site of a URL says of it.
    func answer(for url: String) async -> Answer {
        guard let parts = URLParts(url), parts.host != nil else { return .forbidden }
        switch await file(of: parts.origin) {
        case .unreadable(let reason): return .unknown(reason)
        case .rules(let rules):
            let path = parts.path.isEmpty ? "/" : parts.path
            return rules.allows(parts.query.map { "\(path)?\($0)" } ?? path) ? .allowed : .forbidden
        }
    }

    private func file(of origin: String) async -> File {
        switch states[origin] {
        case .known(let file): return file
        case .awaited: return await withCheckedContinuation { wait(for: origin, $0) }
        case nil: break
        }
        states[origin] = .awaited([])
        let file = await fetch(origin)
        if case .awaited(let waiting) = states[origin] {
            for continuation in waiting { continuation.resume(returning: file) }
        }
        // Who was cancelled has learned nothing for those who come later.
        states[origin] = Task.isCancelled ? nil : .known(file)
        return file
    }

    private func wait(for origin: String, _ continuation: CheckedContinuation<File, Never>) {
        if case .awaited(var waiting) = states[origin] {
            waiting.append(continuation)
            states[origin] = .awaited(waiting)
        }
    }

    private func fetch(_ origin: String) async -> File {
        var request = HTTPRequest(url: origin + "/robots.txt")
        request.accept = "text/plain"
        request.timeout = timeout
        do throws(HTTPFailure) {
            let response = try await http.response(to: request)
            switch response.status {
            case 200..<300: return .rules(RobotsRules(response.body.prefix(Self.longest), for: "tributary"))
            // RFC 9309 §2.3.1.3: a site without the file allows everything.
            case 400..<500 where response.status != 429: return .rules(RobotsRules())
            default: return .unreadable("the server answers with status \(response.status)")
            }
        } catch {
            return .unreadable(error.message)
        }
    }
}
