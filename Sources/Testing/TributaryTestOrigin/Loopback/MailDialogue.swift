internal import Synchronization

/// The server's side of SMTP, as far as a client needs it that only sends.
struct MailDialogue: LoopbackDialogue {
    private let record: MailRecord
    private let fault: LoopbackMailServer.Fault?
    private var mail = LoopbackMailServer.Mail()
    private var isReadingMail = false
    private var isReadingPassword = false
    private var isKnown: Bool
    private(set) var isOver = false

    init(record: MailRecord) {
        self.record = record
        isKnown = record.user == nil
        fault = record.state.withLock { state in
            state.connections += 1
            return state.fault
        }
    }

    var greeting: [UInt8] {
        switch fault {
        case .silent: []
        case .busy: Self.line("421 too busy")
        case .unwelcome: Self.line("554 nobody of yours")
        default: Self.line("220 loopback")
        }
    }

    mutating func answer(_ received: inout [UInt8]) -> [UInt8] {
        guard fault != .silent else {
            received = []
            return []
        }
        var answers: [UInt8] = []
        while !isOver {
            if isReadingMail {
                guard let end = received.firstRange(of: Array("\r\n.\r\n".utf8)) else { break }
                answers += take(received[..<end.lowerBound] + [13, 10])
                received.removeSubrange(..<end.upperBound)
            } else {
                guard let end = received.firstRange(of: [13, 10]) else { break }
                answers += answer(to: String(decoding: received[..<end.lowerBound], as: UTF8.self))
                received.removeSubrange(..<end.upperBound)
            }
        }
        return answers
    }
}

// MARK: - Private

extension MailDialogue {
    private static func line(_ text: String) -> [UInt8] { Array("\(text)\r\n".utf8) }

    private mutating func answer(to line: String) -> [UInt8] {
        if isReadingPassword { return login(line) }
        let words = line.split(separator: " ")
        switch words.first?.uppercased() {
        case "EHLO":
            return Self.line("250-loopback") + Self.line("250-SIZE 1000000")
                + Self.line(record.user == nil || fault == .noLogin ? "250 8BITMIME" : "250 AUTH PLAIN")
        case "HELO", "NOOP", "RSET": return Self.line("250 good")
        case "AUTH":
            isReadingPassword = words.count == 2
            return words.count == 3 ? login(String(words[2])) : Self.line("334 ")
        case "MAIL":
            guard isKnown else { return Self.line("530 who are you") }
            mail = LoopbackMailServer.Mail(sender: Self.address(in: line))
            return Self.line("250 good")
        case "RCPT":
            switch currentFault {
            case .unknownRecipient: return Self.line("550 nobody of that name")
            case .fullMailbox: return Self.line("552 the mailbox is full")
            case .greylisted: return Self.line("451 come again later")
            default: mail.recipients.append(Self.address(in: line))
            }
            return Self.line("250 good")
        case "DATA":
            isReadingMail = true
            return Self.line("354 go on")
        case "QUIT":
            isOver = true
            return Self.line("221 farewell")
        default: return Self.line("502 what")
        }
    }

    private var currentFault: LoopbackMailServer.Fault? { record.state.withLock { $0.fault } }

    private mutating func login(_ text: String) -> [UInt8] {
        isReadingPassword = false
        let user = record.user.map { "\u{0}\($0.name)\u{0}\($0.password)" } ?? ""
        isKnown = text == Self.base64(Array(user.utf8))
        return Self.line(isKnown ? "235 welcome" : "535 not with that password")
    }

    private mutating func take(_ bytes: [UInt8]) -> [UInt8] {
        isReadingMail = false
        switch currentFault {
        case .refusesMessages: return Self.line("554 no such mail here")
        case .closes:
            isOver = true
            return []
        default: break
        }
        mail.bytes = bytes.enumerated().filter { index, byte in
            byte != UInt8(ascii: ".") || (index > 0 && bytes[index - 1] != 10)
                || !(index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "."))
        }.map(\.element)
        record.state.withLock { $0.mails.append(mail) }
        return Self.line("250 taken")
    }

    private static func address(in line: String) -> String {
        String(line.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" })
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0) }
            for place in 0..<4 {
                text.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : "=")
            }
        }
        return text
    }
}
