import FeedFormats
import FeedXML

/// What the command line asks for.
struct BenchArguments: Sendable {
    static let usage =
        "usage: tributary-bench parse LIST FOLDER [--threads N] [--scanner plain|libxml2|auto]"

    /// The file that names the documents, one path a line, relative to `folder`.
    var list = ""
    var folder = ""
    var threads = 1
    var scanner = XMLReader.Producer.automatic

    init(_ words: some Sequence<String>) throws(BenchFailure) {
        var operands: [String] = []
        var rest = words.makeIterator()
        while let word = rest.next() {
            switch word {
            case "--threads":
                guard let value = rest.next(), let number = Int(value), (1...1024).contains(number) else {
                    throw .usage("--threads needs a number from 1 to 1024")
                }
                threads = number
            case "--scanner":
                guard let value = rest.next(), let producer = Self.scanners[value] else {
                    throw .usage("--scanner needs one of plain, libxml2 and auto")
                }
                scanner = producer
            case _ where word.hasPrefix("-"):
                throw .usage("unknown option \"\(word)\"")
            default:
                operands.append(word)
            }
        }
        guard operands.first == "parse" else { throw .usage("the only command is parse") }
        guard operands.count == 3 else { throw .usage("parse needs LIST and FOLDER") }
        list = operands[1]
        folder = operands[2]
    }

    private static let scanners: [String: XMLReader.Producer] = [
        "plain": .plain, "libxml2": .libXML2, "auto": .automatic,
    ]
}

/// Why nothing was measured.
struct BenchFailure: Error {
    var message: String
    var status: Int32

    static func usage(_ message: String) -> BenchFailure {
        BenchFailure(message: "\(message)\n\(BenchArguments.usage)", status: 64)
    }
}
