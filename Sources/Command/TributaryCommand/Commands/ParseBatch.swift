import FeedJSON
import FeedModel
import FeedText
import LocalSystem
import TributaryEngine

/// `tributary parse --batch`: many documents in one process.
struct ParseBatch: Sendable {
    let wiring: Wiring

    /// Answers every request of standard input, in order.
    func run() async throws -> ExitStatus {
        let formats = try wiring.formatReader(reportingTo: { _ in })
        let files = wiring.fileReader(.standard)
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
                writer.value(["error": .string("\(error)")])
            }
            let status = await wiring.console.print(writer.bytes + [UInt8(ascii: "\n")])
            guard status == .success else { return status }
        }
        return .success
    }

    private func feed(answering line: [UInt8], files: FileReader, formats: FormatReader) async throws -> Feed {
        let request = try JSONValue(parsing: line).objectValue ?? [:]
        let document = Document(
            url: request["url"]?.stringValue,
            mediaType: (request["content_type"]?.stringValue).flatMap(MediaType.init(parsing:)),
            bytes: try await files.read(request["file"]?.stringValue ?? ""))
        return try formats.decode(document, as: nil).feed
    }
}
