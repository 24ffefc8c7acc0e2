import Foundation
import Testing
import TributaryPluginKit

@testable import FeedHTTP

@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: TLSServer.openssl)))
struct SecurityTests {
    @Test("a certificate that nobody vouches for is refused, unless the subscription names its authority")
    func verification() async throws {
        let server = try TLSServer()
        let client = makeClient()
        let url = "https://127.0.0.1:\(server.port)/"
        let refusal = await client.failure(of: request(url))
        #expect(
            refusal
                == HTTPFailure(
                    .security,
                    "the certificate of 127.0.0.1:\(server.port) cannot be trusted: "
                        + "it is signed by itself; name its authority in http.ca"))
        let response = try await client.response(
            to: request(url) { $0.settings.certificateAuthorities = server.certificate })
        #expect(response.status == 200)
        let otherName = await client.failure(
            of: request("https://localhost:\(server.port)/") {
                $0.settings.certificateAuthorities = server.certificate
            })
        #expect(otherName?.kind == .security)
        let noFile = await client.failure(of: request(url) { $0.settings.certificateAuthorities = "/no/such/file" })
        #expect(noFile?.kind == .security)
    }
}

/// OpenSSL's own test server with a certificate of its own for 127.0.0.1.
private final class TLSServer {
    static let openssl = "/usr/bin/openssl"

    let port: Int
    let certificate: String
    private let folder: URL
    private let process = Process()

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "tributary-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        certificate = folder.appending(path: "certificate.pem").path
        let key = folder.appending(path: "key.pem").path

        let making = Process()
        making.executableURL = URL(filePath: Self.openssl)
        making.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
            "/CN=origin", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
        ]
        making.standardError = FileHandle.nullDevice
        try making.run()
        making.waitUntilExit()

        let output = Pipe()
        process.executableURL = URL(filePath: Self.openssl)
        process.arguments = ["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-www"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var text = ""
        while text.firstMatch(ofLineWith: "ACCEPT") == nil {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw CocoaError(.executableLoad) }
            text += String(decoding: data, as: UTF8.self)
        }
        let line = try #require(text.firstMatch(ofLineWith: "ACCEPT"))
        port = try #require(line.split(separator: ":").last.flatMap { Int($0) })
    }

    deinit {
        process.terminate()
        try? FileManager.default.removeItem(at: folder)
    }
}

extension String {
    /// The first whole line that begins so.
    fileprivate func firstMatch(ofLineWith prefix: String) -> Substring? {
        guard let end = lastIndex(of: "\n") else { return nil }
        return self[..<end].split(separator: "\n").first { $0.hasPrefix(prefix) }
    }
}
