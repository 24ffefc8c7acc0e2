import Foundation
import Testing
import TributaryPluginKit
import TributaryTestOrigin

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

    @Test("A client certificate is shown to the subscription's own origin, and to no other")
    func clientCertificate() async throws {
        let server = try TLSServer(asksForCertificate: true)
        let client = makeClient()
        let url = "https://127.0.0.1:\(server.port)/"
        func asking(_ url: String) -> HTTPRequest {
            request(url) {
                $0.settings.certificateAuthorities = server.certificate
                $0.settings.clientCertificate = server.clientCertificate
                $0.settings.clientKey = server.clientKey
            }
        }
        #expect(try await client.response(to: asking(url)).status == 200)

        let without = request(url) { $0.settings.certificateAuthorities = server.certificate }
        #expect([.security, .connection].contains(await client.failure(of: without)?.kind))
        let other = try TestOrigin(["/": .redirect(to: url)])
        #expect([.security, .connection].contains(await client.failure(of: asking(other.url("/")))?.kind))

        let noKey = request(url) {
            $0.settings.certificateAuthorities = server.certificate
            ($0.settings.clientCertificate, $0.settings.clientKey) = (server.clientCertificate, "/no/such/key")
        }
        #expect(
            await client.failure(of: noKey)
                == HTTPFailure(.security, "the certificate file for 127.0.0.1:\(server.port) cannot be used"))
    }
}

/// OpenSSL's own test server with a certificate of its own for 127.0.0.1.
private final class TLSServer {
    static let openssl = "/usr/bin/openssl"

    let port: Int
    let certificate: String
    /// What a client may show; the server wants it only where it was told to.
    let clientCertificate: String
    let clientKey: String
    private let folder: URL
    private let process = Process()

    init(asksForCertificate: Bool = false) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "tributary-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let key = folder.appending(path: "key.pem").path
        certificate = folder.appending(path: "certificate.pem").path
        clientKey = folder.appending(path: "client-key.pem").path
        clientCertificate = folder.appending(path: "client.pem").path
        try Self.make(certificate, key: key, named: "origin")
        try Self.make(clientCertificate, key: clientKey, named: "reader")

        let output = Pipe()
        process.executableURL = URL(filePath: Self.openssl)
        process.arguments = ["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-www"]
        if asksForCertificate {
            process.arguments? += ["-Verify", "1", "-verify_return_error", "-CAfile", clientCertificate]
        }
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

    /// Makes a certificate that is signed by itself.
    private static func make(_ certificate: String, key: String, named name: String) throws {
        let making = Process()
        making.executableURL = URL(filePath: openssl)
        making.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
            "/CN=\(name)", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
        ]
        making.standardError = FileHandle.nullDevice
        try making.run()
        making.waitUntilExit()
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
