// swift-tools-version: 6.2

import PackageDescription

// The folders show the architecture (docs/architecture.md): each wing of `Sources` and each plugin is a target of its
// own, and what a target may import is what its line here names.

// MARK: - C libraries

func cLibrary(_ name: String, pkgConfig: String? = nil, apt package: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/CLibraries/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

let cLibraries = [
    cLibrary("CLibXML2", pkgConfig: "libxml-2.0", apt: "libxml2-dev"),
    cLibrary("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
    cLibrary("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
    cLibrary("CDeflate", pkgConfig: "libdeflate", apt: "libdeflate-dev"),
    cLibrary("CBrotli", pkgConfig: "libbrotlidec", apt: "libbrotli-dev"),
    cLibrary("CZstd", pkgConfig: "libzstd", apt: "libzstd-dev"),
    cLibrary("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    cLibrary("CPCRE2", pkgConfig: "libpcre2-8", apt: "libpcre2-dev"),
    cLibrary("CGumbo", pkgConfig: "gumbo", apt: "libgumbo-dev"),
    cLibrary("CPSL", pkgConfig: "libpsl", apt: "libpsl-dev"),
    // utf8proc's pkg-config file carries a -D that SwiftPM warns about at every build; the module map links it.
    cLibrary("CUTF8Proc", apt: "libutf8proc-dev"),
    // The kernel's own interface, which comes with the C library.
    cLibrary("CLinux", apt: "libc6-dev"),
    // Our own: loops over bytes by the processor's vectors.
    cLibrary("CBytes", apt: "libc6-dev"),
]

// MARK: - Our targets

func module(_ wing: String, _ name: String, uses: [String] = []) -> Target {
    .target(name: name, dependencies: uses.map { .byName(name: $0) }, path: "Sources/\(wing)/\(name)")
}

let modules = [
    module("CLibraries", "ThreadExecutor"),
    module("CLibraries", "LocalSystem", uses: ["ThreadExecutor", "CLinux"]),
    module("CLibraries", "ZipArchive", uses: ["CZlib"]),

    module("Feeds", "FeedText", uses: ["CBytes", "CUTF8Proc", "CPSL"]),
    module("Feeds", "FeedJSON", uses: ["CBytes", "FeedText"]),
    module("Feeds", "FeedModel", uses: ["FeedText", "FeedJSON"]),
    module("Feeds", "FeedXML", uses: ["CBytes", "CLibXML2", "FeedText"]),
    module("Feeds", "FeedHTML", uses: ["CBytes", "CGumbo", "FeedText"]),
    module("Feeds", "FeedMail", uses: ["FeedText"]),
    module("Feeds", "FeedFormats", uses: ["FeedXML", "FeedHTML", "FeedText", "FeedJSON", "FeedModel"]),

    module("PluginKit", "TributaryPluginKit", uses: ["FeedModel", "FeedJSON", "FeedText"]),
    module(
        "PluginKit", "EntryConditions",
        uses: ["TributaryPluginKit", "FeedModel", "FeedJSON", "FeedText", "FeedHTML", "CPCRE2"]),
    module(
        "PluginKit", "PluginProcess", uses: ["TributaryPluginKit", "FeedModel", "FeedJSON", "FeedText", "LocalSystem"]),
    module("PluginKit", "XMLFormats", uses: ["TributaryPluginKit", "FeedFormats", "FeedModel", "FeedText"]),
    module(
        "PluginKit", "EntryMapping", uses: ["TributaryPluginKit", "FeedModel", "FeedJSON", "FeedText", "FeedHTML"]),
    module("PluginKit", "MailEntries", uses: ["TributaryPluginKit", "FeedMail", "FeedModel", "FeedJSON", "FeedText"]),
    module("PluginKit", "EntryViews", uses: ["FeedModel", "FeedJSON", "FeedText", "FeedHTML"]),
    module(
        "PluginKit", "EntryPages",
        uses: ["TributaryPluginKit", "EntryViews", "FeedModel", "FeedJSON", "FeedHTML", "FeedText"]),
    module(
        "PluginKit", "EntryMessages",
        uses: ["TributaryPluginKit", "EntryViews", "FeedModel", "FeedJSON", "FeedText", "FeedHTML"]),

    module(
        "Engine", "TributaryEngine",
        uses: [
            "TributaryPluginKit", "EntryConditions", "FeedModel", "FeedJSON", "FeedHTML", "FeedFormats", "FeedText",
            "ThreadExecutor", "LocalSystem",
        ]),
    module(
        "Engine", "FeedHTTP",
        uses: [
            "TributaryPluginKit", "FeedModel", "FeedText", "ThreadExecutor", "CCurl", "CZlib", "CDeflate", "CBrotli",
            "CZstd",
        ]),
    module(
        "Engine", "FeedStore",
        uses: [
            "TributaryEngine", "TributaryPluginKit", "FeedModel", "FeedJSON", "FeedHTML", "FeedText",
            "ThreadExecutor", "CSQLite", "CZlib",
        ]),

    module("Command", "BuiltinPlugins", uses: ["TributaryPluginKit"] + plugins.map(\.target)),
    module(
        "Command", "TributaryCommand",
        uses: [
            "TributaryEngine", "FeedHTTP", "FeedStore", "TributaryPluginKit", "PluginProcess", "EntryViews",
            "EntryConditions", "FeedFormats", "FeedModel", "FeedJSON", "FeedText", "ThreadExecutor",
            "LocalSystem",
        ]),
    module(
        "Command", "TributaryPluginHost",
        uses: [
            "TributaryEngine", "FeedHTTP", "TributaryPluginKit", "PluginProcess", "FeedModel", "FeedJSON",
            "LocalSystem", "ThreadExecutor",
        ]),
    .executableTarget(
        name: "TributaryMain", dependencies: ["TributaryCommand", "BuiltinPlugins", "LocalSystem"],
        path: "Sources/Command/TributaryMain"),

    module(
        "Testing", "DecoderProbes",
        uses: [
            "TributaryPluginKit", "EntryConditions", "FeedFormats", "FeedModel", "FeedXML", "FeedHTML", "FeedJSON",
            "FeedText",
        ]),
    module("Testing", "TributaryTestOrigin", uses: ["ThreadExecutor", "CZlib", "CBrotli", "CZstd"]),
    .executableTarget(
        name: "TributaryOrigin", dependencies: ["TributaryTestOrigin"], path: "Sources/Testing/TributaryOrigin"),
    module(
        "Testing", "TributaryTestKit",
        uses: [
            "TributaryTestOrigin", "TributaryEngine", "TributaryPluginKit", "PluginProcess", "FeedModel", "FeedJSON",
            "FeedText",
        ]),
]

// MARK: - Plugins

/// One folder under `Plugins`, one target `<name><role>`, one test target beside the others under `Tests/Plugins`.
struct PluginTarget {
    var name: String
    var role: String
    var uses: [String]
    /// Whether the tests have a folder `Fixtures`.
    var hasFixtures: Bool
    /// What only the tests use: the adapter of the format that a sink writes.
    var testsUse: [String] = []

    var target: String { "\(name)\(role)" }
    var folder: String { "\(role)s/\(name)" }
}

func adapter(_ name: String, uses: [String], hasFixtures: Bool = true) -> PluginTarget {
    PluginTarget(name: name, role: "Adapter", uses: uses, hasFixtures: hasFixtures)
}

func stage(_ name: String, uses: [String] = [], hasFixtures: Bool = false) -> PluginTarget {
    PluginTarget(name: name, role: "Stage", uses: uses, hasFixtures: hasFixtures)
}

func sink(_ name: String, uses: [String] = [], testsUse: [String] = []) -> PluginTarget {
    PluginTarget(name: name, role: "Sink", uses: uses, hasFixtures: true, testsUse: testsUse)
}

var plugins: [PluginTarget] {
    [
        adapter("Atom", uses: ["XMLFormats", "FeedFormats", "FeedXML", "FeedText"]),
        adapter("Command", uses: ["PluginProcess", "FeedText"], hasFixtures: false),
        adapter("Exec", uses: ["PluginProcess"], hasFixtures: false),
        adapter("GitHubSearch", uses: ["FeedText"]),
        adapter("IMAP", uses: ["EntryMessages", "FeedMail", "FeedText", "MailEntries"], hasFixtures: false),
        adapter("JSONAPI", uses: ["EntryMapping", "FeedHTML", "FeedText"]),
        adapter("JSONFeed", uses: ["FeedHTML", "FeedText"]),
        adapter("Maildir", uses: ["FeedMail", "FeedText", "MailEntries"]),
        adapter("RSS", uses: ["XMLFormats", "FeedFormats", "FeedXML", "FeedText"]),
        adapter("WebPage", uses: ["EntryMapping", "FeedHTML", "FeedText"]),

        stage("AddTags", uses: ["FeedText"]),
        stage("Dedupe", uses: ["FeedHTML", "FeedText"], hasFixtures: true),
        stage("Drop", uses: ["EntryConditions"]),
        stage("Exec", uses: ["PluginProcess"]),
        stage("Keep", uses: ["EntryConditions"]),
        stage("FullText", uses: ["FeedHTML", "FeedText"]),
        stage("Language", uses: ["FeedHTML", "FeedText"]),
        stage("LeadImage", uses: ["FeedHTML", "FeedText"]),
        stage("Limit"),
        stage("PlainText", uses: ["FeedHTML"]),
        stage("Rename", uses: ["FeedText"]),
        stage("Rewrite", uses: ["EntryConditions"]),
        stage("Sanitize", uses: ["EntryViews"]),
        stage("Schedule", uses: ["FeedText"]),
        stage("Score", uses: ["EntryConditions"]),
        stage("SetFields", uses: ["EntryConditions", "FeedHTML"]),
        stage("Sort", uses: ["FeedText"]),
        stage("StripTrackers", uses: ["FeedHTML", "FeedText"]),
        stage("Summarize", uses: ["FeedHTML"]),
        stage("Untag", uses: ["EntryConditions", "FeedText"]),

        sink("Atom", uses: ["EntryPages", "FeedFormats", "FeedText", "FeedXML"], testsUse: ["AtomAdapter"]),
        sink("Cache"),
        sink("EPUB", uses: ["EntryPages", "EntryViews", "FeedHTML", "FeedText", "FeedXML", "ZipArchive"]),
        sink("Exec", uses: ["PluginProcess"]),
        sink("Files", uses: ["EntryPages", "EntryViews", "FeedHTML"]),
        sink("HTML", uses: ["EntryPages", "EntryViews", "FeedHTML", "FeedText"]),
        sink("JSONFeed", uses: ["EntryPages"]),
        sink("JSONLines", uses: ["EntryPages", "EntryViews"]),
        sink("Maildir", uses: ["EntryMessages"]),
        sink("Markdown", uses: ["EntryMessages", "EntryPages", "EntryViews", "FeedHTML", "FeedText"]),
        sink("Mbox", uses: ["EntryMessages", "FeedText"]),
        sink("MQTT", uses: ["EntryMessages", "FeedText"]),
        sink("OPML", uses: ["EntryPages", "EntryViews", "FeedFormats"]),
        sink("Prometheus", uses: ["FeedText"]),
        sink(
            "RSS", uses: ["EntryPages", "FeedFormats", "FeedHTML", "FeedText", "FeedXML"], testsUse: ["RSSAdapter"]),
        sink("SMTP", uses: ["EntryMessages"]),
        sink("TSV", uses: ["EntryPages", "EntryViews"]),
        sink("Terminal", uses: ["EntryViews"]),
        sink("Webhook", uses: ["EntryMessages", "EntryViews", "FeedText"]),
    ]
}

let pluginTargets = plugins.map { plugin in
    Target.target(
        name: plugin.target,
        dependencies: (["TributaryPluginKit", "FeedModel", "FeedJSON"] + plugin.uses).map { .byName(name: $0) },
        path: "Plugins/\(plugin.folder)", exclude: ["README.md", "sample.json"])
}

// MARK: - Tests

/// Test targets mirror the sources: `Tests/<name>Tests`; each reads its fixtures from its own folder at run time.
func tests(of name: String, uses: [String] = [], fixtures: Bool = false) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: ([name] + uses).map { .byName(name: $0) },
        path: "Tests/\(name)Tests", exclude: fixtures ? ["Fixtures"] : [])
}

let moduleTests = [
    tests(of: "ThreadExecutor"),
    tests(of: "LocalSystem", uses: ["ThreadExecutor"]),
    tests(of: "ZipArchive"),
    tests(of: "FeedText"),
    tests(of: "FeedJSON", uses: ["TributaryTestKit"]),
    tests(of: "FeedModel", uses: ["FeedJSON", "FeedText"]),
    tests(of: "FeedXML", uses: ["FeedText"]),
    tests(of: "FeedHTML", uses: ["FeedText", "TributaryTestKit"], fixtures: true),
    tests(of: "FeedMail", uses: ["FeedText"]),
    tests(of: "FeedFormats", uses: ["FeedXML", "FeedModel", "FeedJSON", "FeedText"], fixtures: true),
    tests(of: "TributaryPluginKit", uses: ["FeedModel", "FeedJSON"]),
    tests(of: "PluginProcess", uses: ["TributaryTestKit", "TributaryPluginKit", "FeedModel", "FeedJSON"]),
    tests(of: "EntryConditions", uses: ["TributaryPluginKit", "FeedModel", "FeedJSON"]),
    tests(
        of: "EntryViews", uses: ["TributaryTestKit", "FeedModel", "FeedJSON", "FeedText", "FeedHTML"], fixtures: true),
    tests(of: "EntryPages", uses: ["TributaryTestKit", "TributaryPluginKit", "FeedModel"]),
    tests(
        of: "EntryMessages",
        uses: ["TributaryTestKit", "TributaryPluginKit", "FeedModel", "FeedJSON", "FeedText"], fixtures: true),
    tests(of: "MailEntries", uses: ["TributaryPluginKit", "FeedMail", "FeedModel", "FeedJSON", "FeedText"]),
    tests(
        of: "TributaryEngine",
        uses: [
            "TributaryTestKit", "TributaryPluginKit", "EntryConditions", "FeedModel", "FeedJSON", "FeedText",
            "FeedStore", "LocalSystem", "ThreadExecutor", "RSSAdapter", "DedupeStage", "LimitStage", "SortStage",
        ],
        fixtures: true),
    tests(
        of: "FeedHTTP",
        uses: ["TributaryTestKit", "TributaryTestOrigin", "TributaryPluginKit", "ThreadExecutor", "FeedModel"]),
    tests(
        of: "FeedStore",
        uses: ["TributaryEngine", "TributaryPluginKit", "FeedModel", "FeedJSON", "FeedText", "ThreadExecutor"]),
    tests(
        of: "TributaryPluginHost",
        uses: [
            "TributaryTestKit", "TributaryPluginKit", "PluginProcess", "FeedModel", "FeedJSON", "FeedText",
            "JSONFeedAdapter",
        ]),
    .testTarget(
        name: "RobustnessTests",
        dependencies: [
            "DecoderProbes", "BuiltinPlugins", "AtomAdapter", "JSONFeedAdapter", "RSSAdapter", "TributaryTestKit",
            "TributaryPluginKit", "FeedModel",
        ], path: "Tests/RobustnessTests"),
    .testTarget(name: "ArchitectureTests", path: "Tests/ArchitectureTests"),
    // What Scripts/crash kills.
    .executableTarget(
        name: "CrashProgram", dependencies: ["TributaryCommand", "BuiltinPlugins", "LocalSystem", "TributaryTestKit"],
        path: "Tests/CrashProgram"),
    tests(of: "TributaryTestKit", uses: ["TributaryPluginKit", "FeedModel"], fixtures: true),
    .testTarget(
        name: "TributaryCommandTests",
        dependencies: [
            "TributaryCommand", "TributaryMain", "TributaryTestOrigin", "TributaryEngine", "TributaryPluginKit",
            "FeedModel", "FeedJSON",
        ], path: "Tests/TributaryCommandTests", exclude: ["Cases"]),
    .testTarget(
        name: "DocumentationTests",
        dependencies: ["TributaryTestKit", "TributaryPluginKit", "FeedModel", "FeedJSON", "FeedText"],
        path: "Tests/DocumentationTests"),
]

let pluginTests = plugins.map { plugin in
    let kit = [plugin.target, "TributaryTestKit", "TributaryPluginKit", "FeedModel", "FeedJSON"]
    return Target.testTarget(
        name: "\(plugin.target)Tests",
        dependencies: (kit + plugin.uses + plugin.testsUse).map { .byName(name: $0) },
        path: "Tests/Plugins/\(plugin.role)s/\(plugin.name)Tests",
        exclude: plugin.hasFixtures ? ["Fixtures"] : [])
}

// MARK: - Package

let package = Package(
    name: "tributary",
    products: [
        .executable(name: "tributary", targets: ["TributaryMain"]),
        .executable(name: "tributary-origin", targets: ["TributaryOrigin"]),
        .library(
            name: "TributaryPluginKit", targets: ["TributaryPluginKit", "FeedModel", "FeedJSON", "FeedText"]),
        .library(name: "TributaryTestKit", targets: ["TributaryTestKit"]),
        // What an executable with plugins of its own is put together from, see Examples/OutsideAdapter.
        .library(name: "TributaryCommand", targets: ["TributaryCommand", "BuiltinPlugins"]),
        .library(name: "TributaryPluginHost", targets: ["TributaryPluginHost"]),
        // What `Fuzzing`, a package of its own because only all of a build can be instrumented, is made of.
        .library(name: "DecoderProbes", targets: ["DecoderProbes", "BuiltinPlugins"]),
        // What `Benchmarks`, a package of its own because the program does without it, measures.
        .library(
            name: "FeedReading",
            targets: [
                "DecoderProbes", "AtomAdapter", "JSONFeedAdapter", "RSSAdapter", "TributaryPluginKit", "FeedFormats",
                "FeedXML", "FeedModel", "LocalSystem",
            ]),
    ],
    targets: cLibraries + modules + pluginTargets + moduleTests + pluginTests
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .swiftLanguageMode(.v6),
        .treatAllWarnings(as: .error),
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
