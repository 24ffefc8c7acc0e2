package import TributaryPluginKit

/// The one file that a page sink writes anew each time.
package struct PageFile: Sendable {
    /// Its name, without the folder.
    package let name: String
    private let folder: any OutputFolder

    /// The file at a path, which may be relative to the configuration.
    package init(_ path: String, context: PluginContext) throws(ConfigurationError) {
        (name, folder) = try context.file(path)
    }

    /// Whether it is still there.
    package func state() async throws(SinkFailure) -> PageState {
        do throws(FileFailure) {
            return PageState(isMissing: try await folder.mark(of: name) == nil)
        } catch {
            throw error.ofSink()
        }
    }

    /// Puts bytes in the place of what it held, in one step.
    package func replace(with bytes: [UInt8]) async throws(SinkFailure) {
        try await folder.replace(OutputFile(name, bytes))
    }
}
