import FeedJSON
import FeedModel
public import TributaryPluginKit

extension DocumentAdapter {
    /// The adapter without options, and with nothing that it could touch outside: for those who only decode.
    public static func isolated() throws(ConfigurationError) -> Self {
        let options = try OptionDecoder.decode(
            Options.self, from: JSONNode(offset: 0, content: .object([])), table: descriptor.options)
        return try Self(options: options, context: .isolated)
    }
}

// MARK: - Private

extension PluginContext {
    /// Nothing but the plugin itself.
    fileprivate static let isolated = PluginContext(
        baseFolder: "/nonexistent", clock: NoClock(), standardOutput: NoOutput(), folders: NoFolders(),
        http: NoHTTP(), terminal: TerminalTraits(), report: { _ in })
}

private struct NoClock: WallClock {
    var now: Timestamp { Timestamp(seconds: 1_700_000_000) }
}

private struct NoOutput: OutputChannel {
    func write(_ bytes: [UInt8]) async throws(OutputFailure) {}
}

private struct NoHTTP: HTTPClient {
    func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        throw HTTPFailure(.connection, "there is no network here")
    }
}

private struct NoFolders: OutputFolders {
    func folder(at path: String) -> any OutputFolder { NoFolder() }
}

private struct NoFolder: OutputFolder {
    private static let failure = FileFailure(.forbidden, "an adapter has no files")

    func replace(_ files: [OutputFile], by way: String?) async throws(FileFailure) { throw Self.failure }
    func makeFolders(_ names: [String]) async throws(FileFailure) { throw Self.failure }
    func append(_ bytes: [UInt8], to name: String, locked: Bool) async throws(FileFailure) -> FileMark {
        throw Self.failure
    }
    func mark(of name: String) async throws(FileFailure) -> FileMark? { throw Self.failure }
    func bytes(of name: String, from offset: Int64, count: Int) async throws(FileFailure) -> [UInt8] {
        throw Self.failure
    }
    func names(in folder: String) async throws(FileFailure) -> [String] { throw Self.failure }
    func hasFolder(_ name: String) async throws(FileFailure) -> Bool { throw Self.failure }
    func remove(_ names: [String]) async throws(FileFailure) { throw Self.failure }
}
