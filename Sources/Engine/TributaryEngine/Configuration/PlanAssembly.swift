import EntryConditions
import FeedJSON
import FeedText
import TributaryPluginKit

/// Makes a plan out of a configuration in which no mistake was found, and notes what the plugins object to.
struct PlanAssembly {
    /// What the plugins object to, in the order in which they are made.
    private(set) var problems: [ConfigurationProblem] = []
    /// The sinks that receive no entries, as they are met.
    private var healthSinks: [PlannedHealthSink] = []

    private let written: JSONNode
    private let expanded: JSONNode
    private let language: ConfigurationLanguage
    private let secrets: Secrets
    private let registry: Registry
    private let context: PluginContext

    /// An assembly of what a check has let pass; the context names the folder of the configuration.
    init(_ check: ConfigurationCheck, registry: Registry, context: PluginContext) {
        written = check.written
        expanded = check.expanded
        language = check.language
        secrets = check.secrets
        self.registry = registry
        var context = context
        // A program of the user's may say what it was told.
        let (report, secrets) = (context.report, check.secrets)
        context.report = { report($0.redacted(by: secrets)) }
        self.context = context
    }

    /// The plan; nil where something in it could not be made, which then is among ``problems``.
    ///
    /// - Parameter place: where the store is unless the configuration says it.
    mutating func plan(defaultPlace place: StoreSettings.Place?) -> Plan? {
        let subscriptions = subscriptions()
        let stages = stages(expanded.member("stages")?.value, at: "stages")
        let sinks = sinks()
        let fetch = decoded(FetchSettings.self, of: "fetch", FetchSettings.options)
        let store = store(defaultPlace: place)
        guard problems.isEmpty, let fetch, let store else { return nil }
        return Plan(
            baseFolder: context.baseFolder, subscriptions: subscriptions, stages: stages, sinks: sinks,
            healthSinks: healthSinks, fetch: fetch, store: store, secrets: secrets)
    }
}

// MARK: - Subscriptions

extension PlanAssembly {
    private mutating func subscriptions() -> [PlannedSubscription] {
        let path: ConfigurationPath = "defaults"
        let defaults = expanded.member("defaults")?.value
        let shared = defaults.flatMap { node in
            read(node, at: path) { node throws(ConfigurationError) in try SharedFeedOptions(node) }
        }
        checkFiles(of: defaults, at: path)
        let stages = stages(defaults?.member("stages")?.value, at: path.appending("stages"))
        let (writtenFeeds, expandedFeeds) = (written.elements("feeds"), expanded.elements("feeds"))
        return writtenFeeds.indices.compactMap { index in
            subscription(
                written: writtenFeeds[index], expanded: expandedFeeds[index],
                at: ConfigurationPath([.key("feeds"), .index(index)]), defaults: shared, defaultStages: stages)
        }
    }

    /// Notes which files an element names for its requests that cannot be read.
    private mutating func checkFiles(of element: JSONNode?, at path: ConfigurationPath) {
        guard let http = element?.member("http")?.value else { return }
        note(HTTPOptions.missingFiles(in: http, at: path.appending("http"), baseFolder: context.baseFolder))
    }

    private mutating func subscription(
        written: JSONNode, expanded: JSONNode, at path: ConfigurationPath, defaults: SharedFeedOptions?,
        defaultStages: [PlannedStage]
    ) -> PlannedSubscription? {
        let adapter = plugin(.adapter, for: expanded).flatMap { make($0, from: expanded, at: path) as? any FeedAdapter }
        let own = stages(expanded.member("stages")?.value, at: path.appending("stages"))
        let options = read(expanded, at: path) { node throws(ConfigurationError) in try FeedOptions(node) }
        guard let options, let key = SubscriptionKey(of: written, expanded: expanded, in: registry)
        else { return nil }
        checkFiles(of: expanded, at: path)
        let shared = options.shared.filled(from: defaults)
        let subscription = Subscription(
            key: key.text, name: options.name,
            location: options.url.map { Location.resolved($0, in: context.baseFolder) },
            writtenLocation: (written.text ?? written.member("url")?.value.text).map(URLText.redacted),
            tags: shared.tags ?? [], http: shared.http?.settings(in: context.baseFolder) ?? HTTPSettings())
        return PlannedSubscription(
            subscription,
            earlierKeys: written.elements("was").compactMap(\.text).map(SubscriptionKey.normalized),
            path: path, adapter: adapter, stages: defaultStages + own, every: shared.every?.seconds,
            onUpdate: shared.onUpdate ?? .replace,
            retention: RetentionOverride(keepFor: shared.keepFor?.seconds, keepCount: shared.keepCount),
            isEnabled: options.isEnabled)
    }
}

// MARK: - Stages and sinks

extension PlanAssembly {
    private mutating func stages(_ list: JSONNode?, at path: ConfigurationPath) -> [PlannedStage] {
        guard case .array(let elements)? = list?.content else { return [] }
        var stages: [PlannedStage] = []
        for (index, element) in elements.enumerated() {
            let path = path.appending(index)
            guard let type = plugin(.stage, for: element) else { continue }
            let form: PlannedStage.Form
            switch make(type, from: element, at: path, named: type.descriptor.name) {
            case let stage as any EntryStage: form = .entry(stage)
            case let stage as any AsyncEntryStage: form = .asyncEntry(stage)
            case let stage as any RiverStage: form = .river(stage)
            default: continue
            }
            let judgesByItself = type.descriptor.options["where"] != nil
            let options = decoded(StageOptions.self, from: element, language.stage.table(for: element), at: path)
            stages.append(
                PlannedStage(
                    name: type.descriptor.name, path: path, condition: judgesByItself ? nil : options?.where,
                    judgement: judgesByItself ? options?.where : nil, plugin: form, optionsHash: Self.hash(of: element))
            )
        }
        return stages
    }

    private mutating func sinks() -> [PlannedSink] {
        let (writtenSinks, expandedSinks) = (written.elements("sinks"), expanded.elements("sinks"))
        var sinks: [PlannedSink] = []
        for index in writtenSinks.indices {
            let path = ConfigurationPath([.key("sinks"), .index(index)])
            let element = expandedSinks[index]
            guard let type = plugin(.sink, for: element), let traits = type.descriptor.delivery(of: element) else {
                continue
            }
            let key = writtenSinks[index].member("name")?.value.text ?? type.descriptor.name
            let form: PlannedSink.Form
            switch make(type, from: element, at: path, named: key) {
            case let sink as any HealthSink:
                healthSinks.append(PlannedHealthSink(key: key, path: path, plugin: sink))
                continue
            case let sink as any Sink: form = .sink(sink)
            case let sink as any PageSink: form = .page(sink)
            case let sink as any ArchiveSink: form = .archive(sink)
            default: continue
            }
            let options = decoded(SinkOptions.self, from: element, language.sink.table(for: element), at: path)
            sinks.append(
                PlannedSink(
                    key: key, path: path, plugin: form, traits: traits, condition: options?.where,
                    firstFetch: options?.firstFetch?.value,
                    chosenOrder: options?.order.flatMap(DeliveryTraits.Order.init(rawValue:)),
                    optionsHash: Self.hash(of: element.keepingMembers { type.descriptor.options[$0] != nil })))
        }
        return sinks
    }
}

// MARK: - Parts

extension PlanAssembly {
    private mutating func store(defaultPlace: StoreSettings.Place?) -> StoreSettings? {
        guard let options = decoded(StoreOptions.self, of: "store", StoreOptions.table) else { return nil }
        let place = options.path.map { .file(FilePath.absolute($0, in: context.baseFolder)) } ?? defaultPlace
        guard let place else {
            problems.append(
                ConfigurationProblem(
                    "there is no place for the database: set HOME or XDG_STATE_HOME, or name one in \"store.path\""))
            return nil
        }
        return StoreSettings(
            place: place, keepParked: options.keepParked.seconds, keepDocuments: options.keepDocuments.limits)
    }

    /// The same for every way to write the same.
    private static func hash(of node: JSONNode) -> UInt64 {
        StableHash.hash(node.value.canonicalText)
    }

    private func plugin(_ role: PluginRole, for element: JSONNode) -> (any Plugin.Type)? {
        element.member("use")?.value.text.flatMap { registry.plugin(role, named: $0) }
    }

    /// Makes a plugin.
    ///
    /// - Parameter name: what of a stage or a sink stands behind its path in messages; an adapter says whose they are.
    private mutating func make(
        _ plugin: any Plugin.Type, from element: JSONNode, at path: ConfigurationPath, named name: String? = nil
    ) -> (any Plugin)? {
        var context = context
        if let name {
            let report = context.report
            context.report = { diagnostic in
                var diagnostic = diagnostic
                diagnostic.subject = diagnostic.subject ?? "\(path) \(name)"
                report(diagnostic)
            }
        }
        do throws(ConfigurationError) {
            return try registry.make(plugin, from: element, at: path, context: context)
        } catch {
            note(error.problems)
            return nil
        }
    }

    /// What a table at the top says, or its defaults.
    private mutating func decoded<Value: Decodable>(
        _ type: Value.Type, of name: String, _ table: OptionTable
    ) -> Value? {
        let node = expanded.member(name)?.value ?? JSONNode(offset: expanded.offset, content: .object([]))
        return decoded(type, from: node, table, at: ConfigurationPath([.key(name)]))
    }

    private mutating func decoded<Value: Decodable>(
        _ type: Value.Type, from node: JSONNode, _ table: OptionTable, at path: ConfigurationPath
    ) -> Value? {
        do {
            return try Value(from: OptionDecoder(node, table: table))
        } catch let error as ConfigurationError {
            note(error.placed(at: path, node: node))
        } catch {
            note([ConfigurationProblem("this cannot be read: \(error)", at: path, offset: node.offset)])
        }
        return nil
    }

    private mutating func read<Value>(
        _ node: JSONNode, at path: ConfigurationPath, by reading: (JSONNode) throws(ConfigurationError) -> Value
    ) -> Value? {
        do throws(ConfigurationError) {
            return try reading(node)
        } catch {
            note(error.placed(at: path, node: node))
            return nil
        }
    }

    private mutating func note(_ found: [ConfigurationProblem]) {
        problems += found.map { problem in
            var problem = problem
            problem.message = secrets.redacted(problem.message)
            return problem
        }
    }
}
