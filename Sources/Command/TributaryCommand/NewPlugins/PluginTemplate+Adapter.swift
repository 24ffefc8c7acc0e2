extension PluginTemplate {
    /// A format with an entry a line.
    static let adapter = PluginTemplate(
        code: #"""
            import FeedJSON
            public import FeedModel
            public import FeedText
            public import TributaryPluginKit

            /// The format {{name}}: a first line with its name and a title, then a line for each entry.
            ///
            /// Such a line is an address, a tab and a title.
            public struct {{Type}}: DocumentAdapter {
                /// The options as a user writes them.
                public struct Options: PluginOptions {
                    var oldestFirst: Bool
                }

                /// What people and the engine must know of the adapter.
                public static let descriptor = PluginDescriptor(
                    name: "{{name}}", role: .adapter, summary: "reads {{name}}, a format with an entry a line",
                    options: [
                        Option("oldest_first", .boolean, default: false, "Whether the last line is the newest entry.")
                    ],
                    example: #"{"use": "{{name}}", "url": "https://example.com/feed.{{name}}"}"#)

                /// The media types that the format is served with.
                public static let accepts = [AcceptedType("application/x-{{name}}")]

                private let options: Options

                /// Makes the adapter.
                public init(options: Options, context: PluginContext) {
                    self.options = options
                }

                /// Says yes to a document that begins with the format's name.
                public static func recognise(_ head: Span<UInt8>, type: MediaType?) -> Recognition {
                    head.starts(with: "# {{name}} ") ? .certain : .no
                }

                /// Decodes a document; a line that is no entry is reported and left out.
                public func decode(_ document: Document, into output: inout DecodingOutput) throws(DecodingFailure) -> Feed {
                    let bytes = document.bytes
                    guard Self.recognise(bytes.span, type: nil) == .certain else {
                        throw DecodingFailure("the first line is not \"# {{name}}\" and a title")
                    }
                    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
                    let title = String(decoding: lines.removeFirst().dropFirst("# {{name}} ".utf8.count), as: UTF8.self)
                    var entries: [Entry] = []
                    for (index, line) in lines.enumerated() where !line.isEmpty {
                        guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else {
                            let place = Diagnostic.Place(offset: line.startIndex, line: index + 2, column: 1)
                            output.report(
                                Diagnostic(.warning, place: place, "the line has no tab; it is left out"))
                            continue
                        }
                        let url = String(decoding: line[..<tab], as: UTF8.self)
                        let title = String(decoding: line[(tab + 1)...], as: UTF8.self)
                        entries.append(Entry(id: "", url: URLText.resolve(url, against: document.url), title: title))
                    }
                    for entry in options.oldestFirst ? entries.reversed() : entries { output.append(entry) }
                    return Feed(title: title)
                }
            }

            """#,
        sample: #"""
            {"use": "{{name}}", "url": "https://example.com/feed.{{name}}", "oldest_first": true}

            """#,
        readMe: #"""
            # {{Type}}

            `{{name}}` reads the format of this name: a first line with its name and a title, then a line for each entry.

            | option | what it says | default |
            |---|---|---|
            | `oldest_first` | whether the last line is the newest entry | false |

            ## What becomes of what

            | {{name}} | feed and entry |
            |---|---|
            | what follows the name in the first line | the feed's `title` |
            | what stands before the tab of a line | `url`, made absolute |
            | what follows it | `title` |

            ## Limits

            A line without a tab is left out, with a warning.

            """#,
        test: #"""
            import FeedModel
            import Testing
            import TributaryPluginKit
            import TributaryTestKit
            import {{Target}}

            @Suite("The adapter {{name}}")
            struct {{Type}}Tests {
                private static let folder = PluginFolder("Plugins/Adapters/{{Type}}")
                private static let fixtures = DocumentFixture.all(suffix: "{{name}}")
                private static let plain = #"{"use": "{{name}}"}"#

                @Test("It keeps what every document adapter keeps")
                func contract() throws {
                    try DocumentAdapterContract.check({{Type}}.self, in: Self.folder, fixtures: Self.fixtures)
                }

                @Test("A fixture is read as its expectation says", arguments: fixtures)
                func reading(fixture: DocumentFixture) throws {
                    try fixture.expectReading(by: PluginContract.make({{Type}}.self, Self.plain))
                }

                @Test("No beginning and no changed byte of a fixture traps", arguments: fixtures)
                func toughness(fixture: DocumentFixture) async throws {
                    try await fixture.expectToughness(of: PluginContract.makeSample({{Type}}.self, in: Self.folder))
                }

                @Test("Twice the entries take about twice the time")
                func linear() throws {
                    try DocumentAdapterContract.checkLinear(PluginContract.make({{Type}}.self, Self.plain)) { count in
                        "# {{name}} x\n" + (0..<count).map { "https://example.com/\($0)\tentry\n" }.joined()
                    }
                }

                @Test("The last line can come first")
                func order() throws {
                    let fixture = try #require(Self.fixtures.first)
                    let newest = try PluginContract.make({{Type}}.self, Self.plain).feed(from: fixture.document).feed
                    let sample = try PluginContract.makeSample({{Type}}.self, in: Self.folder)
                    #expect(try sample.feed(from: fixture.document).feed.entries == newest.entries.reversed())
                }
            }

            """#,
        fixtures: [
            (
                "news.{{name}}",
                """
                # {{name}} News from the mill
                wheel\tThe wheel turns again
                no tab in this line
                https://example.org/2\t水車の修理が終わりました

                """
            ),
            (
                "news.json",
                """
                {
                  "version": "https://jsonfeed.org/version/1.1",
                  "title": "News from the mill",
                  "items": [
                    {
                      "id": "https://example.com/blog/wheel",
                      "url": "https://example.com/blog/wheel",
                      "title": "The wheel turns again",
                      "content_text": ""
                    },
                    {
                      "id": "https://example.org/2",
                      "url": "https://example.org/2",
                      "title": "水車の修理が終わりました",
                      "content_text": ""
                    }
                  ]
                }

                """
            ),
            ("news.txt", "warning: line 3, column 1: the line has no tab; it is left out\n"),
        ],
        packageLine: #"        adapter("{{Type}}", uses: ["FeedText"]),"#)
}
