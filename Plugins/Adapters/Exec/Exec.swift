import FeedModel
public import PluginProcess
public import TributaryPluginKit

/// Reads a feed through a plugin that is a process of its own, in any language (docs/plugin-protocol.md).
public struct Exec: FeedAdapter {
    /// The options as a user writes them.
    public typealias Options = ProgramOptions

    /// What people and the engine must know of the adapter.
    public static let descriptor = PluginDescriptor(
        name: "exec", role: .adapter, summary: "reads a feed through a program that speaks the plugin protocol",
        options: ProgramOptions.table(), example: #"{"use": "exec", "command": ["./my-adapter", "--flag"]}"#,
        stability: .experimental)

    private let options: ProgramOptions
    private let context: PluginContext

    /// Makes the adapter.
    public init(options: ProgramOptions, context: PluginContext) {
        self.options = options
        self.context = context
    }

    /// Starts the program, has it read the subscription, and sees it end.
    public func read(
        _ subscription: Subscription, since last: Validators?, using http: any HTTPClient
    ) async throws -> FeedReading {
        let (report, program) = (context.report, options.name)
        do throws(PluginFailure) {
            let conversation = try await PluginConversation.begin(
                PluginConversation.Invitation(options, as: .adapter, in: context.baseFolder), by: context.programs
            ) { diagnostic in
                report(
                    Diagnostic(
                        diagnostic.severity, subject: subscription.displayName, "\(program): \(diagnostic.message)"))
            }
            do throws(PluginFailure) {
                let reading = try await conversation.read(subscription, since: last)
                await conversation.finish()
                return reading
            } catch {
                await conversation.finish()
                throw error
            }
        } catch {
            throw ReadFailure(error, of: program)
        }
    }
}

extension ReadFailure {
    fileprivate init(_ failure: PluginFailure, of program: String) {
        switch failure.kind {
        case .cancelled: self.init(.cancelled, "cancelled")
        case .broken: self.init(.unavailable, "\(program): \(failure.message)")
        case .reported(let reported):
            self.init(.unavailable, "\(program): \(failure.message)", retryAfter: reported.retryAfter)
        }
    }
}
