import FeedText

/// A policy, ready to be asked once per tag and attribute.
struct HTMLAllowList: Sendable {
    /// An element that is let through.
    struct Element: Sendable {
        /// The name as it is written.
        var name: String
        var role: HTMLRole
        var attributes: [HTMLName: Attribute]
        /// Whether there is no end tag.
        var isVoid: Bool
    }

    /// An attribute that is let through.
    struct Attribute: Sendable {
        /// The name as it is written.
        var name: String
        var kind: Kind
    }

    /// What the value of an attribute is.
    enum Kind: Sendable {
        case text
        case flag
        case link
        case media
        case candidates
    }

    /// The list of the standard policy.
    static let standard = HTMLAllowList(.standard)

    private let elements: [HTMLName: Element]
    let linkSchemes: Set<String>
    let mediaSchemes: Set<String>
    let linksLeftOutMedia: Bool
    let keepsRelativeURLs: Bool

    init(_ policy: HTMLPolicy) {
        var elements: [HTMLName: Element] = [:]
        for (name, possible) in HTMLPolicy.standard.elements {
            guard let wanted = policy.elements[name] else { continue }
            let common = policy.commonAttributes.intersection(HTMLPolicy.standard.commonAttributes)
            var attributes: [HTMLName: Attribute] = [:]
            for attribute in possible.intersection(wanted).union(common) {
                attributes[HTMLName(attribute)] = Attribute(name: attribute, kind: Kind(ofAttribute: attribute))
            }
            elements[HTMLName(name)] = Element(
                name: name, role: HTMLRole.named(name), attributes: attributes,
                isVoid: HTMLElement.named(HTMLName(name)).content == .void)
        }
        for (name, standIn) in HTMLAllowList.standIns {
            elements[HTMLName(name)] = elements[HTMLName(standIn)]
        }
        for level in 1..<max(1, min(policy.highestHeading, 6)) {
            elements[HTMLName("h\(level)")] = elements[HTMLName("h\(policy.highestHeading)")]
        }
        self.elements = elements
        linkSchemes = policy.linkSchemes.subtracting(HTMLURL.activeSchemes)
        mediaSchemes = policy.mediaSchemes.subtracting(HTMLURL.activeSchemes)
        linksLeftOutMedia = policy.linksLeftOutMedia
        keepsRelativeURLs = policy.keepsRelativeURLs
    }

    /// What becomes of the element with a name: itself or its stand-in; nil if only what is in it stays.
    func element(named name: HTMLName) -> Element? { elements[name] }

    /// The allowed elements that other ones become, so that their text keeps its shape.
    private static let standIns = [
        "center": "div", "dialog": "div", "fieldset": "div", "legend": "div", "marquee": "div", "search": "div",
        "dir": "ul", "menu": "ul", "listing": "pre", "plaintext": "pre", "xmp": "pre",
    ]
}

extension HTMLAllowList.Kind {
    fileprivate init(ofAttribute name: String) {
        switch name {
        case "href", "cite": self = .link
        case "src", "poster": self = .media
        case "srcset": self = .candidates
        case "controls", "default", "loop", "muted", "open", "reversed": self = .flag
        default: self = .text
        }
    }
}
