/// How much the client asks of the network, of servers and of memory; the defaults are those of the configuration.
package struct HTTPLimits: Sendable {
    /// Transfers at once, those left out that bring nothing just now.
    package var parallel = 50
    /// Transfers at once on one host.
    package var parallelPerHost = 2
    /// Between the beginnings of two requests to one host.
    package var spacing = Duration.milliseconds(100)
    /// How long a host's connection is left alone after an answer, so that bytes are noticed which do not belong to it.
    package var settling = Duration.milliseconds(20)
    /// Transfers at once in all, those included that bring nothing.
    package var sockets = 1_000
    /// After so long without a byte a transfer no longer counts as one of `parallel`.
    package var quietAfter = Duration.seconds(2)
    /// For looking a name up, connecting and the TLS handshake together.
    package var connect = Duration.seconds(10)
    /// How long a transfer may stay under `stallBytesPerSecond`.
    package var stall = Duration.seconds(15)
    /// The least that a transfer has to bring.
    package var stallBytesPerSecond = 64
    /// For a request with all its redirects, from the moment it leaves the queue.
    package var total = Duration.seconds(60)
    /// For everything that this client does, from its creation; nil is for ever.
    package var deadline: Duration?
    /// Redirects of one request.
    package var redirects = 10
    /// Bytes of one body as received.
    package var receivedBytes = 16 << 20
    /// Bytes of one body after decoding.
    package var decodedBytes = 32 << 20
    /// Bytes of all bodies that are being received or read; above that all transfers but one pause.
    package var heldBytes = 64 << 20
    /// After so many connects that timed out a host is skipped.
    package var connectTimeouts = 2

    /// The defaults.
    package init() {}
}
