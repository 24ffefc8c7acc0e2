/// Memory for the HTML of one entry after the other: blocks of its size are what costs most to get and to give back.
package final class HTMLMemory {
    /// Empty between two uses.
    var bytes: [UInt8] = []
    var attributes: [HTMLScanner.Attribute] = []

    /// Memory that grows as it is used.
    package init() {}
}
