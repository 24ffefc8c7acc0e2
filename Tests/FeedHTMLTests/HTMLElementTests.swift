import Testing

@testable import FeedHTML

@Suite("What is known of elements")
struct HTMLElementTests {
    @Test("No element whose name has one or two letters takes anything away, so that none is looked up")
    func shortNames() {
        let letters = "abcdefghijklmnopqrstuvwxyz"
        for first in letters {
            for second in [""] + (letters + "0123456789").map(String.init) {
                #expect(HTMLElement.named(HTMLName("\(first)\(second)")).leavesContentAsItIs, "\(first)\(second)")
            }
        }
        #expect(!HTMLElement.named(HTMLName("svg")).leavesContentAsItIs)
    }
}
