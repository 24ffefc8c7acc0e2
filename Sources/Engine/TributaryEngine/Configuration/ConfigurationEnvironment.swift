import LocalSystem

/// What surrounds the reading of a configuration; a test puts in its own.
package struct ConfigurationEnvironment: Sendable {
    /// The value of an environment variable; nil where it is not set.
    package var variable: @Sendable (String) -> String?
    /// What stands for a reference (`env:NAME`, `file:PATH`) instead of what it refers to; nil puts that in.
    package var standIn: (@Sendable (_ reference: String) -> String)?
    /// The working directory, absolute.
    package var workingDirectory: String

    /// An environment from its parts.
    package init(workingDirectory: String, variable: @escaping @Sendable (String) -> String?) {
        self.workingDirectory = workingDirectory
        self.variable = variable
    }

    /// The process's own.
    package static var process: ConfigurationEnvironment {
        ConfigurationEnvironment(workingDirectory: ProcessEnvironment.workingDirectory) {
            ProcessEnvironment.value(of: $0)
        }
    }

    /// The user's folder of a kind: what the variable says if it is absolute, else a folder in `HOME`; nil without both.
    func userFolder(_ variable: String, default folder: String) -> String? {
        if let path = self.variable(variable), path.hasPrefix("/") { return path }
        guard let home = self.variable("HOME"), home.hasPrefix("/") else { return nil }
        return FilePath.absolute(folder, in: home)
    }
}
