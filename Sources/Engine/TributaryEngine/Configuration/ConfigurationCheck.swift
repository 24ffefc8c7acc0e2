import FeedJSON
import TributaryPluginKit

/// Finds every mistake in a configuration that can be found before a plugin is made.
struct ConfigurationCheck {
    /// The mistakes, in the order of the file.
    private(set) var problems: [ConfigurationProblem] = []
    /// What may stand in it.
    let language: ConfigurationLanguage
    /// The tree as it was written.
    let written: JSONNode
    /// The tree with references expanded.
    let expanded: JSONNode
    /// What references stood for.
    let secrets: Secrets

    let registry: Registry
    private let places: SourcePlaces?
    /// What paths are relative to, absolute.
    let folder: String

    /// Checks a tree.
    ///
    /// - Parameters:
    ///   - expansion: expands references; nil takes them as text.
    ///   - places: where the bytes of the file stand, for messages that name a second place.
    ///   - folder: what paths are relative to, absolute.
    init(
        _ written: JSONNode, in registry: Registry, expansion: SecretExpansion? = nil, places: SourcePlaces? = nil,
        folder: String = "/"
    ) {
        self.written = written
        self.registry = registry
        self.places = places
        self.folder = folder
        language = ConfigurationLanguage(registry: registry)
        var expansion = expansion
        expanded = expansion?.expandConfiguration(written) ?? written
        secrets = expansion?.secrets ?? Secrets()
        checkTable(after: expansion)
        checkSubscriptions()
        checkSinks()
        checkOutputs()
        problems = problems.inOrderOfFile
    }

    /// Adds the syntax error that ended the reading, and leaves out what is not known because of it.
    mutating func end(with error: JSONSyntaxError, in bytes: [UInt8]) {
        forgiveOpenEnds(in: bytes)
        problems.append(ConfigurationProblem(error.message, offset: error.offset))
    }
}

// MARK: - The tables

extension ConfigurationCheck {
    private mutating func checkTable(after expansion: SecretExpansion?) {
        var found: [ConfigurationProblem] = []
        language.table.check(expanded, at: ConfigurationPath(), into: &found)
        guard let expansion, expansion.hasReferences else {
            problems += found
            return
        }
        // What is said of a value must not show what a reference stood for: it is said of the text as it was written.
        var ofWritten: [ConfigurationProblem] = []
        language.table.check(written, at: ConfigurationPath(), into: &ofWritten)
        let messages = Dictionary(ofWritten.map { (Subject($0), $0.message) }) { first, _ in first }
        problems += expansion.problems
        for var problem in found {
            switch problem.offset {
            case let offset? where expansion.failedOffsets.contains(offset): continue
            case let offset? where expansion.expandedOffsets.contains(offset):
                problem.message = messages[Subject(problem)] ?? "what the reference stands for does not fit here"
            default: problem.message = secrets.redacted(problem.message)
            }
            problems.append(problem)
        }
    }

    private struct Subject: Hashable {
        var path: ConfigurationPath
        var offset: Int?

        init(_ problem: ConfigurationProblem) {
            path = problem.path
            offset = problem.offset
        }
    }
}

// MARK: - Open ends

extension ConfigurationCheck {
    /// Leaves out what is said of objects and lists that a syntax error has left open: the rest of them is not known.
    private mutating func forgiveOpenEnds(in bytes: [UInt8]) {
        var open: [ConfigurationPath: Int] = [:]
        var (node, path) = (written, ConfigurationPath())
        while Self.isOpen(node, in: bytes) {
            open[path] = node.offset
            switch node.content {
            case .array(let elements):
                guard let last = elements.last else { break }
                (node, path) = (last, path.appending(elements.count - 1))
                continue
            case .object(let members):
                guard let last = members.last else { break }
                (node, path) = (last.value, path.appending(last.name))
                continue
            default: break
            }
            break
        }
        problems.removeAll { $0.offset == open[$0.path, default: -1] }
    }

    /// Whether reading the value alone ends in a syntax error too.
    private static func isOpen(_ node: JSONNode, in bytes: [UInt8]) -> Bool {
        let source = bytes.span.extracting(node.offset..<bytes.count)
        var reader = JSONReader(source, options: .commentsAndTrailingCommas)
        do throws(JSONSyntaxError) {
            try reader.skipValue(in: source)
            return false
        } catch {
            return true
        }
    }
}

// MARK: - What must not stand twice

extension ConfigurationCheck {
    /// Something that has been seen, and where.
    typealias Sighting = (path: ConfigurationPath, offset: Int)

    private mutating func checkSubscriptions() {
        let (writtenFeeds, expandedFeeds) = (written.elements("feeds"), expanded.elements("feeds"))
        var keys: [String: Sighting] = [:]
        for index in writtenFeeds.indices {
            let path = ConfigurationPath([.key("feeds"), .index(index)])
            let (written, expanded) = (writtenFeeds[index], expandedFeeds[index])
            guard let key = SubscriptionKey(of: written, expanded: expanded, in: registry) else { continue }
            if let first = keys[key.text] {
                note(
                    "the same subscription as \(named(first)); remove one of them or give one an \"id\"",
                    at: key.member.map { path.appending($0) } ?? path, key.node)
            } else {
                keys[key.text] = (path, written.offset)
            }
        }
        checkEarlierKeys(of: writtenFeeds, against: keys)
    }

    private mutating func checkEarlierKeys(of feeds: [JSONNode], against keys: [String: Sighting]) {
        var earlier: [String: Sighting] = [:]
        for (index, element) in feeds.enumerated() {
            let path = ConfigurationPath([.key("feeds"), .index(index)])
            for (position, node) in element.elements("was").enumerated() {
                guard let text = node.text else { continue }
                let key = SubscriptionKey.normalized(text)
                if let other = keys[key] ?? earlier[key], other.path != path {
                    note(
                        "\(named(other)) has this key too; a history belongs to one subscription",
                        at: path.appending("was").appending(position), node)
                } else {
                    earlier[key] = (path, element.offset)
                }
            }
        }
    }

    private mutating func checkSinks() {
        let (writtenSinks, expandedSinks) = (written.elements("sinks"), expanded.elements("sinks"))
        var keys: [String: Sighting] = [:]
        var archive: Sighting?
        var output: Sighting?
        var page: (path: ConfigurationPath, use: JSONNode)?
        for index in writtenSinks.indices {
            let path = ConfigurationPath([.key("sinks"), .index(index)])
            let element = writtenSinks[index]
            guard let use = element.member("use")?.value,
                let plugin = expandedSinks[index].member("use")?.value.text.flatMap({
                    registry.plugin(.sink, named: $0)
                })
            else { continue }
            if plugin is any ArchiveSink.Type, let archive {
                note("\(named(archive)) keeps the entries already; remove one of them", at: path.appending("use"), use)
                continue
            }
            let ownsOutput = plugin.descriptor.delivery(of: expandedSinks[index])?.ownsStandardOutput ?? false
            if ownsOutput, let output {
                note(
                    "\(named(output)) writes to standard output already; remove one of them",
                    at: path.appending("use"), use)
                continue
            }
            if plugin is any ArchiveSink.Type { archive = (path, element.offset) }
            if ownsOutput { output = (path, element.offset) }
            if page == nil, plugin is any PageSink.Type { page = (path.appending("use"), use) }

            let name = element.member("name")?.value
            guard let key = (name ?? use).text else { continue }
            if let first = keys[key] {
                note(
                    "\(named(first)) is called \"\(key)\" too; give one of them another \"name\"",
                    at: path.appending(name == nil ? "use" : "name"), name ?? use)
            } else {
                keys[key] = (path, element.offset)
            }
        }
        if let page, archive == nil {
            note(
                "this shows what the cache holds, and there is none; add {\"use\": \"cache\"} to the sinks",
                at: page.path,
                page.use)
        }
    }

    /// Notes a mistake at the place of a node.
    mutating func note(_ message: String, at path: ConfigurationPath, _ node: JSONNode) {
        problems.append(ConfigurationProblem(message, at: path, offset: node.offset))
    }

    /// What has been seen, as messages name it.
    func named(_ sighting: Sighting) -> String {
        places.map { "\(sighting.path) (\($0.place(at: sighting.offset)))" } ?? "\(sighting.path)"
    }
}
