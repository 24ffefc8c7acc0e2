import FeedText

/// Control characters within the names of tags, which hide the tags.
extension XMLRepairer {
    /// The repair of a source without its control characters; nil if none stands within the name of a tag.
    static func repairWithoutControls(
        _ source: Span<UInt8>, vocabulary: XMLVocabulary, limits: XMLLimits
    ) -> XMLRepair? {
        guard hasControlInName(source) else { return nil }
        var repairer = XMLRepairer(vocabulary: vocabulary, limits: limits)
        var kept: [UInt8] = []
        kept.reserveCapacity(source.count)
        // How many bytes have gone before each of those that are kept, where that number grows.
        var steps: [(kept: Int, gone: Int)] = []
        for index in source.indices {
            guard isForbidden(source[index]) else {
                kept.append(source[index])
                continue
            }
            let gone = index + 1 - kept.count
            if steps.last?.kept == kept.count { steps.removeLast() }
            steps.append((kept.count, gone))
            repairer.result.diagnostics.note(
                .controlCharacter, at: index, "the control character \(source[index]) was dropped")
        }
        let noted = repairer.result.diagnostics
        repairer.result.diagnostics = XMLDiagnostics(limit: limits.diagnostics)
        repairer.run(kept.span)
        var repair = repairer.result
        let places = Places(steps: steps)
        repair.diagnostics = noted
        repair.diagnostics.append(repairer.result.diagnostics.moved { places.source(of: $0) })
        if repair.bytes == nil {
            repair.bytes = Array(kept[repair.start...])
            repair.changes = steps.filter { $0.kept >= repair.start }.map {
                ($0.kept - repair.start, $0.kept + $0.gone)
            }
            repair.changes.insert((0, places.source(of: repair.start)), at: 0)
        } else {
            for index in repair.changes.indices {
                repair.changes[index].source = places.source(of: repair.changes[index].source)
            }
        }
        repair.start = places.source(of: repair.start)
        return repair
    }

    private struct Places {
        var steps: [(kept: Int, gone: Int)]

        /// Where in the source a byte stands that was kept.
        func source(of offset: Int) -> Int {
            var low = 0
            var high = steps.count
            while low < high {
                let middle = (low + high) / 2
                if steps[middle].kept <= offset { low = middle + 1 } else { high = middle }
            }
            return offset + (low > 0 ? steps[low - 1].gone : 0)
        }
    }

    private static func hasControlInName(_ source: Span<UInt8>) -> Bool {
        var position = 0
        while let found = source.firstIndex(of: UInt8(ascii: "<"), from: position) {
            position = found + 1
            if position < source.count, source[position] == UInt8(ascii: "/") { position += 1 }
            while position < source.count, source[position].isNameByte || isForbidden(source[position]) {
                if isForbidden(source[position]) { return true }
                position += 1
            }
        }
        return false
    }

    private static func isForbidden(_ byte: UInt8) -> Bool { byte < 0x20 && !byte.isXMLSpace }
}

extension XMLDiagnostics {
    /// The same with their places changed.
    fileprivate func moved(_ place: (Int) -> Int) -> XMLDiagnostics {
        var moved = self
        for index in first.indices { moved.first[index].offset = place(first[index].offset) }
        return moved
    }
}
