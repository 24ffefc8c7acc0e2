import FeedJSON
import FeedText
import LocalSystem
import TributaryPluginKit

/// Puts in what `${env:NAME}` and `${file:PATH}` stand for, in every string value of a configuration; `$${` is `${`.
struct SecretExpansion {
    /// The values that were put in.
    private(set) var secrets = Secrets()
    /// References that stand for nothing.
    private(set) var problems: [ConfigurationProblem] = []
    /// Where strings stand that hold a value which was put in.
    private(set) var expandedOffsets: Set<Int> = []
    /// Where strings stand whose references stand for nothing; they are left as they were written.
    private(set) var failedOffsets: Set<Int> = []

    private let environment: ConfigurationEnvironment
    private let baseFolder: String

    /// An expansion with paths relative to a folder.
    init(environment: ConfigurationEnvironment, baseFolder: String) {
        self.environment = environment
        self.baseFolder = baseFolder
    }

    /// Whether any reference was found.
    var hasReferences: Bool { !expandedOffsets.isEmpty || !failedOffsets.isEmpty }

    /// The same configuration with every string expanded; its `tests` are none of it and stay as they are.
    mutating func expandConfiguration(_ node: JSONNode) -> JSONNode {
        guard case .object(var members) = node.content else { return node }
        for index in members.indices where members[index].name != "tests" {
            members[index].value = expand(members[index].value, at: ConfigurationPath([.key(members[index].name)]))
        }
        return JSONNode(offset: node.offset, content: .object(members))
    }

    /// The same tree with every string expanded.
    mutating func expand(_ node: JSONNode, at path: ConfigurationPath) -> JSONNode {
        switch node.content {
        case .string(let text):
            guard text.utf8.contains(UInt8(ascii: "$")) else { return node }
            return JSONNode(offset: node.offset, content: .string(expand(text, at: path, offset: node.offset)))
        case .array(let elements):
            var expanded: [JSONNode] = []
            expanded.reserveCapacity(elements.count)
            for (index, element) in elements.enumerated() {
                expanded.append(expand(element, at: path.appending(index)))
            }
            return JSONNode(offset: node.offset, content: .array(expanded))
        case .object(let members):
            var expanded = members
            for index in members.indices {
                expanded[index].value = expand(members[index].value, at: path.appending(members[index].name))
            }
            return JSONNode(offset: node.offset, content: .object(expanded))
        default: return node
        }
    }
}

// MARK: - Private

extension SecretExpansion {
    private mutating func expand(_ text: String, at path: ConfigurationPath, offset: Int) -> String {
        var expanded = ""
        for piece in ReferenceScan.pieces(of: text) {
            switch piece {
            case .text(let text): expanded += text
            case .reference(let reference):
                switch value(of: reference) {
                case .success(let value):
                    expanded += value
                    expandedOffsets.insert(offset)
                    secrets.insert(value, writtenAs: "${\(reference)}")
                case .failure(let failure):
                    problems.append(ConfigurationProblem(failure.message, at: path, offset: offset))
                    failedOffsets.insert(offset)
                }
            case .unclosed:
                problems.append(
                    ConfigurationProblem(
                        "\"${\" has no \"}\" after it; write \"$${\" for a literal \"${\"", at: path, offset: offset))
                failedOffsets.insert(offset)
            }
        }
        return failedOffsets.contains(offset) ? text : expanded
    }

    private struct Failure: Error {
        var message: String
    }

    private func value(of reference: String) -> Result<String, Failure> {
        if let standIn = environment.standIn, reference.hasPrefix("env:") || reference.hasPrefix("file:") {
            return .success(standIn(reference))
        }
        if reference.hasPrefix("env:") {
            let name = String(reference.dropFirst(4))
            return environment.variable(name).map(Result.success)
                ?? .failure(Failure(message: "the environment variable \"\(name)\" is not set"))
        }
        if reference.hasPrefix("file:") {
            return contents(of: FilePath.absolute(String(reference.dropFirst(5)), in: baseFolder))
        }
        return .failure(
            Failure(
                message: "\"${\(reference)}\" is neither ${env:NAME} nor ${file:PATH}; "
                    + "write \"$${\" for a literal \"${\""))
    }

    private func contents(of path: String) -> Result<String, Failure> {
        do throws(LocalFileFailure) {
            var bytes = try LocalFile.read(path, limit: 1 << 20)
            if bytes.last == UInt8(ascii: "\n") {
                bytes.removeLast()
                if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
            }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                return .failure(Failure(message: "the file \(path) is not UTF-8 text"))
            }
            return .success(text)
        } catch {
            return .failure(Failure(message: "the file \(path) cannot be read: \(error.reason)"))
        }
    }
}
