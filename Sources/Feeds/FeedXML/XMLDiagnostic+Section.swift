extension XMLDiagnostic.Kind {
    /// The section that a text of this fault offends: of XML 1.0 (fifth edition) or of Namespaces in XML 1.0.
    ///
    /// nil for what XML allows and this reader does not.
    public var section: String? {
        switch self {
        case .ampersand, .lessThan, .cdata: "XML 1.0 §2.4"
        case .attribute, .startTag, .endTag: "XML 1.0 §3.1"
        case .characterReference, .entity: "XML 1.0 §4.1"
        case .comment: "XML 1.0 §2.5"
        case .controlCharacter: "XML 1.0 §2.2"
        case .doctype, .prolog: "XML 1.0 §2.8"
        case .processingInstruction: "XML 1.0 §2.6"
        case .syntax, .trailing: "XML 1.0 §2.1"
        case .unclosed: "XML 1.0 §3"
        case .prefix: "Namespaces in XML 1.0 §5"
        case .limit: nil
        }
    }
}
