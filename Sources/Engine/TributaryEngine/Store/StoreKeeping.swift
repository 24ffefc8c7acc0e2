/// What people do with a store as a whole.
package protocol StoreKeeping: Store {
    /// What is wrong with the database, each in a line; empty where all is well.
    func defects() async throws(StoreFailure) -> [String]

    /// How much of what the store holds, in the order in which it is shown.
    func statistics() async throws(StoreFailure) -> [(name: String, value: Int64)]

    /// Copies the database as it is at one instant into a new file, beside any run; the file is whole or not there.
    func backUp(to path: String) async throws(StoreFailure)

    /// Everything as lines of JSON, as it is at one instant.
    func exported() async throws(StoreFailure) -> [UInt8]

    /// Takes in what was exported; one transaction, into a store that is empty.
    func importLines(_ lines: [UInt8]) async throws(StoreFailure)
}
