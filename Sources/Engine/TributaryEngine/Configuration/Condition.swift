/// A condition on entries.
package struct Condition: Sendable {}
