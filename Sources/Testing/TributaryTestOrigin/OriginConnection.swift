/// One client's connection: what it has sent, and the steps that are left of the answer to it.
final class OriginConnection {
    /// What the connection waits for.
    enum Interest {
        case reading
        case writing
        case time(ContinuousClock.Instant)
        case release
        case nothing
    }

    let number: Int
    let socket: Socket
    private(set) var interest = Interest.reading
    /// Whether a request is being answered.
    private(set) var isAnswering = false
    private var received: [UInt8] = []
    /// The dialogue before the first request, where the origin plays a SOCKS5 proxy.
    private var greeting: SOCKSGreeting?
    private var steps: ArraySlice<OriginStep> = []
    private var sending: [UInt8] = []
    private var sent = 0

    init(socket: consuming Socket, number: Int, speaksSOCKS: Bool) {
        self.socket = socket
        self.number = number
        greeting = speaksSOCKS ? SOCKSGreeting() : nil
    }

    /// Reads what has come; false when the client is gone.
    func receive() -> Bool {
        while true {
            switch socket.read(into: &received) {
            case .bytes: continue
            case .wouldBlock:
                // A few bytes, for which there is always room.
                if let answer = greeting?.answer(to: &received), !answer.isEmpty { _ = socket.write(answer, from: 0) }
                return true
            case .closed: return false
            }
        }
    }

    /// The next whole request, unless one is still being answered.
    func takeRequest() -> OriginRequest? {
        guard !isAnswering, var request = OriginRequest(takingFrom: &received, connection: number) else { return nil }
        request.socksTarget = greeting?.target
        request.socksUser = greeting?.user
        return request
    }

    func answer(with script: [OriginStep]) {
        isAnswering = true
        steps = script[...]
    }

    /// Goes on with the answer as far as it can now; false when the connection is to be closed.
    func proceed(at now: ContinuousClock.Instant, isReleased: Bool) -> Bool {
        while isAnswering {
            switch interest {
            case .nothing: return true
            case .release where !isReleased: return true
            case .time(let due) where due > now: return true
            case .reading, .writing, .time, .release: break
            }
            interest = .writing
            while sent < sending.count {
                switch socket.write(sending, from: sent) {
                case .bytes(let count): sent += count
                case .wouldBlock: return true
                case .closed: return false
                }
            }
            sending.removeAll(keepingCapacity: true)
            sent = 0
            guard let step = steps.popFirst() else { break }
            guard begin(step, at: now, isReleased: isReleased) else { return false }
            // One piece of an endless body at a time, so that the other connections get their turns.
            if case .writeForEver = step { return true }
            guard case .writing = interest else { return true }
        }
        isAnswering = false
        interest = .reading
        return true
    }
}

// MARK: - Private

extension OriginConnection {
    private func begin(_ step: OriginStep, at now: ContinuousClock.Instant, isReleased: Bool) -> Bool {
        switch step {
        case .write(let bytes):
            sending = bytes
        case .pause(let duration):
            interest = .time(now + duration)
        case .awaitRelease:
            guard !isReleased else { break }
            steps = [step] + steps
            interest = .release
        case .drip(let bytes, let interval):
            guard let first = bytes.first else { break }
            sending = [first]
            steps = [.pause(interval), .drip(bytes.dropFirst(), every: interval)] + steps
        case .writeForEver(let bytes):
            sending = bytes
            steps = [step]
        case .hold:
            interest = .nothing
        case .close:
            return false
        case .reset:
            socket.resetOnClose()
            return false
        }
        return true
    }
}
