import Testing
import TributaryPluginKit
import TributaryTestOrigin

@testable import FeedHTTP

@Suite struct ClientTests {
    @Test("a body arrives decoded in every coding", arguments: OriginEncoding.allCases)
    func codings(encoding: OriginEncoding) async throws {
        let origin = try TestOrigin(["/feed": OriginResponse(feedText).with { $0.encoding = encoding }])
        let response = try await makeClient().response(to: request(origin.url("/feed")))
        #expect(response.status == 200)
        #expect(String(decoding: response.body, as: UTF8.self) == feedText)
        #expect(response.remarks == [])
        #expect(response.url == origin.url("/feed"))
        #expect(origin.requests.first?.headers["Accept-Encoding"] == "gzip, deflate, br, zstd")
    }

    @Test("chunks, and a body that only the connection's end ends, are whole")
    func framings() async throws {
        let origin = try TestOrigin([
            "/chunks": OriginResponse(feedText).with { $0.framing = .chunked },
            "/close": OriginResponse(feedText).with { $0.framing = .close },
        ])
        let client = makeClient()
        for path in ["/chunks", "/close"] {
            #expect(try await client.response(to: request(origin.url(path))).body == Array(feedText.utf8))
        }
    }

    @Test("a body that HTTP shows to be cut off is an error, never a shorter body")
    func truncation() async throws {
        let feed = OriginResponse(feedText)
        let origin = try TestOrigin([
            "/long": feed.with { $0.framing = .wrongLength(times: 2) },
            "/cut": feed.with { $0.ending = .cut(at: 0.5) },
            "/chunks": feed.with { $0.framing = .openChunks },
            "/gzip": feed.with {
                $0.encoding = .gzip
                $0.completeness = 0.6
            },
        ])
        let client = makeClient()
        for path in ["/long", "/cut", "/chunks", "/gzip"] {
            #expect(await client.failure(of: request(origin.url(path)))?.kind == .truncated, "\(path)")
        }
    }

    @Test("a plain body under a gzip header is taken, with a remark")
    func mislabelled() async throws {
        let origin = try TestOrigin(["/feed": OriginResponse(feedText).with { $0.claimedEncoding = "gzip" }])
        let response = try await makeClient().response(to: request(origin.url("/feed")))
        #expect(response.body == Array(feedText.utf8))
        #expect(response.remarks == ["the server says gzip, but the body is not; it is taken as it is"])
    }

    @Test("what breaks is a clean failure", arguments: [OriginFault.close, .garbage, .reset, .chunksBroken])
    func broken(fault: OriginFault) async throws {
        let origin = try TestOrigin(["/feed": OriginResponse(feedText)])
        let failure = await makeClient().failure(of: request(origin.url("/fault/\(fault.rawValue)/feed")))
        #expect(failure?.kind == .connection)
        #expect(failure?.message.contains("127.0.0.1:\(origin.port)") == true)
    }

    @Test(
        "an answer that is clear by its head keeps its status, though its body is broken", arguments: [302, 410, 429])
    func brokenErrors(status: Int) async throws {
        let page = OriginResponse(
            status: status, headers: ["Retry-After": "120", "Location": "/feed"], body: [1, 2, 3])
        let origin = try TestOrigin([
            "/long": page.with { $0.framing = .wrongLength(times: 2) },
            "/gzip": page.with {
                ($0.body, $0.encoding, $0.completeness) = (Array(feedText.utf8), .gzip, 0.5)
            },
            "/large": page.with { $0.body = [UInt8](repeating: 0, count: 300_000) },
            "/feed": OriginResponse(feedText),
        ])
        let client = makeClient { $0.receivedBytes = 250_000 }
        for path in ["/long", "/gzip", "/large"] {
            let response = try await client.response(to: request(origin.url(path)))
            #expect(response.status == (status == 302 ? 200 : status))
            #expect(response.header("retry-after") == (status == 302 ? nil : "120"))
            #expect(response.remarks.count == (status == 302 ? 0 : 1))
        }
    }

    @Test("a host's name may be in any script")
    func internationalName() async throws {
        let proxy = try TestOrigin { _ in OriginResponse("x") }
        let client = makeClient(proxies: ["http_proxy": proxy.url("/")])
        let response = try await client.response(to: HTTPRequest(url: "http://設計.example/あ"))
        #expect(response.status == 200)
        #expect(proxy.requests.last?.target == "http://xn--7z2avc.example/%e3%81%82")
    }

    @Test("a server that is not there is named, with the reason")
    func refused() async throws {
        let failure = await makeClient().failure(of: request("http://127.0.0.1:9/feed?token=s3cret"))
        #expect(failure == HTTPFailure(.connection, "could not connect to 127.0.0.1:9 (connection refused)"))
    }

    @Test("a name that does not exist is named")
    func unresolved() async throws {
        let failure = await makeClient().failure(of: request("http://no-such-host.invalid/"))
        #expect(failure?.kind == .unresolvedHost)
        #expect(failure?.message == "there is no host no-such-host.invalid, or the network is down")
    }

    @Test(
        "what is no http URL is refused",
        arguments: ["file:///etc/hostname", "ftp://example.org/", "", "http://", "a b"])
    func unusable(url: String) async throws {
        #expect(await makeClient().failure(of: HTTPRequest(url: url))?.kind == .unusableURL)
    }

    @Test("validators go back byte for byte and bring a 304, whatever comes with it")
    func validators() async throws {
        let tag = "W/\"a\u{E9}, b\"  c"
        let date = "Wed, 1 Jan 2020 00:00:00 GMT+01"
        let feed = OriginResponse(feedText).with {
            $0.headers["Last-Modified"] = date
            $0.isConditional = false
        }
        let origin = try TestOrigin { request in
            guard request.headers["If-Modified-Since"] == date else { return feed }
            return OriginResponse(
                status: 304, headers: ["Content-Encoding": "gzip", "ETag": "\"next\""], body: Array("<p>".utf8))
        }
        let client = makeClient()
        let first = try await client.response(to: request(origin.url("/feed")))
        #expect(first.header("last-modified") == date)

        let validators = Validators(url: first.url, etag: tag, lastModified: date)
        let second = try await client.response(to: request(origin.url("/feed")) { $0.validators = validators })
        #expect(second.status == 304)
        #expect(second.body == [])
        #expect(second.remarks == [])
        #expect(second.header("ETag") == "\"next\"")
        let sent = origin.requests[1].headers
        #expect(sent["If-Modified-Since"] == date)
        // The origin reads UTF-8; a byte of its own shows as a replacement character.
        #expect(sent["If-None-Match"] == "W/\"a\u{FFFD}, b\"  c")

        _ = try await client.response(to: request(origin.url("/other")) { $0.validators = validators })
        #expect(origin.requests[2].headers["If-None-Match"] == nil)
        #expect(origin.requests[2].headers["If-Modified-Since"] == nil)
    }

    @Test("the head says who asks and for what, and nothing else")
    func head() async throws {
        let origin = try TestOrigin(["/": OriginResponse("x").with { $0.headers["Set-Cookie"] = "id=1" }])
        let client = makeClient()
        _ = try await client.response(to: request(origin.url("/")) { $0.accept = "application/atom+xml" })
        _ = try await client.response(to: request(origin.url("/")))
        let names = origin.requests.map { Set($0.headers.fields.map { $0.name }) }
        #expect(
            names == [
                ["Host", "User-Agent", "Accept", "Accept-Encoding"],
                ["Host", "User-Agent", "Accept", "Accept-Encoding"],
            ])
        #expect(origin.requests[0].headers["Accept"] == "application/atom+xml")
        #expect(origin.requests[1].headers["Accept"] == "*/*")
        #expect(
            FeedHTTPClient.userAgent(version: "1.0", projectURL: "https://example.org/t", contact: "me@example.org")
                == "Tributary/1.0 (+https://example.org/t; me@example.org)")
        #expect(
            FeedHTTPClient.userAgent(version: "1.0", projectURL: "https://example.org/t", contact: nil)
                == "Tributary/1.0 (+https://example.org/t)")
    }

    @Test("credentials and own headers are sent as the settings say")
    func credentials() async throws {
        let origin = try TestOrigin(["/": OriginResponse("x")])
        let client = makeClient()
        func sent(_ url: String, _ change: (inout HTTPSettings) -> Void) async throws -> OriginHeaders {
            var asked = request(url)
            change(&asked.settings)
            _ = try await client.response(to: asked)
            return origin.requests.last?.headers ?? [:]
        }
        let basic = "Basic em/DqzpzM2NyZXQ="
        let bySettings = try await sent(origin.url("/")) { ($0.user, $0.password) = ("zoë", "s3cret") }
        #expect(bySettings["Authorization"] == basic)
        let byURL = try await sent("http://zo%C3%AB:s3cret@127.0.0.1:\(origin.port)/") { _ in }
        #expect(byURL["Authorization"] == basic)
        let byToken = try await sent(origin.url("/")) { $0.bearer = "t0ken" }
        #expect(byToken["Authorization"] == "Bearer t0ken")
        let own = try await sent(origin.url("/")) {
            $0.headers = [
                HTTPField(name: "X-Key", value: "k\r\nX-Evil: 1"), HTTPField(name: "user-agent", value: "mine"),
            ]
        }
        #expect(own["X-Key"] == "kX-Evil: 1")
        #expect(own["X-Evil"] == nil)
        #expect(own.fields.filter { $0.name.lowercased() == "user-agent" }.map(\.value) == ["mine"])
    }

    @Test("Digest answers the challenge without ever sending the password")
    func digest() async throws {
        let origin = try TestOrigin { request in
            guard request.headers["Authorization"]?.hasPrefix("Digest username=\"u\"") == true else {
                return OriginResponse(
                    status: 401, headers: ["WWW-Authenticate": "Digest realm=\"r\", nonce=\"n\", qop=\"auth\""],
                    body: Array("denied".utf8))
            }
            return OriginResponse(feedText)
        }
        let response = try await makeClient().response(
            to: request(origin.url("/feed")) {
                ($0.settings.user, $0.settings.password, $0.settings.authentication) = ("u", "s3cret", .digest)
            })
        #expect(response.status == 200)
        #expect(response.body == Array(feedText.utf8))
        #expect(origin.requests.map { $0.headers["Authorization"] }.first == .some(nil))
    }

    @Test("a body is posted with its headers")
    func post() async throws {
        let origin = try TestOrigin(["/": OriginResponse("x")])
        let body = [UInt8](repeating: 7, count: 200_000)
        _ = try await makeClient().response(
            to: request(origin.url("/")) {
                $0.method = "POST"
                $0.body = body
                $0.headers = [HTTPField(name: "Content-Type", value: "application/json")]
            })
        #expect(origin.requests.first?.method == "POST")
        #expect(origin.requests.first?.body == body)
        #expect(origin.requests.first?.headers["Content-Type"] == "application/json")
        #expect(origin.requests.first?.headers["Expect"] == nil)
    }

    @Test("a proxy gets the request, and its own address is no offence")
    func proxy() async throws {
        let proxy = try TestOrigin { _ in OriginResponse("from the proxy") }
        let byEnvironment = makeClient(proxies: ["http_proxy": proxy.url("/")])
        #expect(try await byEnvironment.response(to: HTTPRequest(url: "http://feeds.example/a?b")).status == 200)
        #expect(proxy.requests.last?.target == "http://feeds.example/a?b")

        var bySettings = HTTPRequest(url: "http://feeds.example/c")
        bySettings.settings.proxy = proxy.url("/")
        #expect(try await makeClient().response(to: bySettings).status == 200)
        #expect(proxy.requests.last?.target == "http://feeds.example/c")
        bySettings.url = "http://192.168.1.1/"
        #expect(await makeClient().failure(of: bySettings)?.kind == .forbiddenAddress)
    }

    @Test("the environment names proxies by scheme, and hosts without one")
    func proxyEnvironment() {
        let environment = ProxyEnvironment([
            "http_proxy": "http://a", "HTTPS_PROXY": "http://b", "no_proxy": "localhost, .example.org,10.0.0.1",
            "HTTP_PROXY": "http://evil",
        ])
        #expect(environment.proxy(scheme: "http", host: "example.com") == "http://a")
        #expect(environment.proxy(scheme: "https", host: "example.com") == "http://b")
        for host in ["localhost", "example.org", "www.example.org", "10.0.0.1"] {
            #expect(environment.proxy(scheme: "http", host: host) == nil)
        }
        #expect(ProxyEnvironment(["HTTP_PROXY": "http://evil"]).proxy(scheme: "http", host: "example.com") == nil)
        #expect(ProxyEnvironment(["all_proxy": "socks5://c"]).proxy(scheme: "https", host: "x") == "socks5://c")
    }
}
