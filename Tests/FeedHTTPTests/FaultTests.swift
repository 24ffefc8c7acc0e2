import Testing
import TributaryPluginKit
import TributaryTestOrigin

@testable import FeedHTTP

@Suite struct FaultTests {
    @Test("every fault that the origin knows has the right outcome", arguments: OriginFault.allCases)
    func outcome(fault: OriginFault) async throws {
        let feed = OriginResponse("<rss>\(String(repeating: "some text ", count: 50))</rss>")
        let origin = try TestOrigin(["/feed": feed])
        let client = makeClient {
            $0.stall = .seconds(3)
            $0.receivedBytes = 256 << 10
            $0.decodedBytes = 1 << 20
        }
        let asked = request(origin.url("/fault/\(fault.rawValue)/feed"))
        switch expectation(of: fault) {
        case .whole:
            #expect(try await client.response(to: asked).body == feed.body)
        case .page:
            #expect(try await client.response(to: asked).body != feed.body)
        case .shorter:
            let body = try await client.response(to: asked).body
            #expect(!body.isEmpty && body.count < feed.body.count)
        case .status(let status):
            #expect(try await client.response(to: asked).status == status)
        case .failure(let kind):
            #expect(await client.failure(of: asked)?.kind == kind)
        }
    }

    private enum Expectation {
        case whole
        case page
        /// A cut that HTTP cannot show.
        case shorter
        case status(Int)
        case failure(HTTPFailure.Kind)
    }

    private func expectation(of fault: OriginFault) -> Expectation {
        switch fault {
        case .latency, .chunked, .untilClose, .type, .charset, .redirect, .moved: .whole
        case .gzip, .deflate, .deflateRaw, .brotli, .zstd, .gzipClaimed, .gzipUnlabelled: .whole
        case .html, .login, .empty: .page
        case .lengthShort: .shorter
        case .never, .drip, .stall: .failure(.timeout)
        case .cut, .lengthLong, .chunksCut, .gzipTruncated: .failure(.truncated)
        case .reset, .close, .garbage, .chunksBroken: .failure(.connection)
        case .infinite, .bomb, .headers: .failure(.tooLarge)
        case .loop, .redirectFile: .failure(.redirect)
        case .unchanged: .failure(.connection)
        case .forbidden: .status(403)
        case .notFound: .status(404)
        case .gone: .status(410)
        case .tooMany: .status(429)
        case .broken: .status(500)
        case .unavailable: .status(503)
        }
    }
}
