import FeedJSON
import TributaryPluginKit

/// What a table's defaults alone decode into: the table must give every property of `Value` one.
func decodedDefaults<Value: Decodable>(_ type: Value.Type, _ table: OptionTable) -> Value {
    do throws(ConfigurationError) {
        return try OptionDecoder.decode(type, from: JSONNode(offset: 0, content: .object([])), table: table)
    } catch {
        preconditionFailure("the defaults of \(type) do not fit it: \(error.problems)")
    }
}
