import EntryMessages
import FeedModel
import Synchronization
public import TributaryPluginKit

/// Puts each entry as a message into a maildir (https://cr.yp.to/proto/maildir.html).
public final class Maildir: Sink {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var path: String
        var from: MailAddress
        var to: [MailAddress]
        var subject: String
    }

    /// What people and the engine must know of the sink.
    public static let descriptor = PluginDescriptor(
        name: "maildir", role: .sink, summary: "puts entries as mail into a maildir",
        options: [
            .required("path", .text, "The maildir; it is made if there is none."), MailOptions.from, MailOptions.to,
            MailOptions.subject,
        ],
        example: #"{"use": "maildir", "path": "Maildir/.feeds"}"#,
        delivery: DeliveryTraits(isRepeatable: true, firstFetch: .newest(1)))

    private let folder: any OutputFolder
    private let mailer: EntryMailer
    /// The names of the messages that the maildir holds, without what mail programs put behind them; nil until it is read.
    private let held = Mutex<Set<String>?>(nil)

    /// Makes the sink.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        folder = context.folder(options.path)
        mailer = try EntryMailer(
            from: options.from, to: options.to, subject: options.subject, clock: context.clock)
    }

    /// Forgets what the maildir held at the end of the last run.
    public func open(after mark: SinkMark?) async throws(SinkFailure) {
        held.withLock { $0 = nil }
    }

    /// Writes the messages that are not there yet, each by way of `tmp` into `new`.
    public func deliver(_ batch: DeliveryBatch) async throws(SinkFailure) -> Receipt {
        do throws(FileFailure) {
            let known = try await names()
            let messages = batch.deliveries.map { (name: Self.name(of: $0), delivery: $0) }
                .filter { !known.contains($0.name) }
            let files = messages.map {
                OutputFile("new/\($0.name)", mailer.message(for: $0.delivery).bytes(.lineFeed))
            }
            try await folder.replace(files, by: "tmp")
            held.withLock { $0?.formUnion(messages.map(\.name)) }
        } catch {
            throw error.ofSink()
        }
        return Receipt(for: batch)
    }
}

// MARK: - Private

extension Maildir {
    /// The file's name: when the entry was first seen, and what identifies it, which is no text of a feed's.
    private static func name(of delivery: Delivery) -> String {
        let seen = delivery.entry.tributary?.firstSeen.seconds ?? 0
        return "\(max(seen, 0)).\(MessageIdentity(delivery).name).\(delivery.revision).tributary"
    }

    private func names() async throws(FileFailure) -> Set<String> {
        if let known = held.withLock({ $0 }) { return known }
        try await folder.makeFolders(["cur", "new", "tmp"])
        var names: Set<String> = []
        for part in ["new", "cur"] {
            for name in try await folder.names(in: part) {
                // Flags stand behind a colon; some programs add a size or a number behind a comma.
                names.insert(String(name.prefix { $0 != ":" && $0 != "," && $0 != ";" }))
            }
        }
        held.withLock { [names] in $0 = names }
        return names
    }
}
