import LocalSystem

/// The configuration as it was found: bytes that nobody has looked at yet.
package struct ConfigurationFile: Sendable {
    /// What messages call the file: its path as it was given.
    package var name: String
    /// The absolute path.
    package var path: String
    /// Whether it lies where a configuration is looked for by default; its database then has the default place too.
    package var isDefault: Bool
    /// What the file holds.
    package var bytes: [UInt8]

    /// A configuration from its parts.
    package init(name: String, path: String, isDefault: Bool = false, bytes: [UInt8]) {
        self.name = name
        self.path = path
        self.isDefault = isDefault
        self.bytes = bytes
    }

    /// The largest file that is read, in bytes.
    package static let largestSize = 64 << 20

    /// Finds and reads the configuration: at `given`, `$TRIBUTARY_CONFIG`, `$XDG_CONFIG_HOME/tributary/config.json`.
    ///
    /// - Parameter given: what `--config` says; nil without it.
    /// - Throws: what to print; for a missing file with three lines to paste.
    package static func find(
        given: String?, in environment: ConfigurationEnvironment
    ) throws(ConfigurationFailure) -> ConfigurationFile {
        let place = try place(given: given, in: environment)
        guard let file = try read(place) else { throw .missing(place.name) }
        return file
    }

    /// Finds the configuration to change: as ``find(given:in:)`` does; where there is none yet, a new one without feeds.
    ///
    /// - Returns: the file, and whether it has to be made.
    package static func findOrMake(
        given: String?, in environment: ConfigurationEnvironment
    ) throws(ConfigurationFailure) -> (file: ConfigurationFile, isNew: Bool) {
        let place = try place(given: given, in: environment)
        if let file = try read(place) { return (file, false) }
        let new = ConfigurationFile(
            name: place.name, path: place.path, isDefault: place.isDefault, bytes: Array(template.utf8))
        return (new, true)
    }
}

// MARK: - Private

extension ConfigurationFile {
    private static let template = """
        {
          "feeds": [
          ],
          "sinks": [
            {"use": "cache"},
            {"use": "terminal"}
          ]
        }

        """

    private static func place(
        given: String?, in environment: ConfigurationEnvironment
    ) throws(ConfigurationFailure) -> (name: String, path: String, isDefault: Bool) {
        let named = given ?? environment.variable("TRIBUTARY_CONFIG").flatMap { $0.isEmpty ? nil : $0 }
        let standard = environment.userFolder("XDG_CONFIG_HOME", default: ".config").map {
            $0 + "/tributary/config.json"
        }
        guard let name = named ?? standard else {
            throw ConfigurationFailure([
                "no configuration: HOME is not set, so there is no place to look for one; name it with --config"
            ])
        }
        let path = FilePath.absolute(name, in: environment.workingDirectory)
        return (name, path, path == standard)
    }

    /// The file at a place; nil where there is none.
    private static func read(
        _ place: (name: String, path: String, isDefault: Bool)
    ) throws(ConfigurationFailure) -> ConfigurationFile? {
        do throws(LocalFileFailure) {
            let bytes = try LocalFile.read(place.path, limit: largestSize)
            return ConfigurationFile(name: place.name, path: place.path, isDefault: place.isDefault, bytes: bytes)
        } catch {
            guard error.kind == .missing else {
                throw ConfigurationFailure(["\(place.name): the configuration cannot be read: \(error.reason)"])
            }
            return nil
        }
    }
}
