import FeedJSON
import FeedText
import LocalSystem
import TributaryPluginKit

/// What `http` says of a subscription's requests.
struct HTTPOptions: Decodable {
    var headers: HeaderFields?
    var user: String?
    var password: String?
    var bearer: String?
    var auth: String
    var ca: String?
    var clientCertificate: String?
    var clientKey: String?
    var proxy: String?
    var netrc: Bool

    /// Reads an object that its kind has found to be right.
    static func decoded(from node: JSONNode) throws(ConfigurationError) -> HTTPOptions {
        try OptionDecoder.decode(HTTPOptions.self, from: node, table: table)
    }

    /// The same for the engine, with absolute paths.
    func settings(in baseFolder: String) -> HTTPSettings {
        var settings = HTTPSettings()
        settings.headers = headers?.fields ?? []
        settings.user = user
        settings.password = password
        settings.bearer = bearer
        settings.authentication = HTTPSettings.Authentication(rawValue: auth) ?? .basic
        settings.certificateAuthorities = ca.map { FilePath.absolute($0, in: baseFolder) }
        settings.clientCertificate = clientCertificate.map { FilePath.absolute($0, in: baseFolder) }
        settings.clientKey = clientKey.map { FilePath.absolute($0, in: baseFolder) }
        settings.proxy = proxy
        settings.usesNetrc = netrc
        return settings
    }
}

// MARK: - Kinds

extension HTTPOptions {
    /// The files that are named in an object that its kind has found to be right and that cannot be read, each with the
    /// place of its name.
    static func missingFiles(
        in node: JSONNode, at path: ConfigurationPath, baseFolder: String
    ) -> [ConfigurationProblem] {
        ["ca", "client_certificate", "client_key"].compactMap { name in
            guard let value = node.member(name)?.value, let text = value.text else { return nil }
            do throws(LocalFileFailure) {
                _ = try LocalFile.readRegularFile(FilePath.absolute(text, in: baseFolder), limit: 1 << 22)
                return nil
            } catch {
                return ConfigurationProblem("\(error)", at: path.appending(name), offset: value.offset)
            }
        }
    }

    private static let table: OptionTable = [
        Option("headers", HeaderFields.kind, "Fields of every request to the feed's own origin."),
        Option("user", .headText, "The user name."),
        Option("password", .headText, "The password."),
        Option("bearer", .headText, "A bearer token, instead of user and password."),
        Option(
            "auth", .choice(of: HTTPSettings.Authentication.allCases.map(\.rawValue)), default: "basic",
            "How user and password are given."),
        Option("ca", .text, "A file of CA certificates, instead of the system's."),
        Option("client_certificate", .text, "A client certificate file (PEM)."),
        Option("client_key", .text, "The client certificate's key file (PEM)."),
        Option("proxy", proxy, "A proxy's URL, instead of the environment's."),
        Option("netrc", .boolean, default: false, "Whether credentials may come from ~/.netrc."),
    ]

    /// The object, with what must stand together or must not.
    static let kind = OptionKind("an object", schema: table.schema, table: table) { node, path, problems in
        table.check(node, at: path, into: &problems)
        func require(_ name: String, for other: String) {
            guard let member = node.member(other), node.member(name) == nil else { return }
            problems.append(
                ConfigurationProblem(
                    "\"\(other)\" is of no use without \"\(name)\"", at: path.appending(other),
                    offset: member.nameOffset))
        }
        require("user", for: "password")
        require("password", for: "user")
        require("client_certificate", for: "client_key")
        if let bearer = node.member("bearer"), node.member("user") != nil {
            problems.append(
                ConfigurationProblem(
                    "\"bearer\" and \"user\" exclude each other; keep one of them", at: path.appending("bearer"),
                    offset: bearer.nameOffset))
        }
    }

    private static let proxy = OptionKind("a proxy's URL", schema: OptionKind.text.schema) { node, path, problems in
        guard let text = node.text else {
            return problems.append(.wrongKind(node, "a proxy's URL", at: path))
        }
        OptionKind.headText.check(node, path, &problems)
        let schemes = ["http", "https", "socks5", "socks5h"]
        guard let scheme = URLText.scheme(of: text), schemes.contains(scheme), !(URLText.host(of: text) ?? "").isEmpty
        else {
            return problems.append(
                ConfigurationProblem(
                    "\"\(URLText.redacted(text))\" is no proxy's URL; "
                        + "it begins with http://, https://, socks5:// or socks5h:// and names a host", at: path,
                    offset: node.offset))
        }
    }
}

/// The fields under `headers`, in the order of the configuration.
struct HeaderFields: OptionDecodable {
    var fields: [HTTPField]

    init(option node: JSONNode) throws(ConfigurationError) {
        guard case .object(let members) = node.content else { throw ConfigurationError("there are no fields here") }
        fields = members.compactMap { member in
            member.value.text.map { HTTPField(name: member.name, value: Self.bytewise($0)) }
        }
    }

    static let kind = OptionKind(
        "an object of header fields", schema: OptionKind.map(of: .text).schema
    ) { node, path, problems in
        OptionKind.map(of: .text).check(node, path, &problems)
        guard case .object(let members) = node.content else { return }
        var seen: Set<String> = []
        for member in members {
            func note(_ message: String, at offset: Int) {
                problems.append(ConfigurationProblem(message, at: path.appending(member.name), offset: offset))
            }
            if member.name.isEmpty || !member.name.utf8.allSatisfy(isTokenByte) {
                note("a header's name has letters, digits and - only", at: member.nameOffset)
            } else if !seen.insert(member.name.lowercased()).inserted {
                note("the header stands here twice; keep one of them", at: member.nameOffset)
            }
            if let text = member.value.text, text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
                note("a header's value has no line breaks or other control characters", at: member.value.offset)
            }
        }
    }

    /// One scalar per byte, as fields are kept.
    private static func bytewise(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for byte in text.utf8 { result.append(Unicode.Scalar(byte)) }
        return String(result)
    }

    /// A byte of a `token` (RFC 9110 §5.6.2).
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
