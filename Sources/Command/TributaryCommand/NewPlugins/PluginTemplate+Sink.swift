extension PluginTemplate {
    /// A sink that appends a line for each entry.
    static let sink = PluginTemplate(
        code: #"""
            import FeedJSON
            import FeedModel
            public import TributaryPluginKit

            /// Appends a line with the id and the title of each entry to a file.
            public struct {{Type}}: Sink {
                /// The options as a user writes them.
                public struct Options: PluginOptions {
                    var path: String
                }

                /// What people and the engine must know of the sink.
                public static let descriptor = PluginDescriptor(
                    name: "{{name}}", role: .sink, summary: "appends the id and the title of each entry to a file",
                    options: [.required("path", .text, "The file that lines are appended to.")],
                    example: #"{"use": "{{name}}", "path": "titles.jsonl"}"#,
                    delivery: DeliveryTraits(isRepeatable: true, firstFetch: .all))

                private let file: LineFile

                /// Makes the sink.
                public init(options: Options, context: PluginContext) throws(ConfigurationError) {
                    let (name, folder) = try context.file(options.path)
                    file = LineFile(name, in: folder)
                }

                /// Looks where the last run's last line ended.
                public func open(after mark: SinkMark?) {
                    file.open(after: mark)
                }

                /// Writes the lines that are not in the file yet, and confirms them.
                public func deliver(_ batch: DeliveryBatch) async throws(SinkFailure) -> Receipt {
                    var lines: [UInt8] = []
                    for delivery in batch.deliveries { lines += Self.line(delivery.entry) }
                    do throws(FileFailure) {
                        return Receipt(for: batch, mark: try await file.append(lines))
                    } catch {
                        throw error.ofSink()
                    }
                }

                private static func line(_ entry: Entry) -> [UInt8] {
                    var members: JSONObject = ["id": .string(entry.id)]
                    members["title"] = entry.title.map(JSONValue.string)
                    return JSONValue.object(members).bytes() + [UInt8(ascii: "\n")]
                }
            }

            """#,
        sample: #"""
            {"use": "{{name}}", "path": "titles.jsonl"}

            """#,
        readMe: #"""
            # {{Type}}

            `{{name}}` appends a line with the id and the title of each new entry to a file.

            | option | what it says | default |
            |---|---|---|
            | `path` | the file that lines are appended to, relative to the configuration | required |

            The keys of every sink (`name`, `where`, `first_fetch`, `order`) apply.

            ## What it writes

            ```json
            {"id":"1","title":"The wheel turns again"}
            ```

            ## Limits

            The path must not be a symbolic link, a pipe or a device.

            """#,
        test: #"""
            import FeedJSON
            import FeedModel
            import Testing
            import TributaryPluginKit
            import TributaryTestKit
            import {{Target}}

            @Suite("The sink {{name}}")
            struct {{Type}}Tests {
                private static let path = "/out/titles.jsonl"
                private static let element = #"{"use": "{{name}}", "path": "/out/titles.jsonl"}"#

                @Test("It keeps the contract of a sink, wherever the disk is full")
                func contract() async throws {
                    try await SinkContract.check(
                        {{Type}}.self, in: PluginFolder("Plugins/Sinks/{{Type}}"),
                        faults: stride(from: 0, to: 400, by: 7)
                    ) { capacity in
                        let folders = MemoryFolders(fault: capacity.map { .full(after: $0) })
                        return SinkBench(
                            element: Self.element, context: .test(folders: folders), repair: { folders.meet(nil) }
                        ) {
                            let lines = (folders.bytes(at: Self.path) ?? []).split(separator: UInt8(ascii: "\n"))
                            // The last one may be half.
                            return lines.compactMap { line in
                                (try? JSONValue(parsing: Array(line)))?.objectValue?["id"]?.stringValue
                            }
                        }
                    }
                }

                @Test("A line has the id and the title")
                func lines() async throws {
                    let folders = MemoryFolders()
                    let sink = try PluginContract.make({{Type}}.self, Self.element, context: .test(folders: folders))
                    let entries = [Entry(id: "1", title: "水車"), Entry(id: "2")]
                    let deliveries = entries.enumerated().map { place, entry in
                        Delivery(id: entry.id, position: Int64(place), revision: 0, entry: entry)
                    }
                    _ = try await sink.deliver(DeliveryBatch(deliveries))
                    try Snapshot.expect(
                        String(decoding: folders.bytes(at: Self.path) ?? [], as: UTF8.self), named: "lines")
                }
            }

            """#,
        fixtures: [("lines.txt", "{\"id\":\"1\",\"title\":\"水車\"}\n{\"id\":\"2\"}\n")],
        packageLine: #"        sink("{{Type}}"),"#)
}
