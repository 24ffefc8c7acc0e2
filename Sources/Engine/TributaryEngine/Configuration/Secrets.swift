/// The values that references in the configuration stood for.
package struct Secrets: Sendable {
    /// None.
    package init() {}
}
