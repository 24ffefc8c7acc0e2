import FeedText

/// Lists of addresses (RFC 5322 §3.4), read leniently.
enum MailAddresses {
    private static let most = 50

    /// The addresses of a list; groups are left out of it, their members are not.
    static func read(_ bytes: [UInt8], charset: String?) -> [MailMessage.Address] {
        var addresses: [MailMessage.Address] = []
        var piece = Piece()
        var depth = 0
        var index = 0
        func finish() {
            if let address = piece.address(charset), addresses.count < most { addresses.append(address) }
            piece = Piece()
        }
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""):
                while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                    if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count { index += 1 }
                    piece.words.append(bytes[index])
                    index += 1
                }
                index += 1
            case UInt8(ascii: "("):
                depth = 1
                while index < bytes.count, depth > 0 {
                    if bytes[index] == UInt8(ascii: "(") { depth += 1 }
                    if bytes[index] == UInt8(ascii: ")") { depth -= 1 }
                    if depth > 0 { piece.comment.append(bytes[index]) }
                    index += 1
                }
            case UInt8(ascii: "<"):
                let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count
                piece.angle = Array(bytes[min(index, bytes.count)..<end])
                index = end + 1
            case UInt8(ascii: ":") where piece.angle == nil: piece = Piece()
            case UInt8(ascii: ","), UInt8(ascii: ";"): finish()
            default: piece.words.append(byte)
            }
        }
        finish()
        return addresses
    }

    /// What has been read of one address.
    private struct Piece {
        var words: [UInt8] = []
        var comment: [UInt8] = []
        var angle: [UInt8]?

        func address(_ charset: String?) -> MailMessage.Address? {
            let words = MailWords.decoded(self.words, charset: charset).trimmingASCIIWhitespace
            guard let angle else {
                guard !words.isEmpty else { return nil }
                let comment = MailWords.decoded(self.comment, charset: charset).trimmingASCIIWhitespace
                guard words.contains("@") else { return MailMessage.Address(name: words, address: nil) }
                return MailMessage.Address(name: comment.isEmpty ? nil : comment, address: words)
            }
            let address = String(decoding: angle, as: UTF8.self).trimmingASCIIWhitespace
            return MailMessage.Address(
                name: words.isEmpty ? nil : words, address: address.contains("@") ? address : nil)
        }
    }
}
