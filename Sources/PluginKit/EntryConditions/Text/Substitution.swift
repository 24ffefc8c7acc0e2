import CPCRE2
package import TributaryPluginKit

/// A pattern, and what is put in the place of each of its matches.
package struct Substitution: Sendable {
    /// One stretch of what is put in; groups by their numbers.
    private enum Part: Sendable {
        case text([UInt8])
        case group(Int)
    }

    /// More than this does not become of one text, in bytes.
    static let longestResult = 16 << 20

    private let pattern: Pattern
    private let parts: [Part]

    /// Puts a replacement behind a pattern.
    ///
    /// - Throws: where the replacement names a group that the pattern does not have.
    package init(_ pattern: Pattern, _ replacement: Replacement) throws(ConfigurationError) {
        self.pattern = pattern
        var parts: [Part] = []
        for part in replacement.parts {
            switch part {
            case .text(let bytes): parts.append(.text(bytes))
            case .group(let group): parts.append(.group(try pattern.number(of: group)))
            }
        }
        self.parts = parts
    }

    /// The text with every match replaced, from left to right and none within another; nil where nothing matches.
    ///
    /// Only the first megabyte is searched, what follows stays as it is. A match may be empty, as in `s///g` of Perl; a
    /// group that took no part in a match stands for nothing.
    /// - Throws: where the pattern ran into a limit, or the result grows beyond 16 MB.
    package func applied(to text: String, of field: String) throws(StageFailure) -> String? {
        var problem: String?
        let result = unsafe text.utf8.span.withUnsafeBufferPointer { unsafe replaced($0, &problem) }
        if let problem { throw pattern.failure(on: text, of: field, problem) }
        return result.map { String(decoding: $0, as: UTF8.self) }
    }
}

// MARK: - Private

extension Substitution {
    private func replaced(_ whole: UnsafeBufferPointer<UInt8>, _ problem: inout String?) -> [UInt8]? {
        let text = unsafe UnsafeBufferPointer(rebasing: whole.prefix(Pattern.longestText))
        let count = unsafe Pattern.endOfWholeCharacters(text, before: text.count)
        problem = "there is no memory"
        guard let limits = unsafe pcre2_match_context_copy_8(pattern.limits) else { return nil }
        defer { unsafe pcre2_match_context_free_8(limits) }
        guard let match = unsafe pcre2_match_data_create_from_pattern_8(pattern.code, nil) else { return nil }
        defer { unsafe pcre2_match_data_free_8(match) }
        problem = nil

        var result: [UInt8] = []
        var copied = 0
        var isChanged = false
        var start = 0
        // Whether an empty match has been found at `start`, where the next one must not be empty again.
        var wasEmpty = false
        var clock = WorkClock()
        let window = Pattern.window(of: count)
        while true {
            let next = unsafe Pattern.endOfWholeCharacters(text, before: min(count, start + window))
            _ = unsafe pcre2_set_offset_limit_8(limits, next)
            let options = wasEmpty ? PCRE2_NOTEMPTY_ATSTART : 0
            let answer = unsafe pattern.result(
                in: text, count: count, from: start, limits: limits, match: match, options: options)
            if clock.isOver(after: answer >= 0 ? 1 : WorkClock.largestStep) {
                problem = "a second of work was not enough"
            }
            if answer == PCRE2_ERROR_NOMATCH {
                if next == count { break }
                wasEmpty = wasEmpty && next == start
                start = next
            } else if answer < 0 {
                problem = Pattern.text(ofError: answer)
            } else {
                let ranges = unsafe UnsafeBufferPointer(
                    start: pcre2_get_ovector_pointer_8(match), count: 2 * Int(pcre2_get_ovector_count_8(match)))
                let (from, to) = unsafe (ranges[0], ranges[1])
                guard from >= copied, from >= start, to >= from else {
                    problem = "\\K makes a match end before it begins"
                    return nil
                }
                unsafe result.append(contentsOf: text[copied..<from])
                unsafe append(groups: ranges, of: text, to: &result)
                copied = to
                isChanged = true
                start = to
                wasEmpty = from == to
                if result.count > Self.longestResult { problem = "the result would have more than 16 MB" }
            }
            if problem != nil { return nil }
        }
        guard isChanged else { return nil }
        unsafe result.append(contentsOf: whole[copied...])
        return result
    }

    private func append(
        groups ranges: UnsafeBufferPointer<Int>, of text: UnsafeBufferPointer<UInt8>, to result: inout [UInt8]
    ) {
        for part in parts {
            switch part {
            case .text(let bytes): result.append(contentsOf: bytes)
            case .group(let number):
                // A group without a part in the match has PCRE2_UNSET, all bits one.
                let (from, to) = unsafe (ranges[2 * number], ranges[2 * number + 1])
                if from >= 0, to > from { unsafe result.append(contentsOf: text[from..<to]) }
            }
        }
    }
}

/// Looks at the time of the thread now and then.
private struct WorkClock {
    static let largestStep = 64
    private var begin: Int64?
    private var steps = 0

    /// Whether the time for one text is over, looked at once every 64 steps.
    mutating func isOver(after step: Int) -> Bool {
        steps += step
        guard steps >= Self.largestStep else { return false }
        steps = 0
        let now = Pattern.threadTime()
        defer { begin = begin ?? now }
        return now - (begin ?? now) > Pattern.nanosecondsPerText
    }
}

extension Pattern {
    /// The number of a group.
    fileprivate func number(of group: Replacement.Group) throws(ConfigurationError) -> Int {
        switch group {
        case .number(let number):
            var count: UInt32 = 0
            unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_CAPTURECOUNT), &count)
            if number <= Int(count) { return number }
            let groups = count == 0 ? "has no groups" : count == 1 ? "has 1 group" : "has \(count) groups"
            throw ConfigurationError("$\(number) stands for no group; the pattern \(groups)")
        case .name(let name):
            var bytes = Array(name.utf8)
            bytes.append(0)
            let number = unsafe pcre2_substring_number_from_name_8(code, bytes)
            if number > 0 { return Int(number) }
            throw ConfigurationError("${\(name)} stands for no group, or for several; the pattern has no such name")
        }
    }
}
