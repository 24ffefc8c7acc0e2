import FeedJSON
import FeedMail
import FeedModel
import FeedText
public import TributaryPluginKit

/// Reads a maildir as a feed: each message is an entry, and nothing in the folder is changed.
public struct Maildir: FeedAdapter {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var path: String
        var from: [String]?
        var list: String?
        var count: Int
    }

    /// What people and the engine must know of the adapter.
    public static let descriptor = PluginDescriptor(
        name: "maildir", role: .adapter, summary: "reads the messages of a maildir, such as newsletters",
        options: [
            .required("path", .text, "The folder with cur and new in it.", isIdentifying: true),
            Option(
                "from", .list(of: .text, atLeast: 1),
                "Addresses or domains (@example.org) whose messages count, of all.",
                isIdentifying: true),
            Option("list", .text, "The List-Id whose messages count, of all.", isIdentifying: true),
            Option(
                "count", .integer(in: 1...10_000), default: 100,
                "How many of the newest messages the first reading takes; later ones take all that are new."),
        ],
        example: #"{"use": "maildir", "path": "Mail/newsletters", "name": "Newsletters"}"#)

    private let path: String
    private let folder: any OutputFolder
    private let choice: MailChoice
    private let count: Int
    private let clock: any WallClock
    private let report: @Sendable (Diagnostic) -> Void

    /// Makes the adapter.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        path = options.path
        folder = context.folder(options.path)
        choice = MailChoice(from: options.from ?? [], list: options.list)
        count = options.count
        clock = context.clock
        report = context.report
    }

    /// More messages than this are not read at once; the others follow in the next reading.
    private static let mostAtOnce = 2000
    /// A larger message is read up to here, in bytes.
    private static let largest = 16 << 20

    /// Reads the messages that have come since the last reading; nothing where none has.
    public func read(
        _ subscription: Subscription, since last: Validators?, using http: any HTTPClient
    ) async throws -> FeedReading {
        let files = try await files()
        let state = last?.adapterState.flatMap(MaildirState.init)
        let news = state.map { state in files.filter { state.isNew($0) } } ?? Array(files.suffix(count))
        guard !news.isEmpty || state == nil else { return .unchanged(last) }
        let chosen = news.prefix(Self.mostAtOnce)
        var output = DecodingOutput()
        for file in chosen {
            try Task.checkCancellation()
            guard let bytes = await bytes(of: file) else { continue }
            let message = MailMessage(bytes.span)
            guard choice.holds(of: message) else { continue }
            output.append(Entry(message, file: file))
        }
        var feed = Feed(title: path.split(separator: "/").last.map(String.init))
        feed.entries = output.takeEntries().reversed()
        if news.count > chosen.count {
            let rest = news.count - chosen.count
            report(
                Diagnostic(.note, subject: subscription.displayName, "\(rest) more messages follow in the next reading")
            )
        }
        let now = MaildirState(behind: chosen, of: files, before: state, now: clock.now.seconds)
        return .feed(feed, Validators(adapterState: now.text))
    }
}

// MARK: - Private

extension Maildir {
    /// The messages in both folders, the oldest first.
    private func files() async throws(ReadFailure) -> [MaildirFile] {
        var files: [MaildirFile] = []
        do throws(FileFailure) {
            for place in ["new", "cur"] {
                files += try await folder.names(in: place).map { MaildirFile(name: $0, folder: place) }
            }
        } catch {
            throw ReadFailure(.unavailable, error.message)
        }
        return files.sorted { ($0.time, $0.id) < ($1.time, $1.id) }
    }

    /// What a message holds; nil where it has gone.
    private func bytes(of file: MaildirFile) async -> [UInt8]? {
        // A mail program may move a message from one folder to the other meanwhile, and change its flags.
        if let bytes = await bytes(at: "\(file.folder)/\(file.name)") { return bytes }
        let names = (try? await folder.names(in: "cur")) ?? []
        guard let moved = names.first(where: { MaildirFile(name: $0, folder: "cur").id == file.id }) else { return nil }
        return await bytes(at: "cur/\(moved)")
    }

    private func bytes(at name: String) async -> [UInt8]? {
        try? await folder.bytes(of: name, from: 0, count: Self.largest)
    }
}
