import EntryMessages
import FeedText
public import TributaryPluginKit

/// Appends each entry as a message to a mailbox file (RFC 4155), in the form `mboxrd`.
public struct Mbox: Sink {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var path: String
        var from: MailAddress
        var to: [MailAddress]
        var subject: String
    }

    /// What people and the engine must know of the sink.
    public static let descriptor = PluginDescriptor(
        name: "mbox", role: .sink, summary: "appends entries as mail to an mbox file",
        options: [
            .required("path", .outputPath, "The mailbox that messages are appended to."), MailOptions.from,
            MailOptions.to,
            MailOptions.subject,
        ],
        example: #"{"use": "mbox", "path": "mail/feeds"}"#,
        delivery: DeliveryTraits(isRepeatable: true, firstFetch: .newest(1)))

    private let file: LineFile
    private let mailer: EntryMailer
    private let sender: String

    /// Makes the sink.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        let (name, folder) = try context.file(options.path)
        file = LineFile(name, in: folder, isMailbox: true)
        mailer = try EntryMailer(
            from: options.from, to: options.to, subject: options.subject, clock: context.clock)
        sender = options.from.address
    }

    /// Looks where the last run's last message ended.
    public func open(after mark: SinkMark?) async throws(SinkFailure) {
        file.open(after: mark)
    }

    /// Appends the messages that are not in the mailbox yet.
    public func deliver(_ batch: DeliveryBatch) async throws(SinkFailure) -> Receipt {
        var messages: [UInt8] = []
        var ends: [Int] = []
        for delivery in batch.deliveries {
            append(mailer.message(for: delivery), to: &messages)
            ends.append(messages.count)
        }
        do throws(FileFailure) {
            return Receipt(for: batch, mark: try await file.append(messages, endingAt: ends))
        } catch {
            throw error.ofSink()
        }
    }
}

// MARK: - Private

extension Mbox {
    /// Appends a message between its `From ` line and an empty one; lines of it that look like the former get a `>`.
    private func append(_ message: MailMessage, to mailbox: inout [UInt8]) {
        mailbox += "From \(sender) \(message.date.envelopeDate)\n".utf8
        let bytes = message.bytes(.lineFeed)
        let span = bytes.span
        var start = 0
        while let end = span.firstIndex(of: UInt8(ascii: "\n"), from: start) {
            var text = start
            while text < end, span[text] == UInt8(ascii: ">") { text += 1 }
            if span.starts(with: "From ", at: text) { mailbox.append(UInt8(ascii: ">")) }
            mailbox += bytes[start...end]
            start = end + 1
        }
        mailbox.append(UInt8(ascii: "\n"))
    }
}
