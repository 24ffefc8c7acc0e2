public import FeedModel
import FeedText

/// Takes what a format finds wrong in a document that it could read.
public struct LintingOutput: Sendable {
    /// The document's text in UTF-8, as places count it.
    public var text: [UInt8]
    /// What was found, in any order.
    public private(set) var diagnostics: [Diagnostic] = []
    /// How many diagnostics are kept.
    public let diagnosticsLimit: Int

    /// An output for a document, with the text that a format in no language of its own reads in it.
    public init(_ document: Document, diagnosticsLimit: Int = 10_000) {
        text = CharsetDecoder.decode(document.bytes, transportCharset: document.mediaType?.charset).utf8
        self.diagnosticsLimit = diagnosticsLimit
    }

    /// Takes a finding.
    public mutating func report(_ diagnostic: Diagnostic) {
        guard diagnostics.count < diagnosticsLimit else { return }
        diagnostics.append(diagnostic)
    }
}
