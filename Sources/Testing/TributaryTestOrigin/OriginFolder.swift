internal import Glibc

/// A folder of feeds as an origin serves it.
struct OriginFolder: Sendable {
    let path: String

    /// The file below the folder, gzip-encoded if the client takes that, or a 404.
    func response(to request: OriginRequest) -> OriginResponse {
        guard !request.path.split(separator: "/").contains(".."), let body = contents(of: path + request.path) else {
            return OriginResponse(status: 404)
        }
        var response = OriginResponse(headers: ["Content-Type": Self.mediaType(of: request.path)], body: body)
        let accepted = request.headers["Accept-Encoding"] ?? ""
        if accepted.contains("gzip") { response.encoding = .gzip }
        return response
    }
}

// MARK: - Private

extension OriginFolder {
    private func contents(of file: String) -> [UInt8]? {
        let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe read(descriptor, &block, block.count)
            guard count >= 0 else { return nil }
            if count == 0 { return bytes }
            bytes += block[..<count]
        }
    }

    private static func mediaType(of path: String) -> String {
        switch path.split(separator: ".").last {
        case "json": "application/feed+json"
        case "atom": "application/atom+xml"
        case "rss": "application/rss+xml"
        case "html": "text/html; charset=utf-8"
        case "xml": "application/xml"
        default: "application/octet-stream"
        }
    }
}
