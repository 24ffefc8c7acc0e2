import CPCRE2
import Glibc
package import TributaryPluginKit

/// A user's pattern: PCRE2 with UTF and Unicode properties, exact unless it says `(?i)`, with limits on its work.
///
/// Sendable because a compiled `pcre2_code` and a match context are only read once `init` has ended (pcre2api,
/// "Multithreading"); what a match writes, it allocates for itself.
@safe package final class Pattern: @unchecked Sendable {
    /// What is wrong with a pattern, and before which of its characters.
    struct Mistake: Error {
        var message: String
        /// In Unicode scalars, from 1.
        var character: Int

        /// The mistake as people read it.
        func words(about source: String) -> String {
            "\"\(source)\" is not a pattern: \(message) at character \(character)"
        }
    }

    /// Bytes of a text that are searched; what follows is not looked at.
    static let longestText = 1 << 20
    /// Backtracking steps from one starting point, after which the pattern gives up: about 0.2 ms of the JIT's time.
    private static let matchLimit: UInt32 = 100_000
    /// CPU time for one text.
    static let nanosecondsPerText: Int64 = 1_000_000_000

    /// The pattern as the user wrote it.
    package let source: String
    let code: OpaquePointer
    let limits: OpaquePointer

    /// Compiles a pattern.
    init(_ source: String) throws(Mistake) {
        var number: Int32 = 0
        var offset = 0
        var bytes = Array(source.utf8)
        let length = bytes.count
        bytes.append(0)
        let options = PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C | PCRE2_USE_OFFSET_LIMIT
        guard let code = unsafe pcre2_compile_8(bytes, length, options, &number, &offset, nil) else {
            throw Mistake(
                message: Self.text(ofError: number),
                character: String(decoding: bytes.prefix(min(offset, length)), as: UTF8.self).unicodeScalars.count + 1)
        }
        guard let limits = unsafe pcre2_match_context_create_8(nil) else {
            unsafe pcre2_code_free_8(code)
            throw Mistake(message: "there is no memory for it", character: 1)
        }
        // Where the JIT is not available the interpreter does the same, only more slowly.
        _ = unsafe pcre2_jit_compile_8(code, UInt32(PCRE2_JIT_COMPLETE))
        _ = unsafe pcre2_set_match_limit_8(limits, Self.matchLimit)
        _ = unsafe pcre2_set_depth_limit_8(limits, Self.matchLimit)
        _ = unsafe pcre2_set_heap_limit_8(limits, 16 << 10)
        self.source = source
        unsafe self.code = code
        unsafe self.limits = limits
    }

    deinit {
        unsafe pcre2_match_context_free_8(limits)
        unsafe pcre2_code_free_8(code)
    }

    /// Whether the pattern matches anywhere in the first megabyte of a text.
    ///
    /// - Throws: where it ran into a limit, so that nothing is known.
    package func matches(_ text: String, of field: String) throws(StageFailure) -> Bool {
        let answer = unsafe text.utf8.span.withUnsafeBufferPointer { unsafe search($0) }
        if let isMatch = answer.isMatch { return isMatch }
        throw failure(on: text, of: field, answer.problem)
    }

    /// What people should know of a pattern that gave up.
    func failure(on text: String, of field: String, _ problem: String) -> StageFailure {
        StageFailure(
            "the pattern \"\(source)\" gave up on \(field), which has \(text.utf8.count) bytes: \(problem); "
                + "make it simpler, above all repetitions within repetitions")
    }
}

// MARK: - Searching

extension Pattern {
    private typealias Answer = (isMatch: Bool?, problem: String)

    /// Searches window by window, and looks at the time between them.
    ///
    /// PCRE2's limits count anew from each starting point, so they do not bound a search with very many of them. A
    /// window is the smaller the more text there is to run over from each start.
    private func search(_ whole: UnsafeBufferPointer<UInt8>) -> Answer {
        let text = unsafe UnsafeBufferPointer(rebasing: whole.prefix(Self.longestText))
        let count = unsafe Self.endOfWholeCharacters(text, before: text.count)
        guard let limits = unsafe pcre2_match_context_copy_8(self.limits) else { return (nil, "there is no memory") }
        defer { unsafe pcre2_match_context_free_8(limits) }
        guard let match = unsafe pcre2_match_data_create_8(1, nil) else { return (nil, "there is no memory") }
        defer { unsafe pcre2_match_data_free_8(match) }
        let window = Self.window(of: count)
        var begin: Int64?
        var start = 0
        while true {
            let next = unsafe Self.endOfWholeCharacters(text, before: min(count, start + window))
            _ = unsafe pcre2_set_offset_limit_8(limits, next)
            switch unsafe result(in: text, count: count, from: start, limits: limits, match: match) {
            case 0...: return (true, "")
            case PCRE2_ERROR_NOMATCH: break
            case let error: return (nil, Self.text(ofError: error))
            }
            if next == count { return (false, "") }
            start = next
            let now = Self.threadTime()
            if now - (begin ?? now) > Self.nanosecondsPerText { return (nil, "a second of work was not enough") }
            begin = begin ?? now
        }
    }

    /// How many starting points are tried between two looks at the time.
    static func window(of count: Int) -> Int { min(4096, max(128, (1 << 27) / (count + 1))) }

    /// PCRE2's answer for the starting points up to the offset limit.
    func result(
        in text: UnsafeBufferPointer<UInt8>, count: Int, from start: Int, limits: OpaquePointer, match: OpaquePointer,
        options: UInt32 = 0
    ) -> Int32 {
        // Swift's strings are valid UTF-8, cut between characters.
        let checked = PCRE2_NO_UTF_CHECK | options
        // An empty text may have no address, which PCRE2 takes as an empty text too.
        let result = unsafe pcre2_match_8(code, text.baseAddress, count, start, checked, match, limits)
        guard result == PCRE2_ERROR_JIT_STACKLIMIT else { return result }
        return unsafe pcre2_match_8(code, text.baseAddress, count, start, checked | PCRE2_NO_JIT, match, limits)
    }

    /// The last place at or before `end` that is not within a character.
    static func endOfWholeCharacters(_ text: UnsafeBufferPointer<UInt8>, before end: Int) -> Int {
        var end = end
        while end > 0, end < text.count, unsafe text[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }

    /// CPU time of this thread in nanoseconds.
    static func threadTime() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    static func text(ofError number: Int32) -> String {
        switch number {
        case PCRE2_ERROR_MATCHLIMIT, PCRE2_ERROR_DEPTHLIMIT: return "it tries too many ways to match"
        case PCRE2_ERROR_HEAPLIMIT: return "it needs too much memory"
        default: break
        }
        var message = [UInt8](repeating: 0, count: 256)
        let length = unsafe pcre2_get_error_message_8(number, &message, message.count)
        return length < 0 ? "PCRE2 error \(number)" : String(decoding: message.prefix(Int(length)), as: UTF8.self)
    }
}
