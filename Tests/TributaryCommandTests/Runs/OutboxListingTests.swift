import FeedModel
import Testing
import TributaryEngine

@testable import TributaryCommand

@Suite("What outbox list prints")
struct OutboxListingTests {
    @Test("A dead letter of a sink that has gone is called a dead letter, and its sink gone")
    func deadOfGone() {
        let letter = OwedDelivery(
            id: 7, sink: "mail", state: .dead(because: "no such box", since: Timestamp(seconds: 1_800_000_000)),
            isParked: true, tries: 1, entry: 3, title: "On frost", feed: "Orchard Diary")
        #expect(
            OutboxListing.table([letter]).contains(
                "dead   #3     On frost  no such box; the sink is not in the configuration"))
        let json = String(decoding: OutboxListing.json([letter]), as: UTF8.self)
        #expect(json.contains(#""state":"dead""#) && json.contains(#""sink_has_left":true"#))
    }
}
