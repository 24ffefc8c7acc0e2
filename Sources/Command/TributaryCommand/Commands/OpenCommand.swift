import EntryViews
import FeedModel
import FeedText
import LocalSystem
import TributaryEngine

/// `tributary open`: shows the page of an entry in a browser.
struct OpenCommand: Command {
    static let description = CommandDescription(
        name: "open", operands: "N|ID|URL", operandCount: 1...1,
        summary: "Opens the page of a cached entry in the browser.",
        details: ["The browser is what $BROWSER names, else xdg-open. Only pages of http and https are opened."],
        options: [.config])

    private let config: String?
    private let name: String

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        config = arguments.value("--config")
        name = arguments.operands.first ?? ""
    }

    func run(in wiring: Wiring) async throws -> ExitStatus {
        let cache: OpenCache
        switch try await wiring.openCache(config: config) {
        case .success(let opened): cache = opened
        case .failure(let absence): return absence.status
        }
        let entry = try await cache.entry(named: name, command: Self.description.name)
        guard let url = EntryCard(entry).link, ["http", "https"].contains(URLText.scheme(of: url)) else {
            await wiring.console.complain(["tributary: entry \(name) has no page of http or https"])
            return .failure
        }
        let browsers = Browser.commands(written: wiring.environment.variable("BROWSER"), url: url)
        for command in browsers {
            do throws(LocalFileFailure) {
                let ending = try await ChildProcess.run(command)
                guard ending != .status(0) else { return .success }
                await wiring.console.complain(["tributary: \(command[0]) \(ending)"])
                return .failure
            } catch {
                // Where one browser is missing the next one is asked.
                guard error.kind == .missing else { throw error }
            }
        }
        let names = browsers.compactMap(\.first).joined(separator: ", ")
        await wiring.console.complain([
            "tributary: no browser was found (\(names)); name one in $BROWSER"
        ])
        return .failure
    }
}

/// The browsers that a reader has, by the custom of `$BROWSER`.
enum Browser {
    /// The commands to try, in order: those in `$BROWSER`, which colons part, then `xdg-open`.
    ///
    /// Words are parted by spaces, no shell is asked; the URL takes the place of `%s`, else it stands at the end.
    static func commands(written: String?, url: String) -> [[String]] {
        var commands: [[String]] = []
        for browser in (written ?? "").split(separator: ":") {
            var words = browser.split(separator: " ").map(String.init)
            guard !words.isEmpty else { continue }
            if let place = words.firstIndex(of: "%s") { words[place] = url } else { words.append(url) }
            commands.append(words)
        }
        return commands + [["xdg-open", url]]
    }
}
