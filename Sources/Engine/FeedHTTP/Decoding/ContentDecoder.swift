internal import TributaryPluginKit

/// Decodes one content coding as a stream.
protocol ContentDecoder: AnyObject {
    /// The coding's name, as in `Content-Encoding`.
    var name: String { get }
    /// Whether the stream has come to its end; what follows it is no part of it.
    var isFinished: Bool { get }

    /// Decodes a piece and hands the result on, in pieces that the decoder reuses; true once the stream has ended.
    ///
    /// - Throws: what `output` throws, and `contentCoding` for bytes that are no such stream.
    func decode(_ input: Span<UInt8>, _ output: (Span<UInt8>) throws(HTTPFailure) -> Void) throws(HTTPFailure)
}

/// A coding that may be named in `Content-Encoding`.
enum ContentCoding: Equatable {
    case gzip, deflate, brotli, zstd

    init?(name: some StringProtocol) {
        switch name.lowercased() {
        case "gzip", "x-gzip": self = .gzip
        case "deflate": self = .deflate
        case "br": self = .brotli
        case "zstd": self = .zstd
        default: return nil
        }
    }

    /// How many bytes at the beginning of a body tell whether it is coded so.
    static let magicLength = 16

    /// What the client can decode, for `Accept-Encoding`.
    static let accepted = "gzip, deflate, br, zstd"

    var name: String {
        switch self {
        case .gzip: "gzip"
        case .deflate: "deflate"
        case .brotli: "br"
        case .zstd: "zstd"
        }
    }

    /// The decoder for a body that begins like this; nil for one that is not coded so, whatever its head says.
    func makeDecoder(beginning head: Span<UInt8>) -> (any ContentDecoder)? {
        switch self {
        case .gzip:
            Self.isGzip(head) ? InflateDecoder(.gzip) : nil
        case .deflate:
            // Some servers leave out the zlib frame; neither that form nor brotli has a magic, but text shows itself.
            if Self.isZlib(head) { InflateDecoder(.zlib) } else { Self.isText(head) ? nil : InflateDecoder(.raw) }
        case .brotli:
            Self.isText(head) ? nil : BrotliDecoder()
        case .zstd:
            head.count >= 4 && Self.mayContinueZstd(head) ? ZstdDecoder() : nil
        }
    }

    /// Whether bytes begin a gzip member with the only method there is (RFC 1952 §2.3.1).
    static func isGzip(_ head: Span<UInt8>) -> Bool {
        head.count >= 3 && mayContinueGzip(head)
    }

    /// Whether bytes may begin a further member, as far as they go.
    static func mayContinueGzip(_ rest: Span<UInt8>) -> Bool {
        begins(rest, 0x1F, 0x8B, 8)
    }

    /// Whether bytes may begin a further zstd frame, skippable ones included (RFC 8878 §3.1), as far as they go.
    static func mayContinueZstd(_ rest: Span<UInt8>) -> Bool {
        guard rest.count > 0 else { return true }
        return begins(rest, 0x28, 0xB5, 0x2F, 0xFD)
            || (rest[0] & 0xF0 == 0x50 && begins(rest.extracting(1...), 0x2A, 0x4D, 0x18))
    }
}

// MARK: - Private

extension ContentCoding {
    private static func isZlib(_ head: Span<UInt8>) -> Bool {
        guard head.count >= 2 else { return false }
        let check = UInt16(head[0]) << 8 | UInt16(head[1])
        return head[0] & 0x0F == 8 && head[0] >> 4 <= 7 && check % 31 == 0
    }

    /// Whether the two begin alike.
    private static func begins(_ bytes: Span<UInt8>, _ magic: UInt8...) -> Bool {
        for index in 0..<min(bytes.count, magic.count) where bytes[index] != magic[index] { return false }
        return true
    }

    /// Whether bytes look like the beginning of a text: UTF-8 without control characters, or UTF-16 with its mark.
    private static func isText(_ head: Span<UInt8>) -> Bool {
        guard head.count >= 2 else { return false }
        if (head[0], head[1]) == (0xFF, 0xFE) || (head[0], head[1]) == (0xFE, 0xFF) { return true }
        var following = 0
        for index in head.indices {
            let byte = head[index]
            if following > 0 {
                guard byte & 0xC0 == 0x80 else { return false }
                following -= 1
            } else {
                switch byte {
                case 0x20..<0x7F, 0x09...0x0D: break
                case 0xC2...0xDF: following = 1
                case 0xE0...0xEF: following = 2
                case 0xF0...0xF4: following = 3
                default: return false
                }
            }
        }
        return true
    }
}
