import FeedMail
import FeedModel
import MailEntries
import Testing
import TributaryPluginKit

@Suite("Which messages count")
struct MailChoiceTests {
    @Test(
        "A sender is an address or a domain",
        arguments: [
            (["ines@news.example.org"], true), (["INES@NEWS.example.org"], true), (["@news.example.org"], true),
            (["news.example.org"], true), (["News.Example.Org "], true), (["example.org"], false),
            (["@example.org"], false), (["s.example.org"], false), (["nes@news.example.org"], false),
            (["x@example.com", "news.example.org"], true),
        ])
    func senders(from: [String], isMeant: Bool) throws {
        let message = MailMessage(Array("From: Ines <Ines@news.example.org>\n\n".utf8).span)
        let choice = try MailChoice(from: from, list: nil)
        #expect(choice.holds(of: message) == isMeant)
        #expect(!choice.isEverything)
    }

    @Test("Parts of senders are what a server can look for")
    func parts() throws {
        let choice = try MailChoice(from: ["@A.example", "b.example", "c@d.example"], list: "Mill <mill.example.org>")
        #expect(choice.partsOfSenders == ["a.example", "b.example", "c@d.example"])
        #expect(choice.list == "mill.example.org")
        #expect(try MailChoice(from: nil, list: nil).isEverything)
    }

    @Test("What is neither is a mistake, each for itself")
    func mistakes() {
        let wrong = ["ines", "Ines <ines@example.org>", "ines@", ".example", "a b.example", "水車"]
        let error = #expect(throws: ConfigurationError.self) {
            try MailChoice(from: ["ok@example.org"] + wrong, list: nil)
        }
        #expect(error?.problems.map(\.path.description) == (1...6).map { "from[\($0)]" })
        #expect(
            error?.problems.first?.message
                == "\"ines\" is neither an address nor a domain; write ines@example.org, or example.org for all of it")
    }

    @Test("A message without an id or a date has those of its place")
    func places() {
        let message = MailMessage(Array("Subject: x\n\ntext".utf8).span)
        let entry = Entry(message, place: "7.3", received: Timestamp(seconds: 5))
        #expect(entry.id == "7.3" && entry.datePublished == Timestamp(seconds: 5))
        let dated = MailMessage(Array("Message-ID: <a@b>\nDate: Thu, 1 Jan 1970 00:00:09 +0000\n\n".utf8).span)
        let other = Entry(dated, place: "7.3", received: Timestamp(seconds: 5))
        #expect(other.id == "a@b" && other.datePublished == Timestamp(seconds: 9))
    }
}
