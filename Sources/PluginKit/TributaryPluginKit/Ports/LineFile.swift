import Synchronization

/// A file that lines are appended to, each once: after a kill it finds what had been written already.
///
/// Bytes behind the mark of the last receipt that equal the beginning of what shall be written are not written again,
/// and a half line is completed. A file that was truncated, or that another has taken the place of, is looked at from its
/// end: what its last lines hold already is not written again either. Others may append to the file too.
public final class LineFile: Sendable {
    private let folder: any OutputFolder
    private let name: String
    private let isMailbox: Bool
    private let mark = Mutex<FileMark?>(nil)

    /// The file with a name in a folder.
    ///
    /// - Parameters:
    ///   - name: the file's name, with `/` between further folders and itself.
    ///   - folder: the folder that it lies in.
    ///   - isMailbox: whether it is locked as mail programs do while it is written.
    public init(_ name: String, in folder: any OutputFolder, isMailbox: Bool = false) {
        self.folder = folder
        self.name = name
        self.isMailbox = isMailbox
    }

    /// Begins where the last receipt's mark stands.
    public func open(after mark: SinkMark?) {
        self.mark.withLock { $0 = mark.flatMap(FileMark.init) }
    }

    /// Sees to it that lines stand in the file, and are safe from a power cut.
    ///
    /// - Parameters:
    ///   - lines: whole lines, each with its end.
    ///   - ends: where in them something ends that makes sense by itself, such as a message; nil for every line. Where
    ///     others have written behind what an earlier try wrote half, that is begun anew.
    /// - Returns: the mark for the receipt.
    public func append(_ lines: [UInt8], endingAt ends: [Int]? = nil) async throws(FileFailure) -> SinkMark {
        let (rest, reach) = try await missing(of: lines, endingAt: ends)
        var end = try await folder.append(rest, to: name, locked: isMailbox)
        // What follows may have been written by an earlier try as well.
        if rest.isEmpty, let reach { end.length = reach }
        mark.withLock { $0 = end }
        return end.sinkMark
    }
}

// MARK: - Private

extension LineFile {
    /// What the file lacks of lines; where it lacks nothing, the place at which they end.
    private func missing(
        of lines: [UInt8], endingAt ends: [Int]?
    ) async throws(FileFailure) -> (rest: [UInt8], reach: Int64?) {
        guard let end = try await folder.mark(of: name), end.length > 0 else { return (lines, nil) }
        let known = mark.withLock { $0 }
        if let known, known.inode == end.inode, known.length <= end.length {
            guard known.length < end.length else { return (lines, nil) }
            // One byte more than needed tells whether the file ends here.
            let tail = try await folder.bytes(of: name, from: known.length, count: lines.count + 1)
            return try await missing(of: lines, endingAt: ends, behind: known.length, tail, end)
        }
        // As much again as is to be written, since the earlier try may have come further; the byte before tells whether a
        // line begins here.
        let start = max(0, end.length - 2 * Int64(lines.count) - 1)
        let tail = try await folder.bytes(of: name, from: start, count: 2 * lines.count + 1)
        var place = start == 0 ? 0 : nextLine(in: tail, from: 0)
        while let here = place {
            if tail[here...].starts(with: lines) { return ([], start + Int64(here + lines.count)) }
            if lines.starts(with: tail[here...]) { return (Array(lines.dropFirst(tail.count - here)), nil) }
            place = nextLine(in: tail, from: here)
        }
        return try await (afterHalfLine(lines, before: end), nil)
    }

    /// What the file lacks of lines that were written from a place on, as far as an earlier try came.
    private func missing(
        of lines: [UInt8], endingAt ends: [Int]?, behind place: Int64, _ tail: [UInt8], _ end: FileMark
    ) async throws(FileFailure) -> (rest: [UInt8], reach: Int64?) {
        let same = zip(lines, tail).prefix { $0 == $1 }.count
        if same == lines.count { return ([], place + Int64(same)) }
        if same == tail.count { return (Array(lines.dropFirst(same)), nil) }
        let whole =
            ends.map { $0.last { $0 <= same } ?? 0 } ?? lines[..<same].lastIndex(of: .lineEnd).map { $0 + 1 } ?? 0
        return try await (afterHalfLine(Array(lines.dropFirst(whole)), before: end), nil)
    }

    /// Lines that begin on a line of their own, whatever the file ends with.
    private func afterHalfLine(_ lines: [UInt8], before end: FileMark) async throws(FileFailure) -> [UInt8] {
        let last = try await folder.bytes(of: name, from: end.length - 1, count: 1)
        return last == [.lineEnd] || last.isEmpty ? lines : [.lineEnd] + lines
    }

    private func nextLine(in bytes: [UInt8], from place: Int) -> Int? {
        guard let lineEnd = bytes[place...].firstIndex(of: .lineEnd), lineEnd + 1 < bytes.endIndex else { return nil }
        return lineEnd + 1
    }
}

extension UInt8 {
    fileprivate static let lineEnd = UInt8(ascii: "\n")
}
