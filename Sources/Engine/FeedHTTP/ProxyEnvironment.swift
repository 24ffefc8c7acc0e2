/// The proxies that the environment names, as curl reads them.
///
/// The client decides itself, since it has to know whether an address is a proxy's or the server's.
package struct ProxyEnvironment: Sendable {
    private let variables: [String: String]

    /// Takes `http_proxy` (lower case only), `https_proxy`, `all_proxy` and `no_proxy` from the variables.
    package init(_ variables: [String: String]) {
        self.variables = variables
    }

    /// The proxy for a URL of this scheme and host; nil where it is to be asked directly.
    func proxy(scheme: String, host: String) -> String? {
        guard !isExempt(host) else { return nil }
        let names =
            scheme == "http"
            ? ["http_proxy", "all_proxy", "ALL_PROXY"] : ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        return names.lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    }

    private func isExempt(_ host: String) -> Bool {
        let list = variables["no_proxy"] ?? variables["NO_PROXY"] ?? ""
        return list.split { $0 == "," || $0 == " " }.contains { element in
            let name = WebURL.normalized(host: String(element.first == "." ? element.dropFirst() : element))
            return name == "*" || name == host || host.hasSuffix("." + name)
        }
    }
}
