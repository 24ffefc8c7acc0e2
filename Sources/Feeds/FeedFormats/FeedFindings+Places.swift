import FeedText

extension FeedFindings {
    /// Orders the findings by place and counts lines and columns, in one pass over the text.
    mutating func complete(from text: Span<UInt8>) {
        for index in all.indices {
            guard let reach = reach(of: index, in: text.count) else { continue }
            seek(index, in: text.extracting(reach), from: reach.lowerBound)
        }
        all.sort { $0.offset < $1.offset }
        var counter = LineCounter()
        for index in all.indices {
            counter.count(to: min(max(all[index].offset, 0), text.count), in: text, from: 0)
            place(index, counter)
        }
    }

    /// The same over a text that is read in pieces; it is left alone where there are no findings.
    mutating func complete(from text: ByteSource) throws(ByteSource.Failure) {
        for index in all.indices {
            guard let reach = reach(of: index, in: text.count) else { continue }
            let part = try text.bytes(in: reach)
            seek(index, in: part.span, from: reach.lowerBound)
        }
        all.sort { $0.offset < $1.offset }
        var counter = LineCounter()
        var piece: [UInt8] = []
        var start = 0
        for index in all.indices {
            let offset = min(max(all[index].offset, 0), text.count)
            while counter.position < offset {
                if counter.position == start + piece.count {
                    start = counter.position
                    piece = try text.bytes(in: start..<start + text.pieceLength)
                }
                counter.count(to: min(offset, start + piece.count), in: piece.span, from: start)
            }
            place(index, counter)
        }
    }

    private mutating func place(_ index: Int, _ counter: LineCounter) {
        all[index].line = counter.line
        all[index].column = counter.column
    }
}

/// Counts the lines and columns of a text.
private struct LineCounter {
    private(set) var position = 0
    private(set) var line = 1
    private(set) var column = 1

    /// Goes on to a place in the text, of which a part is at hand that begins at `start`.
    mutating func count(to end: Int, in part: Span<UInt8>, from start: Int) {
        while position < end {
            let byte = part[position - start]
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
            position += 1
        }
    }
}
