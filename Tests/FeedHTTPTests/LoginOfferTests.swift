import Testing

@testable import FeedHTTP

@Suite("Whether a mail server offers a login")
struct LoginOfferTests {
    @Test(
        "It is missing once all capabilities are known, behind STARTTLS the second time, and AUTH is none of them",
        arguments: [
            (["220-a", "220 b", "250-c", "250 SIZE 1"], false, true),
            (["220 a", "250-b", "250-AUTH PLAIN LOGIN", "250 SIZE 1"], false, false),
            (["220 a", "250-b", "250-auth=LOGIN", "250 SIZE 1"], false, false),
            (["220 a", "250-b", "250 AUTH PLAIN"], false, false), (["220 a", "250-b"], false, false),
            (["220 a", "502 what", "250 b"], false, true), (["220 a", "250-b", "250 AUTHOR"], false, true),
            (["220 a", "250-b", "250 AUTH PLAIN", "220 go on", "250-b", "250 SIZE 1"], true, true),
            (["220 a", "250-b", "250 STARTTLS", "220 go on", "250-b", "250 AUTH PLAIN"], true, false),
            (["220 a", "250-b", "250 STARTTLS"], true, false),
            // Over a connection that is used again.
            (["250 good", "250 good", "354 go on", "250 taken"], false, false),
        ])
    func offers(lines: [String], isBehindStartTLS: Bool, isMissing: Bool) {
        var offer = LoginOffer(isBehindStartTLS: isBehindStartTLS)
        for line in lines { offer.note(line + "\r\n") }
        #expect(offer.isMissing == isMissing)
    }
}
