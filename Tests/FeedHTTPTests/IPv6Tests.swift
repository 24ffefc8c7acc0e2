import Testing
import TributaryPluginKit
import TributaryTestOrigin

@testable import FeedHTTP

/// Whether this machine has the loopback address.
private let hasLoopback = (try? TestOrigin(on: .ipv6) { _ in OriginResponse("x") }) != nil

@Suite("IPv6", .enabled(if: hasLoopback)) struct IPv6Tests {
    @Test("An address in brackets is a host like any other")
    func loopback() async throws {
        let origin = try TestOrigin(on: .ipv6) { request in
            request.path == "/old" ? .redirect(to: "/new") : OriginResponse("x")
        }
        var request = HTTPRequest(url: origin.url("/old"))
        request.namedHost = "[::1]"
        let response = try await makeClient().response(to: request)
        #expect(response.url == "http://[::1]:\(origin.port)/new")
        #expect(origin.requests.last?.headers["Host"] == "[::1]:\(origin.port)")
        #expect(try await makeClient(ownHosts: ["[::1]"]).response(to: HTTPRequest(url: origin.url("/"))).status == 200)
    }

    @Test("It is as private as its like, also where another origin redirects to it")
    func refusal() async throws {
        let origin = try TestOrigin(on: .ipv6) { _ in OriginResponse("x") }
        let failure = await makeClient().failure(of: HTTPRequest(url: origin.url("/")))
        #expect(failure?.kind == .forbiddenAddress)
        #expect(
            failure?.message
                == "refused to connect to ::1: a loopback address; name the host in fetch.own_hosts if it is your own")
        let outer = try TestOrigin(["/": .redirect(to: origin.url("/"))])
        #expect(await makeClient().failure(of: request(outer.url("/")))?.kind == .forbiddenAddress)
        #expect(origin.requests.isEmpty)
    }

    @Test("A server that is not there is named with its brackets")
    func refused() async throws {
        var request = HTTPRequest(url: "http://[::1]:9/")
        request.namedHost = "[::1]"
        #expect(await makeClient().failure(of: request)?.message == "could not connect to [::1]:9 (connection refused)")
    }
}
