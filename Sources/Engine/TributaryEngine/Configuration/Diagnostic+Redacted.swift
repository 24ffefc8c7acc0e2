package import TributaryPluginKit

extension Diagnostic {
    /// The message with secrets of the configuration taken out again.
    package func redacted(by secrets: Secrets) -> Diagnostic {
        guard !secrets.isEmpty else { return self }
        var diagnostic = self
        diagnostic.message = secrets.redacted(message)
        diagnostic.subject = subject.map(secrets.redacted)
        return diagnostic
    }
}
