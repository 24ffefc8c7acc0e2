import CSQLite
import FeedModel

/// A row of a running statement, whose columns are read from left to right.
///
/// Not to be kept: the next step of the statement overwrites it.
@safe struct Row: ~Copyable {
    private let handle: OpaquePointer
    private var column: Int32 = 0

    init(of handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    mutating func integer() -> Int64 {
        unsafe sqlite3_column_int64(handle, nextColumn())
    }

    mutating func optionalInteger() -> Int64? {
        let column = nextColumn()
        guard !isNull(column) else { return nil }
        return unsafe sqlite3_column_int64(handle, column)
    }

    /// What the next column holds, as SQLite numbers it; it stays the next one.
    func type() -> Int32 { unsafe sqlite3_column_type(handle, column) }

    mutating func bool() -> Bool { integer() != 0 }

    mutating func hash() -> UInt64 { UInt64(bitPattern: integer()) }

    mutating func optionalHash() -> UInt64? { optionalInteger().map(UInt64.init(bitPattern:)) }

    mutating func optionalDouble() -> Double? {
        let column = nextColumn()
        guard !isNull(column) else { return nil }
        return unsafe sqlite3_column_double(handle, column)
    }

    mutating func text() -> String { optionalText() ?? "" }

    mutating func optionalText() -> String? {
        let column = nextColumn()
        guard let start = unsafe sqlite3_column_text(handle, column) else { return nil }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Three columns: seconds, nanoseconds, offset.
    mutating func timestamp() -> Timestamp {
        Timestamp(
            seconds: integer(), nanoseconds: Int32(truncatingIfNeeded: integer()),
            offset: Int32(truncatingIfNeeded: integer()))
    }

    /// Three columns: seconds, nanoseconds, offset.
    mutating func optionalTimestamp() -> Timestamp? {
        guard isNull(column) else { return timestamp() }
        column += 3
        return nil
    }

    /// A copy of the bytes of a blob.
    mutating func bytes() -> [UInt8] {
        let column = nextColumn()
        let start = unsafe sqlite3_column_blob(handle, column)
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Lends the bytes of a blob to `body`; they are gone afterwards.
    mutating func withBytes<Result, Failure>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let column = nextColumn()
        let start = unsafe sqlite3_column_blob(handle, column)
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count).assumingMemoryBound(to: UInt8.self)
        return try body(unsafe Span(_unsafeElements: bytes))
    }
}

// MARK: - Private

extension Row {
    private mutating func nextColumn() -> Int32 {
        defer { column += 1 }
        return column
    }

    private func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
    }
}
