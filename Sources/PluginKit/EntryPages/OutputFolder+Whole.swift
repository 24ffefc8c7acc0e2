package import TributaryPluginKit

extension OutputFolder {
    /// Puts a file in the place of the one before in one step.
    package func replace(_ file: OutputFile) async throws(SinkFailure) {
        do throws(FileFailure) {
            try await replace([file])
        } catch {
            throw error.ofSink()
        }
    }

    /// All that a file holds; nil if there is none.
    package func contents(of name: String) async throws(FileFailure) -> [UInt8]? {
        guard let end = try await mark(of: name) else { return nil }
        return try await bytes(of: name, from: 0, count: Int(clamping: end.length))
    }
}
