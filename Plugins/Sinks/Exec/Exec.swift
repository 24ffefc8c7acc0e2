import FeedModel
public import PluginProcess
public import TributaryPluginKit

/// Hands entries to a plugin that is a process of its own, in any language (docs/plugin-protocol.md).
public actor Exec: Sink {
    /// The options as a user writes them.
    public typealias Options = ProgramOptions

    /// What people and the engine must know of the sink: a program may do anything with an entry, so it gets one at a time.
    public static let descriptor = PluginDescriptor(
        name: "exec", role: .sink, summary: "hands entries to a program that speaks the plugin protocol",
        options: ProgramOptions.table(), example: #"{"use": "exec", "command": ["./my-sink", "--loud"]}"#,
        stability: .experimental, delivery: DeliveryTraits(isRepeatable: false, firstFetch: .newest(1)))

    private let options: ProgramOptions
    private let context: PluginContext
    private var conversation: PluginConversation?
    /// How many deliveries it was given, and how many of them it has neither confirmed nor failed on.
    private var deliveries = (given: 0, unconfirmed: 0)

    /// Makes the sink.
    public init(options: ProgramOptions, context: PluginContext) {
        self.options = options
        self.context = context
    }

    /// Starts the program.
    public func open(after mark: SinkMark?) async throws(SinkFailure) {
        await conversation?.finish()
        conversation = nil
        deliveries = (0, 0)
        let (report, program) = (context.report, options.name)
        do throws(PluginFailure) {
            let begun = try await PluginConversation.begin(
                PluginConversation.Invitation(options, as: .sink, in: context.baseFolder), by: context.programs
            ) { diagnostic in
                report(Diagnostic(diagnostic.severity, "\(program): \(diagnostic.message)"))
            }
            conversation = begun
            try await begun.open(after: mark)
        } catch {
            throw SinkFailure(error, of: program)
        }
    }

    /// Hands the program its deliveries and waits for its receipt.
    public func deliver(_ batch: DeliveryBatch) async throws(SinkFailure) -> Receipt {
        guard let conversation else {
            throw SinkFailure(.retryable(after: nil), "\(options.name) has not been started")
        }
        do throws(PluginFailure) {
            let receipt = try await conversation.deliver(batch.deliveries)
            deliveries.given += batch.deliveries.count
            deliveries.unconfirmed += batch.deliveries.count - Set(receipt.confirmed).count
            return receipt
        } catch {
            throw SinkFailure(error, of: options.name)
        }
    }

    /// Tells the program that there is no more, and sees it end.
    public func close() async throws(SinkFailure) {
        guard let conversation else { return }
        self.conversation = nil
        if deliveries.unconfirmed > 0 {
            context.report(
                Diagnostic(
                    .warning,
                    "\(options.name): it did not confirm \(deliveries.unconfirmed) of \(deliveries.given) deliveries and "
                        + "did not say why; they stay pending for a later run"))
        }
        guard await !conversation.isBroken else { return }
        do throws(PluginFailure) {
            try await conversation.close()
            await conversation.finish()
        } catch {
            await conversation.finish()
            throw SinkFailure(error, of: options.name)
        }
    }
}

extension SinkFailure {
    fileprivate init(_ failure: PluginFailure, of program: String) {
        let message = "\(program): \(failure.message)"
        switch failure.kind {
        case .cancelled, .broken: self.init(.retryable(after: nil), message)
        case .reported(let reported):
            self.init(
                reported.isPermanent ? .permanent : .retryable(after: reported.retryAfter), message,
                receipt: reported.receipt)
        }
    }
}
