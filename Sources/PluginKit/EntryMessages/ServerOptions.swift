import FeedJSON
package import TributaryPluginKit

/// The options that sinks have in common which speak to a server of messages.
package enum ServerOptions {
    /// Where it is.
    package static let host: Option = .required("host", .text, "The server's name or address.")
    /// Whether the password is kept from those who listen.
    package static let user = Option("user", .text, "The user's name; absent: nobody logs in.")
    /// What the user knows.
    package static let password = Option("password", .text, "The user's password, best as \"${env:NAME}\".")
    /// Whose word is taken for the server.
    package static let ca = Option("ca", .text, "A file of CA certificates, instead of the system's.")
    /// How long one message may take.
    package static let timeout = Option("timeout", .duration, default: "60s", "How long one message may take.")

    /// The server that options name, as far as they go together.
    ///
    /// - Parameter ports: the usual port by how connections are protected.
    /// - Throws: ``ConfigurationError``; among others where a password would go over a network in the clear.
    package static func server(
        host: String, port: Int?, security: String, ports: [MessageServer.Security: Int], user: String?,
        password: String?, ca: String?, timeout: TimeSpan, in context: PluginContext
    ) throws(ConfigurationError) -> MessageServer {
        let security = MessageServer.Security(rawValue: security) ?? .tls
        guard isHost(host) else {
            throw ConfigurationError(
                "\"\(host)\" cannot be the name of a host; the port is an option of its own", at: "host")
        }
        guard (user == nil) == (password == nil) else {
            throw ConfigurationError(
                "a user and a password go together", at: user == nil ? "password" : "user")
        }
        guard user == nil || security != .none || isLoopback(host) else {
            throw ConfigurationError("a password would go to \(host) in the clear; write \"tls\"", at: "security")
        }
        var server = MessageServer(
            host: host, port: port ?? ports[security] ?? 0, security: security, timeout: .seconds(timeout.seconds))
        server.user = user
        server.password = password
        server.certificateAuthorities = ca.map { $0.hasPrefix("/") ? $0 : context.baseFolder + "/" + $0 }
        return server
    }

    private static func isHost(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 253
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || ".-_:[]".unicodeScalars.contains(scalar)
            } && (!text.contains(":") || text.filter { $0 == ":" }.count > 1) && !text.hasPrefix("-")
    }

    private static func isLoopback(_ host: String) -> Bool {
        ["localhost", "::1", "[::1]"].contains(host) || host.hasPrefix("127.")
    }
}
