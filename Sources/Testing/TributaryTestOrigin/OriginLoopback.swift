/// An address of this machine for itself, on which an origin listens.
public enum OriginLoopback: Sendable {
    /// 127.0.0.1.
    case ipv4
    /// ::1.
    case ipv6

    /// The host as it stands in a URL.
    public var host: String {
        switch self {
        case .ipv4: "127.0.0.1"
        case .ipv6: "[::1]"
        }
    }
}
