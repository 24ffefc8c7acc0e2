import FeedModel
import FeedText
import LocalSystem
import TributaryEngine
import TributaryPluginKit

/// The one document that a command is about: a file, standard input, or what lies behind a URL.
struct DocumentSource: Sendable {
    /// What may be said about the document.
    static let options: [CommandOption] = [
        .value("--url", "BASE", "Where the document comes from: relative URLs are resolved against it."),
        .value("--content-type", "TYPE", "The media type that it was served with, with its charset."),
    ]

    /// The file, `-` or the URL, as written.
    let place: String
    private let url: String?
    private let mediaType: MediaType?

    /// The document that a command's operand names.
    init(_ arguments: ParsedArguments, of command: CommandDescription) throws(UsageFailure) {
        guard let place = arguments.operands.first else {
            throw UsageFailure("FILE, - or URL is missing", command: command.name)
        }
        self.place = place
        url = arguments.value("--url")
        mediaType = try arguments.value("--content-type").map { written throws(UsageFailure) in
            if let type = MediaType(parsing: written) { return type }
            throw UsageFailure(
                "--content-type \"\(written)\" is no media type; write one as \"text/xml; charset=euc-jp\"",
                command: command.name)
        }
    }

    /// Whether it lies behind a URL.
    var isRemote: Bool { URLText.scheme(of: place).map { ["http", "https"].contains($0) } ?? false }

    /// Reads the document.
    ///
    /// - Throws: ``ReadFailure``.
    func document(accept: [AcceptedType], in wiring: Wiring) async throws -> Document {
        if isRemote {
            let document = try await wiring.document(at: place, accept: accept)
            return Document(
                url: url ?? document.url, mediaType: mediaType ?? document.mediaType, bytes: document.bytes)
        }
        return Document(url: url, mediaType: mediaType, bytes: try await wiring.bytes(of: place))
    }

    /// The document to be read in pieces, if it is a file that takes a lot of memory.
    ///
    /// - Throws: ``ReadFailure``.
    func largeFile(in wiring: Wiring) async throws -> LargeDocument? {
        guard !isRemote, place != "-", let file = try await wiring.largeFile(place) else { return nil }
        return LargeDocument(
            url: url, mediaType: mediaType,
            bytes: ByteSource(count: file.count) { range throws(ByteSource.Failure) in
                do throws(LocalFileFailure) { return try file.bytes(in: range) } catch {
                    throw ByteSource.Failure(error.description)
                }
            })
    }
}

extension Wiring {
    /// From how many bytes on a file is read in pieces, where that helps.
    private static let largeLength = 1 << 20

    /// A file of that length.
    fileprivate func largeFile(_ path: String) async throws(ReadFailure) -> LargeFile? {
        do throws(LocalFileFailure) {
            return try await fileReader().openLargeFile(path, from: Self.largeLength)
        } catch {
            throw Self.failure(error)
        }
    }

    /// The bytes of a file, or for `-` of standard input.
    fileprivate func bytes(of path: String) async throws(ReadFailure) -> [UInt8] {
        do throws(LocalFileFailure) {
            let reader = fileReader()
            return try await path == "-" ? reader.readStandardInput() : reader.read(path)
        } catch {
            throw Self.failure(error)
        }
    }

    private static func failure(_ failure: LocalFileFailure) -> ReadFailure {
        ReadFailure(failure.kind == .missing ? .missingFile : .unavailable, failure.description)
    }

    /// The document behind a URL.
    fileprivate func document(at url: String, accept: [AcceptedType]) async throws -> Document {
        let subscription = Subscription(key: url, location: url, writtenLocation: url)
        let client = SubscriptionHTTPClient(httpClient(.standard), for: subscription)
        do {
            let reading = try await DocumentRequest(accept: accept).read(
                subscription, since: nil, using: client, format: nil)
            guard case .document(let document, _, _) = reading else {
                throw ReadFailure(.unavailable, "HTTP status 410: the feed is gone for good")
            }
            return document
        } catch let failure as HTTPFailure {
            throw ReadFailure(.unavailable, failure.message)
        }
    }
}
