/// One request as the origin received it.
public struct OriginRequest: Sendable {
    /// The method as sent, such as `GET`.
    public var method: String
    /// The request target as sent: a path with its query, or a whole URL when the origin was used as a proxy.
    public var target: String
    /// The header fields as sent.
    public var headers: OriginHeaders
    /// The body, as far as `Content-Length` announced one.
    public var body: [UInt8]
    /// The number of the connection that it came on, counted from 0.
    public var connection: Int
    /// Host and port that the client wants to reach through a SOCKS5 proxy; nil where the origin plays none.
    public var socksTarget: String?
    /// The user and the password, with a colon between them, that the client gave the SOCKS5 proxy.
    public var socksUser: String?

    /// The path of the target, without query and host.
    public var path: String {
        var rest = target[...]
        if let scheme = rest.firstRange(of: "://") {
            rest = rest[scheme.upperBound...].drop { $0 != "/" }
        }
        return String(rest.prefix { $0 != "?" })
    }
}

extension OriginRequest {
    /// Takes the first whole request off `buffer`; nil until it is there, an empty method if it is not HTTP.
    init?(takingFrom buffer: inout [UInt8], connection: Int) {
        guard let end = Self.endOfHead(in: buffer) else { return nil }
        let lines = String(decoding: buffer[..<end], as: UTF8.self).split(separator: "\r\n")
        let words = (lines.first ?? "").split(separator: " ")
        var headers: OriginHeaders = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            headers.append(String(line[..<colon]), String(value))
        }
        let length = headers["Content-Length"].flatMap { Int($0) } ?? 0
        guard buffer.count >= end + length else { return nil }

        method = words.count == 3 ? String(words[0]) : ""
        target = words.count == 3 ? String(words[1]) : ""
        self.headers = headers
        body = Array(buffer[end..<(end + length)])
        self.connection = connection
        buffer.removeFirst(end + length)
    }

    /// The offset behind the empty line that ends the head.
    private static func endOfHead(in buffer: [UInt8]) -> Int? {
        let mark: [UInt8] = [13, 10, 13, 10]
        guard buffer.count >= mark.count else { return nil }
        return (0...(buffer.count - mark.count)).first { buffer[$0..<($0 + mark.count)].elementsEqual(mark) }
            .map { $0 + mark.count }
    }
}
