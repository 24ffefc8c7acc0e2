internal import FeedText

/// Whether a mail server offers a login, read off its answers: curl goes on without one where it offers none.
///
/// The capabilities stand in the answer to EHLO, the first 250 after the greeting, or after that to STARTTLS (220 both;
/// RFC 5321 §4.1.1.1, RFC 4954 §3). Over a connection that is used again nothing is greeted, and nothing noted.
struct LoginOffer {
    /// How many answers of 220 come before the capabilities that count.
    private let greetings: Int
    private var greeted = 0
    private var isOffered = false
    private var isOver = false

    /// - Parameter isBehindStartTLS: whether what is offered in the clear does not count.
    init(isBehindStartTLS: Bool) {
        greetings = isBehindStartTLS ? 2 : 1
    }

    /// Whether all has been offered, and a login was not among it.
    var isMissing: Bool { isOver && !isOffered }

    /// Takes in a line of the server's.
    mutating func note(_ line: String) {
        guard !isOver else { return }
        let isLast = line.utf8.dropFirst(3).first != UInt8(ascii: "-")
        if line.hasPrefix("220"), isLast { greeted += 1 }
        guard line.hasPrefix("250"), greeted == greetings else { return }
        let words = line.dropFirst(4).split { $0.isWhitespace || $0 == "=" }
        if words.first.map({ String($0).asciiLowercased }) == "auth" { isOffered = true }
        isOver = isLast
    }
}
