internal import FeedText
package import TributaryPluginKit

/// The engine's HTTP client: many requests at once, each within limits, each redirect followed by hand.
///
/// One client serves a whole run. It ends its thread when it is released.
package struct FeedHTTPClient: HTTPClient {
    private let userAgent: String
    private let limits: HTTPLimits
    private let ownHosts: Set<String>
    private let proxies: ProxyEnvironment
    private let pool: TransferPool

    /// A client that asks nothing yet.
    ///
    /// - Parameters:
    ///   - userAgent: see `userAgent(version:projectURL:contact:)`.
    ///   - limits: what a run may take; their deadline counts from now.
    ///   - ownHosts: servers that are one's own: private addresses are allowed there, and the per-host limit is not kept.
    ///   - proxies: the environment's proxies, for requests whose settings name none.
    package init(
        userAgent: String, limits: HTTPLimits = HTTPLimits(), ownHosts: [String] = [],
        proxies: ProxyEnvironment = ProxyEnvironment([:])
    ) {
        self.userAgent = userAgent
        self.limits = limits
        self.ownHosts = Set(ownHosts.map(HostName.ascii))
        self.proxies = proxies
        pool = TransferPool(limits: limits)
    }

    /// The `User-Agent` by which a server's operator can find out who asks.
    package static func userAgent(version: String, projectURL: String, contact: String?) -> String {
        "Tributary/\(version) (+\(projectURL)\(contact.map { "; \($0)" } ?? ""))"
    }

    /// Sends a request, follows redirects, and waits for the whole, decoded response, whatever its status.
    package func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let start = try WebURL(request.url)
        var hop = try makeHop(to: start, for: request, from: start)
        var redirects: [HTTPResponse.Redirect] = []
        var seen: Set<String> = [start.text]
        while true {
            let response = try await pool.response(to: hop).get()
            guard [301, 302, 303, 307, 308].contains(response.status) else {
                var whole = HTTPResponse(
                    status: response.status, url: hop.url.text, redirects: redirects, headers: response.headers,
                    body: response.body, remarks: response.remarks)
                whole.receivedSize = response.receivedSize
                whole.transferTime = limits.total - (response.due - ContinuousClock.now)
                whole.receivedBody = response.receivedBody
                whole.memory = response.memory
                return whole
            }
            let target = try self.target(of: response, from: hop.url)
            guard seen.insert(target.text).inserted else {
                throw HTTPFailure(.redirect, "redirects lead in a circle, back to \(URLText.redacted(target.text))")
            }
            guard redirects.count < limits.redirects else {
                throw HTTPFailure(
                    .redirect, "over \(limits.redirects) redirects, the last one to \(URLText.redacted(target.text))")
            }
            redirects.append(HTTPResponse.Redirect(status: response.status, target: target.text))
            var next = try makeHop(to: target, for: request, from: start)
            next.due = response.due
            next.isContinued = true
            // A redirect of a POST is asked with GET (RFC 9110 §15.4.2 to 15.4.4), but for 307 and 308.
            let becomesGet =
                response.status == 303 ? hop.method != "HEAD" : response.status < 303 && hop.method == "POST"
            (next.method, next.body) = becomesGet ? ("GET", nil) : (hop.method, hop.body)
            hop = next
        }
    }
}

// MARK: - Private

extension FeedHTTPClient {
    private func target(of response: HopResponse, from url: WebURL) throws(HTTPFailure) -> WebURL {
        guard let location = response.header("location"), !location.isEmpty else {
            throw HTTPFailure(.redirect, "\(url.place) redirects (status \(response.status)) without saying where to")
        }
        do throws(HTTPFailure) {
            return try url.resolving(location)
        } catch {
            throw HTTPFailure(.redirect, "\(url.place) redirects to what cannot be followed: \(error.message)")
        }
    }

    /// What goes to one URL: own headers, credentials and the client certificate only to the origin of the request.
    private func makeHop(to url: WebURL, for request: HTTPRequest, from start: WebURL) throws(HTTPFailure) -> Hop {
        let settings = request.settings
        let isOwnOrigin = url.hasSameOrigin(as: start)
        let name = HostName.ascii(url.host)
        let isOwnHost = ownHosts.contains(name)
        let mayBePrivate = isOwnHost || request.namedHost.map(HostName.ascii) == name
        if !mayBePrivate, let kind = PrivateAddress.kind(ofText: name) {
            throw Transfer.forbidden(url.host, kind: kind, of: url)
        }
        let proxy = settings.proxy ?? proxies.proxy(scheme: url.scheme, host: url.host)
        // A proxy looks the name up itself, so all that can be judged here is the name.
        if !mayBePrivate, proxy != nil, HostName.isPrivate(name) { throw Transfer.forbidden(url) }
        return Hop(
            url: url, method: request.method, largestBody: request.largestBody, timeout: request.timeout,
            lines: headers(to: url, for: request, isOwnOrigin: isOwnOrigin).map(HeadField.line), body: request.body,
            credentials: isOwnOrigin ? credentials(settings, start) : nil,
            usesNetrc: isOwnOrigin && settings.usesNetrc,
            certificateAuthorities: url.host == start.host ? settings.certificateAuthorities : nil,
            clientCertificate: isOwnOrigin ? settings.clientCertificate : nil,
            clientKey: isOwnOrigin ? settings.clientKey : nil,
            proxy: proxy, mayBePrivate: mayBePrivate,
            isOwnHost: isOwnHost, watch: request.watch, isContinued: false, due: nil)
    }

    private func credentials(
        _ settings: HTTPSettings, _ start: WebURL
    ) -> (user: String, password: String, kind: HTTPSettings.Authentication)? {
        guard let user = settings.user ?? start.user else { return nil }
        let password = settings.user == nil ? start.password : settings.password
        return (user, password ?? "", settings.authentication)
    }

    private func headers(to url: WebURL, for request: HTTPRequest, isOwnOrigin: Bool) -> [HTTPField] {
        var fields = [
            HTTPField(name: "User-Agent", value: userAgent),
            HTTPField(name: "Accept", value: request.accept ?? "*/*"),
            HTTPField(name: "Accept-Encoding", value: ContentCoding.accepted),
        ]
        guard isOwnOrigin else { return fields + conditions(for: url, request.validators) }
        var own = request.settings.headers + request.headers
        if let token = request.settings.bearer {
            own.append(HTTPField(name: "Authorization", value: "Bearer \(token)"))
        }
        let names = Set(own.map { $0.name.lowercased() })
        fields.removeAll { names.contains($0.name.lowercased()) }
        return fields + own + conditions(for: url, request.validators)
    }

    /// The conditions, verbatim, for the very URL that the validators came from.
    private func conditions(for url: WebURL, _ validators: Validators?) -> [HTTPField] {
        guard let validators, let source = validators.url, source == url.text || (try? WebURL(source))?.text == url.text
        else { return [] }
        return [("If-None-Match", validators.etag), ("If-Modified-Since", validators.lastModified)].compactMap {
            name, value in value.map { HTTPField(name: name, value: $0) }
        }
    }
}
