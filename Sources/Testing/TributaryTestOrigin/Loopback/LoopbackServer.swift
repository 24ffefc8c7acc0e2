internal import Glibc
internal import ThreadExecutor

/// A server on 127.0.0.1 that speaks a protocol of questions and answers, all connections on one thread.
actor LoopbackServer<Dialogue: LoopbackDialogue>: PolledServer {
    private let executor: ThreadExecutor
    private let listener: Socket
    private let makeDialogue: @Sendable () -> Dialogue
    private var connections: [Int32: LoopbackConnection<Dialogue>] = [:]

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// The port that it listens on.
    nonisolated let port: UInt16

    init(makeDialogue: @escaping @Sendable () -> Dialogue) throws(OriginError) {
        let waiter = try PollWaiter<LoopbackServer<Dialogue>>()
        let listener = try Socket.listening(on: .ipv4, port: 0)
        executor = ThreadExecutor(name: "loopback", waiter: waiter)
        port = listener.localPort
        self.listener = listener
        self.makeDialogue = makeDialogue
        waiter.server = self
        waiter.wake()
    }

    func preparePoll(_ polled: inout [pollfd]) -> Int32 {
        polled.append(pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0))
        for connection in connections.values {
            let events = POLLIN | (connection.isWriting ? POLLOUT : 0)
            polled.append(pollfd(fd: connection.socket.descriptor, events: Int16(events), revents: 0))
        }
        return -1
    }

    func handle(_ polled: ArraySlice<pollfd>) {
        for poll in polled where poll.revents != 0 && poll.fd != listener.descriptor {
            if connections[poll.fd]?.proceed() == false { connections[poll.fd] = nil }
        }
        while let socket = listener.accept() {
            let descriptor = socket.descriptor
            let connection = LoopbackConnection(socket: socket, dialogue: makeDialogue())
            if connection.proceed() { connections[descriptor] = connection }
        }
    }
}
