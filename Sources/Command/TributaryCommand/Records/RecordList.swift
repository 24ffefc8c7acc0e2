import EntryViews
import FeedJSON
import FeedText
import TributaryPluginKit

/// Things of one kind as they are listed.
struct RecordList: Sendable {
    /// The things, all with the same fields.
    var records: [Record]

    /// The list as bytes of standard output.
    ///
    /// - Parameter columns: how wide a terminal is; nil for none, where nothing is cut.
    func bytes(as format: RecordFormat, columns: Int?) -> [UInt8] {
        switch format {
        case .table: Array(table(columns: columns).utf8)
        case .tsv: Array(records.map { $0.fields.map(\.value.line).joined(separator: "\t") + "\n" }.joined().utf8)
        case .json: records.flatMap { Self.line(of: $0, isShown: columns != nil) }
        }
    }

    private static func line(of record: Record, isShown: Bool) -> [UInt8] {
        let object = JSONObject(record.fields.map { JSONMember(name: $0.name, value: $0.value.json) })
        let json = JSONValue.object(object).bytes()
        return (isShown ? HiddenCharacters.escaped(inJSON: json) : json) + [UInt8(ascii: "\n")]
    }

    /// The columns side by side, the widest cut where they would not fit.
    private func table(columns: Int?) -> String {
        guard let first = records.first else { return "" }
        let names = first.fields.map { $0.name.uppercased() }
        let rows = [names] + records.map { $0.fields.map(\.value.cell) }
        var widths = names.indices.map { column in rows.map { DisplayWidth.columns(of: $0[column]) }.max() ?? 0 }
        let gap = 2
        if let columns {
            let room = max(columns - gap * (names.count - 1), names.count * Self.narrowest)
            while widths.reduce(0, +) > room, let widest = widths.max(), widest > Self.narrowest {
                widths[widths.firstIndex(of: widest) ?? 0] -= 1
            }
        }
        let lines = rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let text = DisplayWidth.truncated(cell, toColumns: widths[column])
                let isLast = column == row.count - 1
                line += isLast ? text : DisplayWidth.padded(text, toColumns: widths[column] + gap)
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }
        return lines.joined()
    }

    /// No column is cut to less.
    private static let narrowest = 8
}

extension Wiring {
    /// Lists things on standard output; by default in a table for a terminal, else in lines of fields.
    func show(_ list: RecordList, as format: RecordFormat?) async -> ExitStatus {
        let traits = terminal
        let bytes = list.bytes(
            as: format ?? (traits.isTerminal ? .table : .tsv), columns: traits.isTerminal ? traits.columns : nil)
        return bytes.isEmpty ? .success : await console.print(bytes)
    }
}
