/// One thing that a connection does in answering.
enum OriginStep: Sendable {
    case write([UInt8])
    case pause(Duration)
    case awaitRelease
    case drip(ArraySlice<UInt8>, every: Duration)
    case writeForEver([UInt8])
    case hold
    case close
    case reset
}

extension OriginResponse {
    /// The response itself, or a 304 where the request's condition asks for one.
    func answer(to request: OriginRequest) -> OriginResponse {
        unchanged(for: request) ?? self
    }

    /// The steps that deliver it, the first one first.
    func script(answering request: OriginRequest) -> [OriginStep] {
        let steps = prelude + delivery(withBody: request.method != "HEAD")
        return leftovers.isEmpty ? steps : steps + [.pause(.milliseconds(1)), .write(leftovers)]
    }
}

// MARK: - Private

extension OriginResponse {
    /// The 304 for a request whose condition names this very body; nil when the body is to be sent.
    private func unchanged(for request: OriginRequest) -> OriginResponse? {
        guard isConditional, status == 200 else { return nil }
        let same =
            if let tags = request.headers["If-None-Match"] {
                tags == entityTag
            } else {
                request.headers["If-Modified-Since"] == lastModified
            }
        guard same else { return nil }
        return with {
            $0.status = 304
            $0.body = []
            $0.encoding = .identity
            $0.framing = .length
            $0.headers["Content-Type"] = nil
            $0.headers["ETag"] = entityTag
        }
    }

    private var entityTag: String {
        if let given = headers["ETag"] { return given }
        let hash = body.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "\"\(String(hash, radix: 16))\""
    }

    private var lastModified: String {
        headers["Last-Modified"] ?? "Sat, 03 Jan 2026 10:20:30 GMT"
    }

    private var prelude: [OriginStep] {
        switch pace {
        case .after(let delay): [.pause(delay)]
        case .whenReleased: [.awaitRelease]
        case .never: [.hold]
        case .atOnce, .dripping, .stallingMidway, .endless: []
        }
    }

    private func delivery(withBody: Bool) -> [OriginStep] {
        let encoded = encoding.encode(body)
        let available = Self.beginning(of: encoded, share: completeness)
        let head = isRaw ? [] : head(length: available.count)
        guard withBody else { return [.write(head)] + last }

        let content =
            switch ending {
            case .cut(let share), .reset(let share): Self.beginning(of: available, share: share)
            case .keepAlive, .close: available
            }
        let framed = framed(content)
        let steps: [OriginStep] =
            switch pace {
            case .dripping(let interval): [.write(head), .drip(framed[...], every: interval)]
            case .stallingMidway: [.write(head + framed.prefix(framed.count / 2)), .hold]
            case .endless: [.write(head), .writeForEver(Self.chunk(content[...]))]
            case .atOnce, .after, .whenReleased, .never: [.write(head + framed)]
            }
        return steps + last
    }

    private var last: [OriginStep] {
        switch ending {
        case .reset: [.reset]
        case .close, .cut: [.close]
        case .keepAlive: closesByFraming ? [.close] : []
        }
    }

    private var isRaw: Bool {
        if case .raw = framing { true } else { false }
    }

    private var closesByFraming: Bool {
        switch framing {
        case .close, .raw, .openChunks, .brokenChunks, .wrongLength: true
        case .length, .chunked: false
        }
    }

    private func head(length: Int) -> [UInt8] {
        var fields = headers
        if isConditional, status == 200 {
            fields["ETag"] = entityTag
            fields["Last-Modified"] = lastModified
        }
        let claimed = claimedEncoding ?? (body.isEmpty ? "" : encoding.name)
        if !claimed.isEmpty { fields["Content-Encoding"] = claimed }
        switch framing {
        case .length where isEndless: fields["Transfer-Encoding"] = "chunked"
        case .length: if status != 304 || length > 0 { fields["Content-Length"] = "\(length)" }
        case .wrongLength(let factor): fields["Content-Length"] = "\(Int(Double(length) * factor))"
        case .chunked, .openChunks, .brokenChunks: fields["Transfer-Encoding"] = "chunked"
        case .close, .raw: break
        }
        if !last.isEmpty { fields["Connection"] = "close" }
        let lines = fields.fields.map { "\($0.name): \($0.value)\r\n" }.joined()
        return Array("HTTP/1.1 \(status) \(Self.reason(status))\r\n\(lines)\r\n".utf8)
    }

    private var isEndless: Bool {
        if case .endless = pace { true } else { false }
    }

    private func framed(_ content: [UInt8]) -> [UInt8] {
        switch framing {
        case .length, .wrongLength, .close, .raw: content
        case .chunked: Self.chunks(content) + Self.chunk([])
        case .openChunks: Self.chunks(content)
        case .brokenChunks: Array("zz\r\n".utf8) + content
        }
    }

    private static func beginning(of bytes: [UInt8], share: Double) -> [UInt8] {
        Array(bytes.prefix(Int(Double(bytes.count) * share)))
    }

    private static func chunks(_ content: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var start = 0
        var size = 1
        while start < content.count {
            let end = min(content.count, start + size)
            result += chunk(content[start..<end])
            start = end
            size = size * 3 % 7919 + 1
        }
        return result
    }

    private static func chunk(_ content: ArraySlice<UInt8>) -> [UInt8] {
        Array("\(String(content.count, radix: 16))\r\n".utf8) + content + [13, 10]
    }

    private static func reason(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 304: "Not Modified"
        case 404: "Not Found"
        case 410: "Gone"
        case 429: "Too Many Requests"
        case 503: "Service Unavailable"
        default: "Status"
        }
    }
}
