/// Sees the requests of a run at the moment at which they are sent, however long they have waited for their turn.
///
/// Called on the client's thread: it must neither wait nor take long.
public protocol RequestWatch: Sendable {
    /// Why a request must not be sent now; nil lets it go.
    func refusal(of url: String) -> HTTPFailure?

    /// Takes note of what a server has answered, before the next request is sent.
    func note(status: Int, headers: [HTTPField], from url: String)

    /// Takes note that a server has not sent a byte for a while, or that this is over, however it ended.
    func note(isSilent: Bool, serverOf url: String)
}

extension RequestWatch {
    /// Does nothing: silence is of no interest to most.
    public func note(isSilent: Bool, serverOf url: String) {}
}
