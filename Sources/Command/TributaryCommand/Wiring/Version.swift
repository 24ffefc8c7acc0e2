/// What this program calls itself.
enum Version {
    /// The version by Semantic Versioning.
    static let number = "0.1.0"
    /// Where the project lives, for the User-Agent; an example address until it has one of its own.
    static let projectURL = "https://tributary.example/"
}
