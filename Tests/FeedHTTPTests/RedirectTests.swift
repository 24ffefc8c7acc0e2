import Testing
import TributaryPluginKit
import TributaryTestOrigin

@testable import FeedHTTP

@Suite struct RedirectTests {
    @Test("redirects are followed, relative ones too, and are told", arguments: [301, 302, 303, 307, 308])
    func followed(status: Int) async throws {
        let origin = try TestOrigin([
            "/old": .redirect(to: "/dir/next", status: status), "/dir/next": .redirect(to: "feed%20é?a=b", status: 302),
            "/dir/feed%20%c3%a9": OriginResponse(feedText),
        ])
        let response = try await makeClient().response(to: request(origin.url("/old")))
        #expect(response.status == 200)
        #expect(response.url == origin.url("/dir/feed%20%c3%a9?a=b"))
        #expect(response.redirects.map(\.status) == [status, 302])
        #expect(response.redirects.map(\.target) == [origin.url("/dir/next"), origin.url("/dir/feed%20%c3%a9?a=b")])
    }

    @Test("what the head of a redirect says is not said of its target")
    func headOfRedirect() async throws {
        let redirect = OriginResponse.redirect(to: "/dir/b", status: 301).with {
            $0.headers["Content-Type"] = "text/html; charset=iso-8859-1"
            $0.headers["ETag"] = "\"old\""
        }
        let origin = try TestOrigin(["/a": redirect, "/dir/b": OriginResponse("x", type: "text/xml")])
        let response = try await makeClient().response(to: request(origin.url("/a")))
        #expect(response.url == origin.url("/dir/b"))
        #expect(response.headers.filter { $0.name == "Content-Type" }.map(\.value) == ["text/xml"])
        #expect(response.header("ETag") != "\"old\"")
    }

    @Test("another origin gets no credentials, no own headers and no validators")
    func secrets() async throws {
        let other = try TestOrigin(["/feed": OriginResponse(feedText)])
        let first = try TestOrigin([
            "/same": .redirect(to: "/away"), "/away": .redirect(to: other.url("/feed", host: "user:pass@127.0.0.1")),
        ])
        let response = try await makeClient().response(
            to: request(first.url("/same")) {
                $0.settings.bearer = "t0ken"
                $0.settings.headers = [HTTPField(name: "X-Key", value: "k3y")]
                $0.headers = [HTTPField(name: "X-Own", value: "1")]
                $0.validators = Validators(url: first.url("/same"), etag: "\"a\"", lastModified: "then")
            })
        #expect(response.url == other.url("/feed"))
        let names = ["Authorization", "X-Key", "X-Own", "If-None-Match", "If-Modified-Since", "Referer"]
        func sent(_ request: OriginRequest?) -> [String?] { names.map { request?.headers[$0] } }
        #expect(sent(first.requests.first) == ["Bearer t0ken", "k3y", "1", "\"a\"", "then", nil])
        #expect(sent(first.requests.last) == ["Bearer t0ken", "k3y", "1", nil, nil, nil])
        #expect(sent(other.requests.first) == [nil, nil, nil, nil, nil, nil])
        #expect(other.requests.first?.headers["User-Agent"] == "Tributary/test")
    }

    @Test("No way of giving a password follows a redirect to another origin", arguments: ["basic", "digest", "url"])
    func passwords(kind: String) async throws {
        let other = try TestOrigin { _ in
            OriginResponse(
                status: 401, headers: ["WWW-Authenticate": "Digest realm=\"r\", nonce=\"n\", qop=\"auth\""])
        }
        let first = try TestOrigin(["/": .redirect(to: other.url("/"))])
        let user = kind == "url" ? "u:s3cret@" : ""
        let response = try await makeClient().response(
            to: request(first.url("/", host: user + "127.0.0.1")) {
                guard kind != "url" else { return }
                ($0.settings.user, $0.settings.password) = ("u", "s3cret")
                $0.settings.authentication = kind == "digest" ? .digest : .basic
            })
        #expect(response.status == 401)
        #expect(other.requests.map { $0.headers["Authorization"] } == [nil])
    }

    @Test("validators are sent to the target that they came from")
    func validatorsOfTheTarget() async throws {
        let origin = try TestOrigin(["/old": .redirect(to: "/new"), "/new": OriginResponse(feedText)])
        let client = makeClient()
        let first = try await client.response(to: request(origin.url("/old")))
        let validators = Validators(url: first.url, etag: first.header("etag"), lastModified: nil)
        let second = try await client.response(to: request(origin.url("/old")) { $0.validators = validators })
        #expect(second.status == 304)
        #expect(origin.requests.map { $0.headers["If-None-Match"] != nil } == [false, false, false, true])
    }

    @Test("a loop and a long chain end at once")
    func loops() async throws {
        let origin = try TestOrigin { request in
            if request.path == "/a" { return .redirect(to: "/b?token=s3cret") }
            if request.path == "/b" { return .redirect(to: "/a") }
            return .redirect(to: request.path + "x")
        }
        let client = makeClient()
        let loop = await client.failure(of: request(origin.url("/b?token=s3cret")))
        #expect(loop?.kind == .redirect)
        #expect(loop?.message == "redirects lead in a circle, back to \(origin.url("/b?token=***"))")
        #expect(origin.requests.count == 2)

        let chain = await client.failure(of: request(origin.url("/chain")))
        #expect(chain?.message == "over 10 redirects, the last one to \(origin.url("/chainxxxxxxxxxxx"))")
        #expect(origin.requests.count == 2 + 11)
    }

    @Test("only http and https are followed, and a redirect needs a target")
    func schemes() async throws {
        let origin = try TestOrigin([
            "/file": .redirect(to: "file:///etc/hostname"), "/ftp": .redirect(to: "ftp://example.org/x"),
            "/nowhere": OriginResponse(status: 302), "/gopher": .redirect(to: "GOPHER://x"),
        ])
        for path in ["/file", "/ftp", "/nowhere", "/gopher"] {
            #expect(await makeClient().failure(of: request(origin.url(path)))?.kind == .redirect, "\(path)")
        }
        let file = await makeClient().failure(of: request(origin.url("/file")))
        #expect(
            file?.message == "127.0.0.1:\(origin.port) redirects to what cannot be followed: "
                + "\"file\" is neither http nor https")
    }

    @Test("a posted body is repeated after 307 only")
    func methods() async throws {
        let origin = try TestOrigin([
            "/303": .redirect(to: "/x", status: 303), "/302": .redirect(to: "/x", status: 302),
            "/307": .redirect(to: "/x", status: 307), "/x": OriginResponse("x"),
        ])
        let client = makeClient()
        for (path, method, count) in [("/303", "GET", 0), ("/302", "GET", 0), ("/307", "POST", 3)] {
            _ = try await client.response(
                to: request(origin.url(path)) {
                    $0.method = "POST"
                    $0.body = [1, 2, 3]
                })
            #expect(origin.requests.last?.method == method)
            #expect(origin.requests.last?.body.count == count)
        }
    }
}
