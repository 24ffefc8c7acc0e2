internal import Synchronization

/// The server's side of IMAP, as far as a client needs it that only reads.
struct MailboxDialogue: LoopbackDialogue {
    private let record: MailboxRecord
    private var isKnown = false
    private var isOpen = false
    private(set) var isOver = false

    init(record: MailboxRecord) {
        self.record = record
    }

    private var fault: LoopbackMailboxServer.Fault? { record.state.withLock { $0.fault } }

    var greeting: [UInt8] {
        switch fault {
        case .silent: []
        case .busy: Self.line("* BYE too busy")
        case .garbage: Self.line("220 loopback ESMTP")
        default: Self.line("* OK loopback")
        }
    }

    mutating func answer(_ received: inout [UInt8]) -> [UInt8] {
        var answers: [UInt8] = []
        while !isOver, let end = received.firstRange(of: [13, 10]) {
            let line = String(decoding: received[..<end.lowerBound], as: UTF8.self)
            received.removeSubrange(..<end.upperBound)
            guard fault != .silent, let space = line.firstIndex(of: " ") else { continue }
            answers += answer(to: String(line[line.index(after: space)...]), tag: String(line[..<space]))
        }
        return answers
    }
}

// MARK: - Commands

extension MailboxDialogue {
    private mutating func answer(to command: String, tag: String) -> [UInt8] {
        let words = Self.words(command)
        let name = words.first?.uppercased() ?? ""
        record.state.withLock { $0.commands.append(name == "LOGIN" ? "LOGIN" : command) }
        func done(_ text: String = "done") -> [UInt8] { Self.line("\(tag) OK \(text)") }
        func refused(_ text: String) -> [UInt8] { Self.line("\(tag) NO \(text)") }
        switch (name, words.dropFirst().first?.uppercased()) {
        case ("CAPABILITY", _): return Self.line("* CAPABILITY IMAP4rev1") + done()
        case ("LOGIN", _):
            isKnown = Array(words.dropFirst()) == [record.user.name, record.user.password]
            return isKnown ? done() : refused("[AUTHENTICATIONFAILED] not with that password")
        case ("LOGOUT", _):
            isOver = true
            return Self.line("* BYE farewell") + done()
        case _ where !isKnown: return refused("who are you")
        case ("EXAMINE", _):
            guard words.last == record.folder else { return refused("[NONEXISTENT] no such folder {5}") }
            isOpen = true
            return examined() + done("[READ-ONLY] done {3}")
        case ("UID", "SEARCH"):
            guard fault != .refusesSearch else { return refused("not today") }
            return search(Array(words.dropFirst(2))) + done()
        case ("UID", "FETCH") where isOpen && words.count > 3: return fetch(words, done(), refused("not today"))
        default: return Self.line("\(tag) BAD what")
        }
    }

    private func examined() -> [UInt8] {
        let mails = record.state.withLock { $0.mails }
        return Self.line("* FLAGS (\\Seen \\Deleted)") + Self.line("* \(mails.count) EXISTS")
            + Self.line("* OK [UIDVALIDITY 77] valid {12}")
            + Self.line("* OK [UIDNEXT \((mails.map(\.number).max() ?? 0) + 1)] predicted")
    }

    /// Keeps to numbers and to the last sender's words; the last message is always found, as with `n:*`.
    private func search(_ criteria: [String]) -> [UInt8] {
        let mails = record.state.withLock { $0.mails }
        let first = criteria.dropFirst().first.flatMap { UInt32($0.prefix { $0 != ":" }) } ?? 1
        let senders = criteria.indices.filter { criteria[$0] == "FROM" && $0 + 1 < criteria.count }
            .map { criteria[$0 + 1].lowercased() }
        let found = mails.filter { mail in
            guard mail.number >= first || mail.number == mails.map(\.number).max() else { return false }
            let head = String(decoding: mail.bytes.prefix(400), as: UTF8.self).lowercased()
            return senders.isEmpty || senders.contains { head.contains($0) }
        }
        return Self.line((["* SEARCH"] + found.map { String($0.number) }).joined(separator: " "))
    }

    private mutating func fetch(_ words: [String], _ done: [UInt8], _ refusal: [UInt8]) -> [UInt8] {
        let fault = fault
        if fault == .refusesMails { return refusal }
        isOver = fault == .farewell || fault == .cutsMail
        if fault == .farewell { return Self.line("* BYE the house is closing") }
        let numbers = Set(words[2].split(separator: ",").compactMap { UInt32($0) })
        let most = words.last?.split(separator: ".").last.flatMap { Int($0.prefix { $0.isNumber }) } ?? .max
        var answer = Self.line("* 1 FETCH (FLAGS (\\Seen))")
        // In an order of the server's own.
        for (place, mail) in record.state.withLock({ $0.mails }).enumerated().reversed()
        where numbers.contains(mail.number) {
            let bytes = fault == .sendsAll ? mail.bytes : Array(mail.bytes.prefix(most))
            let said =
                switch fault {
                case .saysLess: bytes.count - 9
                case .saysMore: bytes.count + 9000
                case .saysFarTooMuch: 999_999_999_999
                default: bytes.count
                }
            let facts = "UID \(mail.number) FLAGS (\\Seen $News) INTERNALDATE \"\(mail.received)\""
            answer += Self.line("* \(place + 1) FETCH (\(facts) BODY[]<0> {\(said)}")
            answer += fault == .cutsMail ? Array(bytes.prefix(bytes.count / 2)) : bytes
            if fault == .cutsMail { return answer }
            answer += Self.line(")")
        }
        return answer + done
    }

    private static func line(_ text: String) -> [UInt8] { Array("\(text)\r\n".utf8) }

    /// The words of a command; one in quotes is one.
    private static func words(_ command: String) -> [String] {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        var isEscaped = false
        for character in command {
            switch character {
            case _ where isEscaped:
                word?.append(character)
                isEscaped = false
            case "\\" where isQuoted: isEscaped = true
            case "\"":
                isQuoted.toggle()
                word = word ?? ""
            case " " where !isQuoted:
                if let word { words.append(word) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
        return words
    }
}
