internal import Glibc
internal import ThreadExecutor

/// The origin's poll loop: all connections on one thread.
actor OriginServer: PolledServer {
    typealias Responder = @Sendable (OriginRequest) -> OriginResponse

    private let executor: ThreadExecutor
    private let listener: Socket
    private let speaksSOCKS: Bool
    private let respond: Responder
    private let record: OriginRecord
    private var connections: [Int32: OriginConnection] = [:]
    private var accepted = 0
    private var isReleased = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    init(
        listener: consuming Socket, speaksSOCKS: Bool, record: OriginRecord, respond: @escaping Responder
    ) throws(OriginError) {
        let waiter = try PollWaiter<OriginServer>()
        executor = ThreadExecutor(name: "origin", waiter: waiter)
        self.listener = listener
        self.speaksSOCKS = speaksSOCKS
        self.respond = respond
        self.record = record
        waiter.server = self
        waiter.wake()
    }

    func release() {
        isReleased = true
        let now = ContinuousClock.now
        for connection in Array(connections.values) {
            if case .release = connection.interest { serve(connection, at: now) }
        }
    }

    /// Takes no more clients and drops those that are there.
    func stop() {
        shutdown(listener.descriptor, Int32(SHUT_RDWR))
        for connection in connections.values { drop(connection) }
    }

    /// What to wait for, and for how long at most, in milliseconds; -1 is for ever.
    func preparePoll(_ polled: inout [pollfd]) -> Int32 {
        polled.append(pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0))
        var first: ContinuousClock.Instant?
        for connection in connections.values {
            var events = Int16(POLLIN)
            switch connection.interest {
            case .writing: events |= Int16(POLLOUT)
            case .time(let due): first = min(first ?? due, due)
            case .reading, .release, .nothing: break
            }
            polled.append(pollfd(fd: connection.socket.descriptor, events: events, revents: 0))
        }
        guard let first else { return -1 }
        let left = (first - ContinuousClock.now) / .milliseconds(1)
        return Int32(min(max(left.rounded(.up), 0), 60_000))
    }

    func handle(_ polled: ArraySlice<pollfd>) {
        let now = ContinuousClock.now
        for poll in polled where poll.fd != listener.descriptor {
            guard let connection = connections[poll.fd] else { continue }
            if poll.revents & ~Int16(POLLOUT) != 0, !connection.receive() {
                drop(connection)
            } else {
                serve(connection, at: now)
            }
        }
        acceptClients()
    }
}

// MARK: - Private

extension OriginServer {
    private func acceptClients() {
        while let socket = listener.accept() {
            let descriptor = socket.descriptor
            connections[descriptor] = OriginConnection(
                socket: socket, number: accepted, speaksSOCKS: speaksSOCKS)
            accepted += 1
            record.update { $0.openConnections += 1 }
        }
    }

    private func serve(_ connection: OriginConnection, at now: ContinuousClock.Instant) {
        while true {
            let wasAnswering = connection.isAnswering
            let stays = connection.proceed(at: now, isReleased: isReleased)
            if wasAnswering, !connection.isAnswering || !stays { record.update { $0.answering -= 1 } }
            guard stays else { return close(connection) }
            guard let request = connection.takeRequest() else { return }
            let answer = respond(request).answer(to: request)
            record.add(request, answeredWith: answer.status)
            connection.answer(with: answer.script(answering: request))
        }
    }

    private func drop(_ connection: OriginConnection) {
        if connection.isAnswering { record.update { $0.answering -= 1 } }
        close(connection)
    }

    private func close(_ connection: OriginConnection) {
        connections[connection.socket.descriptor] = nil
        record.update { $0.openConnections -= 1 }
    }
}
