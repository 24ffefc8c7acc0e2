import Testing

@Suite("Who may import whom")
struct ImportRuleTests {
    private static let described = Result { try PackageDescription() }

    /// Which wings the targets of a wing may depend on.
    private static let wings: [String: Set<String>] = [
        "CLibraries": ["CLibraries"],
        "Feeds": ["CLibraries", "Feeds"],
        "PluginKit": ["CLibraries", "Feeds", "PluginKit"],
        "Engine": ["CLibraries", "Feeds", "PluginKit", "Engine"],
        "Command": ["CLibraries", "Feeds", "PluginKit", "Engine", "Command"],
        "Testing": ["CLibraries", "Feeds", "PluginKit", "Engine", "Testing"],
    ]

    /// The target that owns the handles of a C library; nobody else touches it.
    private static let owners: [String: Set<String>] = [
        "CLibXML2": ["FeedXML"], "CCurl": ["FeedHTTP"], "CSQLite": ["FeedStore"], "CPCRE2": ["EntryConditions"],
        "CGumbo": ["FeedHTML"], "CUTF8Proc": ["FeedText"], "CLinux": ["LocalSystem"],
        "CBytes": ["FeedText", "FeedJSON", "FeedXML", "FeedHTML"],
        "CZlib": ["FeedHTTP", "FeedStore", "TributaryTestOrigin", "ZipArchive"],
        "CDeflate": ["FeedHTTP"],
        "CBrotli": ["FeedHTTP", "TributaryTestOrigin"],
        "CZstd": ["FeedHTTP", "TributaryTestOrigin"],
    ]

    /// What a plugin may import.
    private static let forPlugins: Set<String> = [
        "TributaryPluginKit", "FeedModel", "FeedText", "FeedJSON", "FeedXML", "FeedHTML", "FeedMail", "FeedFormats",
        "XMLFormats", "EntryViews", "EntryPages", "EntryMessages", "EntryConditions", "EntryMapping", "MailEntries",
        "PluginProcess", "ZipArchive",
    ]

    @Test("No arrow points outward: a wing depends on those within only")
    func wings() throws {
        let package = try Self.described.get()
        #expect(package.targets.contains { $0.wing == "Engine" })
        for target in package.targets {
            guard let wing = target.wing else { continue }
            let allowed = try #require(Self.wings[wing], "\(target.path) stands in no wing")
            for dependency in target.dependencies {
                guard let inner = package.target(dependency) else { continue }
                let innerWing = inner.wing ?? "Plugins"
                let isList = target.name == "BuiltinPlugins" && innerWing == "Plugins"
                #expect(allowed.contains(innerWing) || isList, "\(target.name) depends on \(dependency)")
            }
        }
    }

    @Test("A plugin imports the kit and the values, no other plugin and no engine")
    func plugins() throws {
        let package = try Self.described.get()
        let plugins = package.targets.filter(\.isPlugin)
        #expect(plugins.count >= 10)
        for plugin in plugins {
            for dependency in plugin.dependencies {
                #expect(Self.forPlugins.contains(dependency), "\(plugin.name) depends on \(dependency)")
            }
        }
    }

    @Test("A C library is touched by its owner only")
    func owners() throws {
        let package = try Self.described.get()
        for target in package.targets {
            for dependency in target.dependencies {
                guard let owners = Self.owners[dependency] else { continue }
                #expect(owners.contains(target.name), "\(target.name) depends on \(dependency)")
            }
        }
    }

    @Test("What a file imports, its target's line in Package.swift names")
    func importLines() throws {
        let package = try Self.described.get()
        let ours = Set(package.targets.map(\.name))
        for target in package.targets where target.type != "system-target" {
            for (module, file) in try package.imports(of: target) where ours.contains(module) {
                #expect(target.dependencies.contains(module), "\(file) imports \(module)")
            }
        }
    }

    @Test("Foundation is nowhere in what is shipped")
    func noFoundation() throws {
        let package = try Self.described.get()
        let shipped = package.targets.filter { target in
            target.type != "system-target" && target.type != "test" && target.wing != "Testing"
        }
        #expect(shipped.contains { $0.name == "FeedModel" } && shipped.contains { $0.name == "TributaryPluginKit" })
        for target in shipped {
            for (module, file) in try package.imports(of: target) {
                #expect(!module.hasPrefix("Foundation"), "\(file) imports \(module)")
            }
        }
    }
}
