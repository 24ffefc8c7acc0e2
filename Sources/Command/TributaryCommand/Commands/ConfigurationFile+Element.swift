import LocalSystem
import TributaryEngine
import TributaryPluginKit

extension ConfigurationFile {
    /// A file that holds one element of a configuration, as `--options` names it.
    static func element(at path: String, in environment: ConfigurationEnvironment) throws(ReadFailure)
        -> ConfigurationFile
    {
        let absolute = FilePath.absolute(path, in: environment.workingDirectory)
        do throws(LocalFileFailure) {
            return ConfigurationFile(
                name: path, path: absolute, bytes: try LocalFile.read(absolute, limit: largestSize))
        } catch {
            throw ReadFailure(error.kind == .missing ? .missingFile : .unavailable, "\(path): \(error.reason)")
        }
    }
}
