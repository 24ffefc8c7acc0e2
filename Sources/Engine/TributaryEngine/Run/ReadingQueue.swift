import FeedText
import TributaryPluginKit

/// The subscriptions that a run has yet to read, in order, but so that those of one host never take up all places.
struct ReadingQueue {
    /// One that is to be read.
    struct Ticket {
        var member: FetchSelection.Member
        /// The host that it is read from; nil where it may always begin: a file, or a server of one's own.
        var host: String?
    }

    private let mostPerHost: Int
    private var waiting: ArraySlice<Ticket>
    /// Those whose turn came while their host had enough to do, by host.
    private var passedOver: [String: ArraySlice<Ticket>] = [:]
    /// Those of them whose host has room again.
    private var recalled: ArraySlice<Ticket> = []
    private var underWay: [String: Int] = [:]

    /// - Parameter mostPerHost: how many of one host may be under way.
    init(_ members: [FetchSelection.Member], ownHosts: OwnHosts, mostPerHost: Int) {
        self.mostPerHost = max(1, mostPerHost)
        waiting = members.map { Ticket(member: $0, host: Self.host(of: $0, ownHosts: ownHosts)) }[...]
    }

    /// Whether none is left.
    var isEmpty: Bool { waiting.isEmpty && recalled.isEmpty && passedOver.isEmpty }

    /// The next one; nil where there is none, or all that are left wait for their hosts.
    mutating func next() -> Ticket? {
        while let ticket = recalled.popFirst() ?? waiting.popFirst() {
            guard let host = ticket.host else { return ticket }
            guard underWay[host, default: 0] < mostPerHost else {
                passedOver[host, default: []].append(ticket)
                continue
            }
            underWay[host, default: 0] += 1
            return ticket
        }
        return nil
    }

    /// Notes that one has been read.
    mutating func noteEnd(of ticket: Ticket) {
        guard let host = ticket.host else { return }
        let left = underWay[host, default: 1] - 1
        underWay[host] = left > 0 ? left : nil
        guard let next = passedOver[host]?.popFirst() else { return }
        if passedOver[host]?.isEmpty == true { passedOver[host] = nil }
        recalled.append(next)
    }
}

// MARK: - Private

extension ReadingQueue {
    private static func host(of member: FetchSelection.Member, ownHosts: OwnHosts) -> String? {
        guard member.planned.filePath == nil, let location = member.planned.subscription.location,
            !ownHosts.contains(location)
        else { return nil }
        return URLText.host(of: location)
    }
}
