import FeedJSON
import FeedMail
import FeedModel
import FeedText
import MailEntries
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
            MailChoice.from, MailChoice.listID,
            Option(
                "count", .integer(in: 1...10_000), default: 100,
                "How many of the newest messages that count the first reading takes; later ones take all that are new."),
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
        choice = try MailChoice(from: options.from, list: options.list)
        count = options.count
        clock = context.clock
        report = context.report
    }

    /// More messages than this are not read at once; the others follow in the next reading.
    private static let mostAtOnce = 2000
    /// Older messages than so many are not looked at when the first reading looks for those that count.
    private static let mostLookedAt = 20_000
    /// A larger message is read up to here, in bytes.
    private static let largest = 16 << 20
    /// Where the head of a message has certainly ended, in bytes.
    private static let longestHead = 1 << 16

    /// Reads the messages that have come since the last reading; nothing where none has.
    public func read(
        _ subscription: Subscription, since last: Validators?, using http: any HTTPClient
    ) async throws -> FeedReading {
        let files = try await files()
        let state = last?.adapterState.flatMap(MaildirState.init)
        let news: [MaildirFile]
        if let state {
            news = files.filter { state.isNew($0) }
            guard !news.isEmpty else { return .unchanged(last) }
        } else {
            news = try await newest(of: files)
        }
        let chosen = news.prefix(Self.mostAtOnce)
        var output = DecodingOutput()
        var nothings = 0
        for file in chosen {
            try Task.checkCancellation()
            guard let bytes = await bytes(of: file, atMost: Self.largest) else { continue }
            let message = MailMessage(bytes.span)
            guard choice.holds(of: message) else { continue }
            guard message.saysSomething else {
                nothings += 1
                continue
            }
            let received = file.time > 0 ? Timestamp(seconds: file.time) : nil
            output.append(Entry(message, place: String(file.id), received: received))
        }
        var feed = Feed(title: path.split(separator: "/").last.map(String.init))
        feed.entries = output.takeEntries().reversed()
        if nothings > 0 {
            let files = nothings == 1 ? "1 file holds" : "\(nothings) files hold"
            report(
                Diagnostic(
                    .warning, subject: subscription.displayName,
                    "\(files) no message: no head, no text and no attachment; left out"))
        }
        if news.count > chosen.count {
            let rest = news.count - chosen.count
            report(
                Diagnostic(.note, subject: subscription.displayName, "\(rest) more messages follow in the next reading")
            )
        }
        // After a whole first reading, what it did not choose is known as well.
        let read = state == nil && news.count == chosen.count ? files[...] : chosen
        let now = MaildirState(behind: read, of: files, before: state, now: clock.now.seconds)
        return .feed(feed, Validators(adapterState: now.text))
    }
}

// MARK: - Private

extension Maildir {
    /// The messages in both folders, the oldest first.
    private func files() async throws(ReadFailure) -> [MaildirFile] {
        var files: [MaildirFile] = []
        var isMaildir = false
        do throws(FileFailure) {
            guard try await folder.hasFolder("") else {
                throw FileFailure(.other, "\(path): there is no such folder; write the path of a maildir")
            }
            for place in ["new", "cur"] where try await folder.hasFolder(place) {
                isMaildir = true
                files += try await folder.names(in: place).map { MaildirFile(name: $0, folder: place) }
            }
        } catch {
            throw ReadFailure(.unavailable, error.message)
        }
        guard isMaildir else {
            throw ReadFailure(.unavailable, "\(path): this is no maildir; there is neither cur nor new in it")
        }
        return files.sorted { ($0.time, $0.id) < ($1.time, $1.id) }
    }

    /// The newest messages that count, as many as a first reading takes, the oldest first.
    private func newest(of files: [MaildirFile]) async throws -> [MaildirFile] {
        guard !choice.isEverything else { return Array(files.suffix(count)) }
        var chosen: [MaildirFile] = []
        for file in files.suffix(Self.mostLookedAt).reversed() {
            try Task.checkCancellation()
            guard let head = await bytes(of: file, atMost: Self.longestHead), choice.holds(of: MailMessage(head.span))
            else { continue }
            chosen.append(file)
            if chosen.count == count { break }
        }
        return chosen.reversed()
    }

    /// What a message holds; nil where it has gone.
    private func bytes(of file: MaildirFile, atMost count: Int) async -> [UInt8]? {
        // A mail program may move a message from one folder to the other meanwhile, and change its flags.
        if let bytes = await bytes(at: "\(file.folder)/\(file.name)", atMost: count) { return bytes }
        let names = (try? await folder.names(in: "cur")) ?? []
        guard let moved = names.first(where: { MaildirFile(name: $0, folder: "cur").id == file.id }) else { return nil }
        return await bytes(at: "cur/\(moved)", atMost: count)
    }

    private func bytes(at name: String, atMost count: Int) async -> [UInt8]? {
        try? await folder.bytes(of: name, from: 0, count: count)
    }
}
