package import FeedJSON
import FeedText
package import TributaryPluginKit

/// Turns a configuration into a plan: finds every mistake in one go, and only where there is none makes the plugins.
package struct Planner: Sendable {
    /// The plugins that there are.
    package let registry: Registry
    /// What plugins are handed; the planner puts in the folder of the configuration.
    package let context: PluginContext
    /// What surrounds the reading.
    package let environment: ConfigurationEnvironment

    /// A planner from its parts.
    package init(registry: Registry, context: PluginContext, environment: ConfigurationEnvironment) {
        self.registry = registry
        self.context = context
        self.environment = environment
    }

    /// The plan that a configuration asks for.
    ///
    /// - Throws: every mistake as a line `config.json:14:9: feeds[2].every: …`, in the order of the file.
    package func plan(for file: ConfigurationFile) throws(ConfigurationFailure) -> Plan {
        let places = SourcePlaces(file.bytes)
        let baseFolder = FilePath.folder(of: file.path)
        do throws(ConfigurationError) {
            let (node, syntaxError) = try Self.parse(file.bytes)
            let expansion = SecretExpansion(environment: environment, baseFolder: baseFolder)
            var check = ConfigurationCheck(node, in: registry, expansion: expansion, places: places, folder: baseFolder)
            if let syntaxError { check.end(with: syntaxError, in: file.bytes) }
            return try plan(from: check, in: baseFolder, store: databasePath(for: file))
        } catch {
            throw ConfigurationFailure(error.problems.map { $0.line(in: file.name, places) })
        }
    }

    /// The subscription that an element of `feeds` asks for which stands in a file of its own, or in none.
    ///
    /// - Parameters:
    ///   - file: what the element says; nil for nothing but what follows.
    ///   - adapter: the name of the plugin to use, whatever the element says.
    ///   - location: what is read unless the element says it.
    /// - Throws: every mistake as ``plan(for:)`` does, with paths from the element on.
    package func subscription(
        in file: ConfigurationFile?, using adapter: String?, at location: String?
    ) throws(ConfigurationFailure) -> PlannedSubscription {
        let places = file.map { SourcePlaces($0.bytes) }
        let baseFolder = file.map { FilePath.folder(of: $0.path) } ?? environment.workingDirectory
        do throws(ConfigurationError) {
            let (written, syntaxError) =
                try file.map { file throws(ConfigurationError) in try Self.parse(file.bytes) }
                ?? (JSONNode([:], at: 0), nil)
            let element = written.having("use", adapter.map(JSONValue.string), replaces: true)
                .having("url", location.map(JSONValue.string), replaces: false)
            let feeds = JSONNode.Member(
                name: "feeds", nameOffset: 0, value: JSONNode(offset: 0, content: .array([element])))
            // A configuration has a sink; any that needs no options will do, since nothing is delivered.
            let sink = registry.plugins(.sink).first { !$0.descriptor.options.options.contains(where: \.isRequired) }
            let name = JSONValue.string(sink?.descriptor.name ?? "")
            let sinks = JSONNode.Member(name: "sinks", nameOffset: 0, value: JSONNode([["use": name]], at: 0))
            var check = ConfigurationCheck(
                JSONNode(offset: 0, content: .object([feeds, sinks])), in: registry,
                expansion: SecretExpansion(environment: environment, baseFolder: baseFolder), places: places)
            if let file, let syntaxError { check.end(with: syntaxError, in: file.bytes) }
            let plan = try plan(from: check, in: baseFolder, store: .memory)
            guard let subscription = plan.subscriptions.first else { throw ConfigurationError("there is no element") }
            return subscription
        } catch {
            let problems = error.problems.map { problem in
                ConfigurationProblem(
                    problem.message, at: ConfigurationPath(Array(problem.path.components.dropFirst(2))),
                    offset: problem.offset)
            }
            guard let file, let places else { throw ConfigurationFailure(problems.map(\.message)) }
            throw ConfigurationFailure(problems.map { $0.line(in: file.name, places) })
        }
    }

    /// A plan without a configuration: reads these addresses and files, shows all in one sink and records nothing.
    ///
    /// - Parameters:
    ///   - locations: as the user gave them; one that is given twice is read once.
    ///   - sink: an element of `sinks`.
    /// - Throws: what is wrong with the locations or the sink.
    package func plan(reading locations: [String], into sink: JSONObject) throws(ConfigurationFailure) -> Plan {
        var seen: Set<String> = []
        let feeds = locations.filter { seen.insert(SubscriptionKey.normalized($0)).inserted }
        let configuration: JSONObject = ["feeds": .array(feeds.map(JSONValue.string)), "sinks": [.object(sink)]]
        do throws(ConfigurationError) {
            let check = ConfigurationCheck(JSONNode(.object(configuration), at: 0), in: registry)
            var plan = try plan(from: check, in: environment.workingDirectory, store: .memory)
            for index in plan.sinks.indices { plan.sinks[index].firstFetch = .all }
            return plan
        } catch {
            throw ConfigurationFailure(error.problems.map(\.message))
        }
    }
}

extension Planner {
    /// The same kind of sink with other options, where the command line has the last word.
    package func remade(
        _ sink: any Sink, with options: JSONObject, baseFolder: String
    ) throws(ConfigurationError) -> any Sink {
        var context = context
        context.baseFolder = baseFolder
        let made = try registry.make(
            type(of: sink), from: JSONNode(.object(options), at: 0), at: ConfigurationPath(), context: context)
        return made as? any Sink ?? sink
    }
}

// MARK: - Private

extension Planner {
    private static func parse(
        _ bytes: [UInt8]
    ) throws(ConfigurationError) -> (node: JSONNode, error: JSONSyntaxError?) {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            throw ConfigurationError([
                ConfigurationProblem("this is not UTF-8; save the file as UTF-8", offset: error.byteOffsets.lowerBound)
            ])
        }
        let (node, error) = JSONNode.parse(bytes, options: .commentsAndTrailingCommas)
        guard let node else {
            let error = error ?? JSONSyntaxError(offset: bytes.count, message: "expected a value")
            throw ConfigurationError([ConfigurationProblem(error.message, offset: error.offset)])
        }
        return (node, error)
    }

    private func plan(
        from check: ConfigurationCheck, in baseFolder: String, store place: StoreSettings.Place?
    ) throws(ConfigurationError) -> Plan {
        guard check.problems.isEmpty else { throw ConfigurationError(check.problems) }
        var context = context
        context.baseFolder = baseFolder
        var assembly = PlanAssembly(check, registry: registry, context: context)
        let made = assembly.plan(defaultPlace: place)
        guard var plan = made, assembly.problems.isEmpty else {
            throw ConfigurationError(assembly.problems.inOrderOfFile)
        }
        plan.store.documentFolder = documentFolder(of: plan.store.place)
        return plan
    }

    /// Where the database lies unless `store.path` says it; nil where the user has no folder for it.
    private func databasePath(for file: ConfigurationFile) -> StoreSettings.Place? {
        guard let folder = environment.userFolder("XDG_STATE_HOME", default: ".local/state") else { return nil }
        guard !file.isDefault else { return .file(folder + "/tributary/tributary.db") }
        return .file("\(folder)/tributary/\(Self.name(of: file.path)).db")
    }

    /// Where the documents of a database are kept; nil where it has none, or the user no folder for them.
    private func documentFolder(of place: StoreSettings.Place) -> String? {
        guard case .file(let path) = place,
            let folder = environment.userFolder("XDG_CACHE_HOME", default: ".cache")
        else { return nil }
        return "\(folder)/tributary/\(Self.name(of: path))/documents"
    }

    /// A name for what belongs to a file: its own, made unique by its path.
    private static func name(of path: String) -> String {
        let hash = String(StableHash.hash(path) & 0xFFFF_FFFF, radix: 16)
        return "\(FilePath.stem(of: path))-\(String(repeating: "0", count: 8 - hash.count))\(hash)"
    }
}

extension JSONNode {
    /// The object with a member of a name; one that it has stays unless it is to be replaced.
    fileprivate func having(_ name: String, _ value: JSONValue?, replaces: Bool) -> JSONNode {
        guard let value, case .object(var members) = content else { return self }
        if members.contains(where: { $0.name == name }) {
            guard replaces else { return self }
            members.removeAll { $0.name == name }
        }
        members.append(Member(name: name, nameOffset: offset, value: JSONNode(value, at: offset)))
        return JSONNode(offset: offset, content: .object(members))
    }
}
