package import FeedJSON
import FeedText

/// Puts subscriptions into a configuration and leaves every other byte of it as it is.
package struct ConfigurationEditor: Sendable {
    /// A subscription to add: the keys of an element of `feeds` that the command line can set.
    package struct NewFeed: Sendable, Hashable {
        /// The URL, or the path of a file.
        package var url: String
        /// What names it in the store; nil for its URL.
        package var id: String?
        /// The user's name for it.
        package var name: String?
        /// Tags for its entries.
        package var tags: [String]
        /// How much time lies between two readings, as it is written.
        package var every: String?

        /// A subscription with nothing said but where it is.
        package init(url: String, id: String? = nil, name: String? = nil, tags: [String] = [], every: String? = nil) {
            self.url = url
            self.id = id
            self.name = name
            self.tags = tags
            self.every = every
        }
    }

    private let planner: Planner

    /// An editor that holds what it has written against a planner.
    package init(planner: Planner) {
        self.planner = planner
    }

    /// The configuration with subscriptions at the end of its `feeds`.
    ///
    /// - Throws: what is wrong with the result, as the planner says it: then nothing may be written.
    package func adding(
        _ feeds: [NewFeed], to file: ConfigurationFile
    ) throws(ConfigurationFailure) -> ConfigurationFile {
        var edited = file
        let editor: JSONArrayEditor
        do throws(JSONSyntaxError) {
            editor = try JSONArrayEditor(file.bytes, options: .commentsAndTrailingCommas)
        } catch {
            let place = SourcePlaces(file.bytes).place(at: error.offset)
            throw ConfigurationFailure(["\(file.name):\(place): \(error.message)"])
        }
        guard let bytes = editor.appending(feeds.map(\.element), toArrayAt: ["feeds"]) else {
            throw ConfigurationFailure(["\(file.name): there is no list \"feeds\" to add to"])
        }
        edited.bytes = bytes
        _ = try planner.plan(for: edited)
        return edited
    }
}

extension ConfigurationEditor.NewFeed {
    /// What is wrong with the address; nil where nothing is.
    package var problem: String? { Location.problem(with: url) }

    /// The element: a text where there is nothing else to say, else an object.
    ///
    /// What comes from a page or a list must not become a reference to a secret, so `${` is written `$${`.
    package var element: JSONValue {
        let url = Self.literal(url)
        guard id != nil || name != nil || !tags.isEmpty || every != nil else { return .string(url) }
        var object: JSONObject = ["url": .string(url)]
        object["id"] = id.map { .string(Self.literal($0)) }
        object["name"] = name.map { .string(Self.literal($0)) }
        if !tags.isEmpty { object["tags"] = .array(tags.map { .string(Self.literal($0)) }) }
        object["every"] = every.map(JSONValue.string)
        return .object(object)
    }

    private static func literal(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var literal: [UInt8] = []
        literal.reserveCapacity(bytes.count)
        for index in bytes.indices {
            if bytes.span.starts(with: "${", at: index) { literal.append(UInt8(ascii: "$")) }
            literal.append(bytes[index])
        }
        return String(decoding: literal, as: UTF8.self)
    }
}
