/// What people do with a store as a whole.
package protocol StoreKeeping: Store {
    /// What is wrong with the database, each in a line; empty where all is well. A search index that is damaged is made anew.
    func defects() async throws(StoreFailure) -> [String]

    /// How much of what the store holds, in the order in which it is shown.
    func statistics() async throws(StoreFailure) -> [(name: String, value: Int64)]

    /// Copies the database as it is at one instant into a new file, beside any run; the file is whole or not there.
    func backUp(to path: String) async throws(StoreFailure)

    /// Hands on everything as lines of JSON, as it is at one instant, in pieces of whole lines; nothing else may be asked
    /// of the store meanwhile.
    ///
    /// - Throws: ``StoreFailure``, and what `take` throws.
    func export(_ take: @Sendable ([UInt8]) async throws -> Void) async throws

    /// Takes in what was exported; one transaction, into a store that is empty, and nothing else may be asked meanwhile.
    ///
    /// - Parameter next: hands over some whole lines; nil after the last.
    /// - Throws: ``StoreFailure``, and what `next` throws; nothing has been taken in then.
    func importLines(_ next: @Sendable () async throws -> [UInt8]?) async throws
}
