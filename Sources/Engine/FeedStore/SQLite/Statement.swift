import CSQLite
import FeedModel
import TributaryEngine

/// A prepared statement: values are bound from left to right, then it is run, which also makes it ready for the next use.
///
/// `insert.bind(number).bind(title).run()`
@safe final class Statement {
    private let handle: OpaquePointer
    private let name: String
    private var parameter = 0
    /// The first thing that went wrong while binding.
    private var bindingStatus = SQLITE_OK

    /// Takes over a statement of the database that messages call `name`.
    init(owning handle: OpaquePointer, of name: String) {
        unsafe self.handle = handle
        self.name = name
    }

    deinit { unsafe sqlite3_finalize(handle) }

    /// How many values are to be bound.
    var parameterCount: Int { Int(unsafe sqlite3_bind_parameter_count(handle)) }

    /// How many steps of SQLite's machine all runs together have taken.
    var stepCount: Int { Int(unsafe sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 0)) }

    // MARK: Running

    /// Runs to the end; rows are passed over.
    func run() throws(StoreFailure) {
        defer { makeReady() }
        while try step() {}
    }

    /// Binds the last value, which is long, without copying it, and runs to the end.
    func run(with bytes: [UInt8]) throws(StoreFailure) {
        let parameter = nextParameter()
        try unsafe bytes.span.withUnsafeBufferPointer { (buffer) throws(StoreFailure) in
            // Forgets the bytes before they may go.
            defer { makeReady() }
            // An empty buffer may have no address, which SQLite would take for NULL.
            if let start = buffer.baseAddress, buffer.count > 0 {
                _ = note(unsafe sqlite3_bind_blob64(handle, parameter, start, UInt64(buffer.count), nil))
            } else {
                _ = note(unsafe sqlite3_bind_zeroblob(handle, parameter, 0))
            }
            while try step() {}
        }
    }

    /// Hands on every row, or those until there are enough.
    func forEach(
        until isEnough: () -> Bool = { false }, _ body: (inout Row) throws(StoreFailure) -> Void
    ) throws(StoreFailure) {
        defer { makeReady() }
        while !isEnough(), try step() {
            var row = unsafe Row(of: handle)
            try body(&row)
        }
    }

    /// Reads the first row, if there is one, and runs to the end.
    func first<Value>(_ read: (inout Row) throws(StoreFailure) -> Value) throws(StoreFailure) -> Value? {
        defer { makeReady() }
        guard try step() else { return nil }
        var row = unsafe Row(of: handle)
        let value = try read(&row)
        while try step() {}
        return value
    }

    /// Reads every row.
    func all<Value>(_ read: (inout Row) throws(StoreFailure) -> Value) throws(StoreFailure) -> [Value] {
        var values: [Value] = []
        try forEach { (row) throws(StoreFailure) in values.append(try read(&row)) }
        return values
    }

    /// The row on which it stands, after a step.
    var row: Row { unsafe Row(of: handle) }

    /// Goes to the next row, for whoever waits between rows: he makes the statement ready afterwards.
    ///
    /// - Returns: whether there is one.
    func step() throws(StoreFailure) -> Bool {
        precondition(parameter == parameterCount, "a parameter without a value")
        var status = bindingStatus
        if status == SQLITE_OK { status = unsafe sqlite3_step(handle) }
        switch status {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            let sql = unsafe String(cString: sqlite3_sql(handle))
            throw unsafe StoreFailure(status: status, of: sqlite3_db_handle(handle), named: name, statement: sql)
        }
    }

    /// Forgets values and rows.
    ///
    /// Its status repeats the failure that `step` has thrown.
    func makeReady() {
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
        parameter = 0
        bindingStatus = SQLITE_OK
    }

    // MARK: Binding

    @discardableResult
    func bind(_ value: Int64?) -> Statement {
        guard let value else { return bindNull() }
        return note(unsafe sqlite3_bind_int64(handle, nextParameter(), value))
    }

    @discardableResult
    func bind(_ value: Int) -> Statement { bind(Int64(value)) }

    @discardableResult
    func bind(_ value: UInt64?) -> Statement { bind(value.map(Int64.init(bitPattern:))) }

    @discardableResult
    func bind(_ value: Bool) -> Statement { bind(value ? 1 : 0) }

    @discardableResult
    func bind(_ value: Double?) -> Statement {
        guard let value else { return bindNull() }
        return note(unsafe sqlite3_bind_double(handle, nextParameter(), value))
    }

    @discardableResult
    func bind(_ value: String?) -> Statement {
        guard let value else { return bindNull() }
        let parameter = nextParameter()
        let status = unsafe value.utf8Span.span.withUnsafeBufferPointer { text in
            // An empty buffer may have no address, which SQLite would take for NULL.
            guard let start = text.baseAddress else {
                return unsafe sqlite3_bind_text(handle, parameter, "", 0, Self.copies)
            }
            return unsafe start.withMemoryRebound(to: CChar.self, capacity: text.count) { start in
                unsafe sqlite3_bind_text64(
                    handle, parameter, start, UInt64(text.count), Self.copies, UInt8(SQLITE_UTF8))
            }
        }
        return note(status)
    }

    @discardableResult
    func bind(_ value: [UInt8]) -> Statement {
        let parameter = nextParameter()
        let status = unsafe value.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, bytes.count > 0 else {
                return unsafe sqlite3_bind_zeroblob(handle, parameter, 0)
            }
            return unsafe sqlite3_bind_blob64(handle, parameter, start, UInt64(bytes.count), Self.copies)
        }
        return note(status)
    }

    /// Binds three values: seconds, nanoseconds, offset.
    @discardableResult
    func bind(_ value: Timestamp?) -> Statement {
        guard let value else { return bindNull().bindNull().bindNull() }
        return bind(value.seconds).bind(Int64(value.nanoseconds)).bind(Int64(value.offset))
    }
}

// MARK: - Private

extension Statement {
    /// SQLite copies what is bound, so that nothing need outlive the call.
    private static var copies: sqlite3_destructor_type {
        unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }

    private func bindNull() -> Statement {
        note(unsafe sqlite3_bind_null(handle, nextParameter()))
    }

    private func nextParameter() -> Int32 {
        parameter += 1
        return Int32(parameter)
    }

    private func note(_ status: Int32) -> Statement {
        if status != SQLITE_OK, bindingStatus == SQLITE_OK { bindingStatus = status }
        return self
    }
}
