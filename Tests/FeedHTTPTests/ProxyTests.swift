import Testing
import TributaryPluginKit
import TributaryTestOrigin

@testable import FeedHTTP

@Suite("Proxies") struct ProxyTests {
    @Test("A SOCKS5 proxy is told the host's name, and who asks it", arguments: [false, true])
    func socks(isByEnvironment: Bool) async throws {
        let proxy = try TestOrigin(speaksSOCKS: true) { _ in OriginResponse("x") }
        let address = "socks5h://me:s3cret@127.0.0.1:\(proxy.port)"
        let client = makeClient(proxies: isByEnvironment ? ["all_proxy": address] : [:])
        var request = HTTPRequest(url: "http://feeds.example/a?b")
        if !isByEnvironment { request.settings.proxy = address }
        #expect(try await client.response(to: request).body == [UInt8(ascii: "x")])
        let seen = try #require(proxy.requests.first)
        #expect(seen.socksTarget == "feeds.example:80")
        #expect(seen.socksUser == "me:s3cret")
        #expect(seen.target == "/a?b")
        #expect(seen.headers.fields.allSatisfy { !$0.value.contains("s3cret") })
    }

    @Test("An HTTP proxy gets its own credentials; a tunnel shows it nothing of what goes through")
    func credentials() async throws {
        let proxy = try TestOrigin { request in OriginResponse(status: request.method == "CONNECT" ? 403 : 200) }
        var request = HTTPRequest(url: "http://feeds.example/a")
        request.settings.proxy = "http://me:pr0xy@127.0.0.1:\(proxy.port)"
        request.settings.bearer = "t0ken"
        #expect(try await makeClient().response(to: request).status == 200)
        let basic = "Basic bWU6cHIweHk="
        #expect(proxy.requests.last?.headers["Proxy-Authorization"] == basic)

        request.url = "https://feeds.example/a?key=s3cret"
        let failure = await makeClient().failure(of: request)
        #expect(
            failure
                == HTTPFailure(
                    .connection, "the proxy refused a connection to feeds.example:443 (status 403)"))
        let tunnel = try #require(proxy.requests.last)
        #expect(tunnel.method == "CONNECT")
        #expect(tunnel.target == "feeds.example:443")
        #expect(tunnel.headers["Proxy-Authorization"] == basic)
        #expect(tunnel.headers["Authorization"] == nil)
    }

    @Test("What a proxy says of a tunnel is not the server's answer", arguments: [302, 407, 410, 429])
    func tunnelAnswers(status: Int) async throws {
        let proxy = try TestOrigin { _ in
            OriginResponse(status: status, headers: ["Location": "http://evil.example/", "Retry-After": "9"])
        }
        var request = HTTPRequest(url: "https://feeds.example/a")
        request.settings.proxy = proxy.url("/")
        let failure = await makeClient().failure(of: request)
        #expect(failure?.kind == .connection)
        #expect(failure?.message.contains("the proxy") == true, "\(String(describing: failure))")
        #expect(Set(proxy.requests.map(\.method)) == ["CONNECT"])
    }

    @Test(
        "A server is not let lead a proxy into a private network, by whatever name",
        arguments: [
            "localhost", "LOCALHOST.", "foo.localhost", "ip6-localhost", "nas", "printer.local", "ｌocalhost",
            "127。0。0。1", "127.0.0.1", "[::1]", "router.home.arpa",
        ])
    func privateNames(host: String) async throws {
        let proxy = try TestOrigin { request in
            request.target.contains("feeds.example") ? .redirect(to: "http://\(host)/secret") : OriginResponse("secret")
        }
        var request = HTTPRequest(url: "http://feeds.example/a")
        request.settings.proxy = proxy.url("/")
        let failure = await makeClient().failure(of: request)
        #expect(failure?.kind == .forbiddenAddress)
        #expect(proxy.requests.count == 1)
    }

    @Test("A proxy that is not there is named as the reason, without its password")
    func missing() async throws {
        var request = HTTPRequest(url: "http://feeds.example/a")
        for scheme in ["http", "socks5h"] {
            request.settings.proxy = "\(scheme)://me:s3cret@127.0.0.1:9"
            let failure = await makeClient().failure(of: request)
            #expect(failure?.message == "could not connect to the proxy for feeds.example:80 (connection refused)")
        }
    }
}
