import TributaryPluginKit

/// What a plugin of a role begins with; `{{Type}}`, `{{name}}`, `{{Target}}` and `{{Role}}` stand for its own.
struct PluginTemplate: Sendable {
    /// The files, by their paths below the root.
    var files: [(path: String, text: String)]
    /// The line in the package's description.
    var packageLine: String

    /// The template of a role.
    static func of(_ role: PluginRole) -> PluginTemplate {
        switch role {
        case .adapter: adapter
        case .stage: stage
        case .sink: sink
        }
    }

    /// The files of a plugin in their places.
    init(
        code: String, sample: String, readMe: String, test: String, fixtures: [(name: String, text: String)],
        packageLine: String
    ) {
        let folder = "Plugins/{{Role}}s/{{Type}}"
        let tests = "Tests/Plugins/{{Role}}s/{{Type}}Tests"
        files =
            [
                ("\(folder)/{{Type}}.swift", code), ("\(folder)/sample.json", sample),
                ("\(folder)/README.md", readMe), ("\(tests)/{{Type}}Tests.swift", test),
            ] + fixtures.map { ("\(tests)/Fixtures/\($0.name)", $0.text) }
        self.packageLine = packageLine
    }
}
