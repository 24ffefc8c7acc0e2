import EntryViews
import FeedJSON
import FeedModel
import FeedText
import LocalSystem
import TributaryEngine
import TributaryPluginKit

/// `tributary parse --batch`: many documents in one process.
struct ParseBatch: Sendable {
    let wiring: Wiring

    /// Answers every request of standard input, in order.
    func run() async throws -> ExitStatus {
        let formats = try wiring.formatReader(reportingTo: { _ in })
        let files = wiring.fileReader()
        let requests = StandardInputLines()
        while let line = await requests.next() {
            guard !line.isEmpty else { continue }
            var writer = JSONWriter()
            do {
                let feed = try await self.feed(answering: line, files: files, formats: formats)
                writer.beginObject()
                writer.name("doc")
                writer.feed(feed)
                writer.endObject()
            } catch {
                writer.value(["error": .string(Self.message(of: error))])
            }
            let status = await wiring.console.print(writer.bytes + [UInt8(ascii: "\n")])
            guard status == .success else { return status }
        }
        return .success
    }

    private func feed(answering line: [UInt8], files: FileReader, formats: FormatReader) async throws -> Feed {
        guard let request = try JSONValue(parsing: line).objectValue else {
            throw ReadFailure(.unavailable, "a request is a JSON object")
        }
        guard let file = request["file"]?.stringValue, !file.isEmpty else {
            throw ReadFailure(.unavailable, "the request has no \"file\"")
        }
        let document = Document(
            url: request["url"]?.stringValue,
            mediaType: (request["content_type"]?.stringValue).flatMap(MediaType.init(parsing:)),
            bytes: try await files.read(file))
        let feed = try formats.decode(document, as: nil).feed
        return try sanitizes(request) ? feed.sanitized(base: document.url) : feed
    }

    /// Whether a request has the one argument that there is.
    private func sanitizes(_ request: JSONObject) throws -> Bool {
        guard let written = request["args"], written != .null else { return false }
        guard let arguments = written.arrayValue else {
            throw ReadFailure(.unavailable, "\"args\" of a request is no list")
        }
        if let unknown = arguments.first(where: { $0 != "--sanitize" }) {
            throw ReadFailure(
                .unavailable,
                "\"args\" of a request has \(unknown.stringValue ?? "what is no text"); it may have --sanitize")
        }
        return !arguments.isEmpty
    }

    private static func message(of error: any Error) -> String {
        switch error {
        case let failure as ReadFailure: failure.printed
        case let error as JSONSyntaxError: "the request is no JSON: \(error.message)"
        default: "\(error)"
        }
    }
}
