import FeedJSON
import TributaryPluginKit

extension ConfigurationProblem {
    /// The mistake as it is printed: `config.json:14:9: feeds[2].every: …`.
    func line(in file: String, _ places: SourcePlaces) -> String {
        var line = file
        if let offset { line += ":\(places.place(at: offset))" }
        if !path.components.isEmpty { line += ": \(path)" }
        return "\(line): \(message)"
    }
}

extension [ConfigurationProblem] {
    /// The mistakes in the order in which they stand in the file; of one place, in the order in which they were found.
    var inOrderOfFile: [ConfigurationProblem] {
        let order = indices.sorted { (self[$0].offset ?? .max, $0) < (self[$1].offset ?? .max, $1) }
        return order.map { self[$0] }
    }
}
