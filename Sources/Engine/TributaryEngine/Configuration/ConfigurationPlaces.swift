import FeedJSON
package import TributaryPluginKit

/// Where the parts of a configuration stand in its file.
package struct ConfigurationPlaces: Sendable {
    private let name: String
    private let root: JSONNode?
    private let places: SourcePlaces

    /// The places in a file that was planned; they are told after its name, without its folders.
    package init(_ file: ConfigurationFile) {
        name = file.name.split(separator: "/").last.map(String.init) ?? file.name
        root = JSONNode.parse(file.bytes, options: .commentsAndTrailingCommas).node
        places = SourcePlaces(file.bytes)
    }

    /// `config.json:4:5`, where a part begins; nil for a path that leads nowhere.
    package func place(of path: ConfigurationPath) -> String? {
        root?.descendant(path).map { "\(name):\(places.place(at: $0.offset))" }
    }

    /// `config.json:5:9`, where a byte stands; nil where that is in the line in which a part begins.
    func place(atOffset offset: Int, unlessInLineOf path: ConfigurationPath) -> String? {
        let place = places.place(at: offset)
        let start = root?.descendant(path).map { places.place(at: $0.offset) }
        return place.line == start?.line ? nil : "\(name):\(place)"
    }
}
