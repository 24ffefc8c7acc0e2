import FeedText
import Synchronization
import TributaryPluginKit

/// What surrounds plugins in a preview: files in memory, a web and a mailbox that have one answer to everything, servers
/// that take every message, and programs that agree.
final class PreviewWorld: Sendable {
    /// A file that was written.
    struct File: Sendable {
        var inode: UInt64
        var bytes: [UInt8]
    }

    private let files = Mutex<[String: File]>([:])
    private let sending = Mutex(Sending())
    private let answer: [UInt8]

    /// Something that was sent, so that it changes something somewhere.
    enum Sent: Sendable {
        case request(HTTPRequest)
        case mail(OutgoingMail, to: MessageServer)
        case publication(Publication, to: MessageServer)
        case program(PreviewProgram)
    }

    private struct Sending: Sendable {
        var requests = 0
        var sent: [Sent] = []
    }

    /// A world whose web answers with a document.
    init(answer: [UInt8]) {
        self.answer = answer
    }

    /// What was sent, in order: mail, publications, the requests with a body, and what programs were told.
    var sent: [Sent] { sending.withLock(\.sent) }

    func note(_ sent: Sent) { sending.withLock { $0.sent.append(sent) } }

    /// The files, by their paths.
    var written: [(path: String, bytes: [UInt8])] {
        files.withLock { $0.map { ($0.key, $0.value.bytes) }.sorted { $0.0 < $1.0 } }
    }
}

extension PreviewWorld: HTTPClient {
    func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let isFirst = sending.withLock { sending in
            sending.requests += 1
            if request.body != nil { sending.sent.append(.request(request)) }
            return sending.requests == 1
        }
        // A robots.txt forbids nothing, and a second page there is not.
        guard request.body == nil, !request.url.hasSuffix("/robots.txt"), isFirst || request.method == "GET" else {
            return HTTPResponse(status: request.body == nil ? 404 : 200, url: request.url)
        }
        return HTTPResponse(status: 200, url: request.url, body: answer)
    }
}

extension PreviewWorld: MessageTransport {
    func mailLine(to server: MessageServer) -> any MailLine { PreviewLine(world: self, server: server) }

    func brokerLine(to server: MessageServer) -> any BrokerLine { PreviewLine(world: self, server: server) }

    func mailboxLine(to server: MessageServer) -> any MailboxLine { PreviewMailbox(message: answer) }
}

/// A line to a mailbox whose one message is what the world answers.
private struct PreviewMailbox: MailboxLine {
    let message: [UInt8]

    func open(_ folder: String) async throws(MessageFailure) -> Mailbox { Mailbox(validity: 1, nextNumber: 2) }

    func numbers(_ search: MailboxSearch) async throws(MessageFailure) -> [UInt32] { [1] }

    func mails(_ numbers: [UInt32], largest: Int) async throws(MessageFailure) -> [MailboxMail] {
        [MailboxMail(number: 1, bytes: message)]
    }

    func close() async {}
}

/// A line to nowhere, which takes everything.
private struct PreviewLine: MailLine, BrokerLine {
    let world: PreviewWorld
    let server: MessageServer

    func send(_ mail: OutgoingMail) async throws(MessageFailure) { world.note(.mail(mail, to: server)) }

    func publish(_ publication: Publication) async throws(MessageFailure) {
        world.note(.publication(publication, to: server))
    }

    func close() async {}
}

extension PreviewWorld: OutputFolders {
    func folder(at path: String) -> any OutputFolder { PreviewFolder(world: self, path: path) }

    fileprivate func file(at path: String) -> File? { files.withLock { $0[path] } }

    fileprivate func change(_ path: String, _ change: @Sendable (inout [UInt8]) -> Void) -> File {
        files.withLock { files in
            var file = files[path] ?? File(inode: UInt64(files.count + 1), bytes: [])
            change(&file.bytes)
            files[path] = file
            return file
        }
    }

    fileprivate func remove(_ path: String) { files.withLock { $0[path] = nil } }

    fileprivate func names(below prefix: String) -> [String] {
        files.withLock { files in
            files.keys.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
                .filter { !$0.contains("/") && !$0.hasPrefix(".") }.sorted()
        }
    }
}

/// A folder in memory.
private struct PreviewFolder: OutputFolder {
    let world: PreviewWorld
    let path: String

    func replace(_ files: [OutputFile], by way: String?) async throws(FileFailure) {
        for file in files { _ = world.change(try place(of: file.name)) { $0 = file.bytes } }
    }

    func makeFolders(_ names: [String]) async throws(FileFailure) {}

    func append(_ bytes: [UInt8], to name: String, locked: Bool) async throws(FileFailure) -> FileMark {
        mark(world.change(try place(of: name)) { $0 += bytes })
    }

    func mark(of name: String) async throws(FileFailure) -> FileMark? {
        world.file(at: try place(of: name)).map(mark)
    }

    func bytes(of name: String, from offset: Int64, count: Int) async throws(FileFailure) -> [UInt8] {
        guard let file = world.file(at: try place(of: name)) else {
            throw FileFailure(.other, "\(path)/\(name): no such file")
        }
        return Array(file.bytes.dropFirst(Int(clamping: offset)).prefix(count))
    }

    func names(in folder: String) async throws(FileFailure) -> [String] {
        world.names(below: folder.isEmpty ? "\(path)/" : "\(path)/\(folder)/")
    }

    func hasFolder(_ name: String) async throws(FileFailure) -> Bool {
        world.written.contains { $0.path.hasPrefix(name.isEmpty ? "\(path)/" : "\(path)/\(name)/") }
    }

    func remove(_ names: [String]) async throws(FileFailure) {
        for name in names { world.remove(try place(of: name)) }
    }

    private func place(of name: String) throws(FileFailure) -> String {
        if let defect = OutputFile.defect(of: name) { throw FileFailure(.outside, "\(path)/\(name): \(defect)") }
        return path == "/" ? "/\(name)" : "\(path)/\(name)"
    }

    private func mark(_ file: PreviewWorld.File) -> FileMark {
        FileMark(inode: file.inode, length: Int64(file.bytes.count))
    }
}
