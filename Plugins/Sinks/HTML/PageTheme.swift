import EntryPages
import FeedText
import TributaryPluginKit

/// A CSS file of the user's that is put into the pages behind their own style.
struct PageTheme: Sendable {
    /// The path as the configuration says it.
    let path: String
    let name: String
    let folder: any OutputFolder

    /// More bytes would stand in every page.
    private static let largest = 256 * 1024

    /// What the file holds now.
    func style() async throws(SinkFailure) -> String {
        let bytes: [UInt8]?
        do throws(FileFailure) {
            bytes = try await folder.contents(of: name)
        } catch {
            throw error.ofSink()
        }
        guard let bytes else { throw failure("there is no such file; write it, or leave out \"theme\"") }
        guard bytes.count <= Self.largest else { throw failure("it is larger than 256 KiB; make it smaller") }
        guard let style = String(validating: bytes, as: UTF8.self) else { throw failure("it is not UTF-8; convert it") }
        // Either would end the element that the style stands in.
        guard !style.asciiLowercased.contains("</style"), !style.contains("<!--") else {
            throw failure("it holds \"</style\" or \"<!--\", which no style needs; take it out")
        }
        return style
    }

    private func failure(_ reason: String) -> SinkFailure {
        SinkFailure(.retryable(after: nil), "theme \(path): \(reason)")
    }
}
