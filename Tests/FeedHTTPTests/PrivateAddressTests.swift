import Testing
import TributaryPluginKit
import TributaryTestOrigin

@testable import FeedHTTP

@Suite struct PrivateAddressTests {
    @Test(
        "private addresses are known in all their forms",
        arguments: [
            ("127.0.0.1", "loopback"), ("127.255.255.254", "loopback"), ("10.1.2.3", "private"),
            ("172.16.0.1", "private"), ("172.31.255.255", "private"), ("192.168.0.1", "private"),
            ("169.254.169.254", "link-local"), ("100.64.0.1", "carrier-grade NAT"), ("224.0.0.1", "multicast"),
            ("0.0.0.0", "unspecified"), ("255.255.255.255", "reserved"), ("::1", "loopback"), ("[::1]", "loopback"),
            ("::", "unspecified"), ("fe80::1", "link-local"), ("fe80::1%eth0", "link-local"), ("fd00::1", "private"),
            ("fc00::1", "private"), ("ff02::1", "multicast"), ("::ffff:127.0.0.1", "loopback"),
            ("::ffff:10.0.0.1", "private"), ("::127.0.0.1", "loopback"), ("64:ff9b::192.168.1.1", "private"),
            ("64:ff9b:1::1", "private"), ("2002:7f00:1::", "loopback"), ("2002:c0a8:101::1", "private"),
            ("2001:0:1:2:3:4:80ff:fffe", "loopback"),
        ])
    func known(address: String, kind: String) {
        #expect(PrivateAddress.kind(ofText: address) == kind)
    }

    @Test(
        "public addresses, and what is no address, are not",
        arguments: [
            "8.8.8.8", "172.15.255.255", "172.32.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
            "223.255.255.255", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::", "example.org",
            "127.0.0.1.example.org", "", "fe00::1",
        ])
    func publicOnes(address: String) {
        #expect(PrivateAddress.kind(ofText: address) == nil)
    }

    @Test(
        "a private host is refused unless the request's own subscription names it",
        arguments: [
            "http://127.0.0.1:%/", "http://localhost:%/", "http://2130706433:%/", "http://[::ffff:127.0.0.1]:%/",
        ])
    func refusal(form: String) async throws {
        let origin = try TestOrigin(["/": OriginResponse("x")])
        let url = form.replacing("%", with: "\(origin.port)")
        let failure = await makeClient().failure(of: HTTPRequest(url: url))
        #expect(failure?.kind == .forbiddenAddress)
        #expect(failure?.message.contains("a loopback address") == true)
        #expect(origin.requests.isEmpty)
    }

    @Test("hosts that are one's own are exempt")
    func ownHosts() async throws {
        let origin = try TestOrigin(["/": OriginResponse("x")])
        let client = makeClient(ownHosts: ["LOCALHOST"])
        #expect(try await client.response(to: HTTPRequest(url: origin.url("/", host: "localhost"))).status == 200)
    }

    @Test("a redirect to a private address is refused, by name and by number, and the target is never asked")
    func redirect() async throws {
        let inner = try TestOrigin(["/secret": OriginResponse("x")])
        let targets = [inner.url("/secret"), inner.url("/secret", host: "[::ffff:7f00:1]"), "http://169.254.169.254/x"]
        for target in targets {
            let outer = try TestOrigin(["/": .redirect(to: target)])
            let failure = await makeClient().failure(
                of: request(outer.url("/", host: "localhost")) { $0.namedHost = "localhost" })
            #expect(failure?.kind == .forbiddenAddress, "\(target)")
        }
        #expect(inner.requests.isEmpty)
    }

    @Test("a connection that an exempt request opened is no way in for others")
    func reusedConnection() async throws {
        let origin = try TestOrigin(["/": OriginResponse("x")])
        let client = makeClient()
        let url = origin.url("/", host: "localhost")
        #expect(try await client.response(to: request(url)).status == 200)
        #expect(await client.failure(of: HTTPRequest(url: url))?.kind == .forbiddenAddress)
        #expect(origin.requests.count == 1)
    }
}
