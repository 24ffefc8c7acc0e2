import FeedJSON
import Testing
import TributaryTestKit

@Suite("Properties that hold for any document")
struct PropertyTests {
    @Test("what was written is read back as the same value", arguments: [1, 2, 3, 4, 5] as [UInt64])
    func roundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for round in 0..<200 {
            let value = random.value(depth: 5)
            for layout in [JSONWriter.Layout.compact, .spaced, .indented] {
                let bytes = value.bytes(layout: layout)
                #expect(try JSONValue(parsing: bytes) == value, "seed \(seed), round \(round), \(layout)")
                #expect(try JSONNode(parsing: bytes).value == value, "seed \(seed), round \(round), \(layout)")
            }
        }
    }

    @Test("a prefix is always refused as cut short, and keeps what it holds", arguments: [11, 12] as [UInt64])
    func prefixes(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let bytes = JSONValue.array([random.value(depth: 4), random.value(depth: 3)]).bytes()
            for end in 0..<bytes.count {
                let prefix = Array(bytes[..<end])
                let (node, error) = JSONNode.parse(prefix)
                #expect(error?.isTruncation == true, "seed \(seed): \(String(decoding: prefix, as: UTF8.self))")
                #expect((node == nil) == (end == 0))
            }
        }
    }

    @Test("a flipped byte is read or refused, and skipping agrees with reading", arguments: [21, 22] as [UInt64])
    func flippedBytes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let bytes = JSONValue.array([random.value(depth: 4), random.value(depth: 3)]).bytes()
            for index in bytes.indices {
                var flipped = bytes
                flipped[index] ^= UInt8.random(in: 1...255, using: &random)
                #expect(errorOfReading(flipped) == errorOfSkipping(flipped), "seed \(seed), byte \(index)")
            }
        }
    }

    @Test(
        "four times the text takes about four times the time",
        arguments: ["\"plain words\",", "\"\\u00e9\\n\",", "[[]],", "{\"a\":1},", "\"日本語\",", "      ", "bad bytes"])
    func linear(unit: String) {
        let bad: [UInt8] = [0x22, 0x61, 0xFF, 0x62, 0xE3, 0x22, 0x2C]
        let piece = unit == "bad bytes" ? bad : Array(unit.utf8)
        expectLinear { count in
            var bytes: [UInt8] = [UInt8(ascii: "[")]
            for _ in 0..<count { bytes += piece }
            return bytes + Array("0]".utf8)
        }
    }

    @Test("one text of bad bytes is read in linear time")
    func badBytes() {
        expectLinear { [0x22] + [UInt8](repeating: 0xFF, count: $0 * 4) + [0x22] }
    }

    private func expectLinear(_ document: (Int) -> [UInt8]) {
        func seconds(_ count: Int) -> Double {
            let bytes = document(count)
            return ProcessorTime.seconds(runs: 5) { #expect(errorOfReading(bytes) == nil) }
        }
        #expect(seconds(4_000) < seconds(1_000) * 8)
    }

    private func errorOfReading(_ bytes: [UInt8]) -> JSONSyntaxError? {
        do throws(JSONSyntaxError) {
            _ = try JSONValue(parsing: bytes)
            return nil
        } catch {
            return error
        }
    }

    private func errorOfSkipping(_ bytes: [UInt8]) -> JSONSyntaxError? {
        do throws(JSONSyntaxError) {
            let source = bytes.span
            var reader = JSONReader(source)
            try reader.skipValue(in: source)
            try reader.finish(in: source)
            return nil
        } catch {
            return error
        }
    }
}
