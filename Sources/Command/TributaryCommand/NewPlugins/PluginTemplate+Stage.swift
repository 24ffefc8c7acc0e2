extension PluginTemplate {
    /// A stage that changes an entry, and lets some go.
    static let stage = PluginTemplate(
        code: #"""
            public import FeedModel
            public import TributaryPluginKit

            /// Puts a text before titles, and drops entries without one.
            public struct {{Type}}: EntryStage {
                /// The options as a user writes them.
                public struct Options: PluginOptions {
                    var prefix: String
                }

                /// What people and the engine must know of the stage.
                public static let descriptor = PluginDescriptor(
                    name: "{{name}}", role: .stage, summary: "puts a text before titles, and drops entries without one",
                    options: [.required("prefix", .text, "What comes before the title.")],
                    example: #"{"use": "{{name}}", "prefix": "News: "}"#)

                private let prefix: String

                /// Makes the stage.
                public init(options: Options, context: PluginContext) {
                    prefix = options.prefix
                }

                /// Changes the title, once only: what is judged anew has it already.
                public func apply(_ entry: inout Entry) -> Verdict {
                    guard let title = entry.title else { return .drop(reason: "it has no title") }
                    if !title.hasPrefix(prefix) { entry.title = prefix + title }
                    return .keep
                }
            }

            """#,
        sample: #"""
            {"use": "{{name}}", "prefix": "News: "}

            """#,
        readMe: #"""
            # {{Type}}

            `{{name}}` puts a text before the titles of entries, and drops entries that have none.

            | option | what it says | default |
            |---|---|---|
            | `prefix` | what comes before the title | required |

            ## Example

            With `"prefix": "News: "` the title `The wheel turns again` becomes `News: The wheel turns again`.

            ## Limits

            A title that begins with the text already is left alone.

            """#,
        test: #"""
            import FeedModel
            import Testing
            import TributaryPluginKit
            import TributaryTestKit
            import {{Target}}

            @Suite("The stage {{name}}")
            struct {{Type}}Tests {
                @Test("It keeps the contract of entry stages")
                func contract() async throws {
                    try await EntryStageContract.check({{Type}}.self, in: PluginFolder("Plugins/Stages/{{Type}}"))
                }

                @Test("Titles get the text, and get it once")
                func titles() throws {
                    let stage = try PluginContract.make({{Type}}.self, #"{"use": "{{name}}", "prefix": "News: "}"#)
                    var lines = ""
                    for title in ["The wheel turns again", "水車", "News: once is enough"] {
                        var entry = Entry(id: "1", title: title)
                        #expect(stage.apply(&entry) == .keep)
                        lines += "\(entry.title ?? "")\n"
                    }
                    try Snapshot.expect(lines, named: "titles")
                }

                @Test("What has no title goes")
                func untitled() throws {
                    let stage = try PluginContract.make({{Type}}.self, #"{"use": "{{name}}", "prefix": "News: "}"#)
                    var entry = Entry(id: "1")
                    #expect(stage.apply(&entry) == .drop(reason: "it has no title"))
                }
            }

            """#,
        fixtures: [("titles.txt", "News: The wheel turns again\nNews: 水車\nNews: once is enough\n")],
        packageLine: #"        stage("{{Type}}", hasFixtures: true),"#)
}
