package import FeedModel
import FeedText
package import TributaryPluginKit

extension FormatReader {
    /// Decodes a document and holds it against its format's specification.
    ///
    /// - Returns: all that is wrong with it, by place, and the text that places count in.
    package func lint(_ document: Document) throws(ReadFailure) -> (text: [UInt8], diagnostics: [Diagnostic]) {
        let format = try format(of: document, named: nil)
        var linting = LintingOutput(document)
        var output = DecodingOutput(diagnosticsLimit: linting.diagnosticsLimit)
        do throws(DecodingFailure) {
            _ = try format.decode(document, into: &output)
        } catch {
            throw ReadFailure(.notAFeed, error.message, place: error.place)
        }
        format.lint(document, into: &linting)
        var diagnostics = Self.contradictions(in: document, read: format) + output.diagnostics + linting.diagnostics
        // What concerns the whole document comes first.
        diagnostics.sort { $0.place?.offset ?? -1 < $1.place?.offset ?? -1 }
        var seen: Set<Diagnostic> = []
        return (linting.text, diagnostics.filter { seen.insert($0).inserted })
    }

    /// What the server says of the document and is not so.
    private static func contradictions(in document: Document, read format: any DocumentAdapter) -> [Diagnostic] {
        let accepted = type(of: format).accepts
        guard let served = document.mediaType?.essence, let best = accepted.first,
            !accepted.contains(where: { $0.essence == served })
        else { return [] }
        return [
            Diagnostic(
                .warning, section: "RFC 9110 §8.3", reading: best.essence,
                "the document is served as \(served); serve it as \(best.essence)")
        ]
    }
}
