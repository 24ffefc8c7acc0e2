package import TributaryPluginKit

/// What was said between a subscription's adapter and its servers in one reading.
package struct Exchange: Sendable, Hashable {
    /// The status of the last response; nil where there was none.
    package var status: Int?
    /// Why the last request brought no response.
    package var failure: HTTPFailure.Kind?
    /// The head of the last response.
    package var headers: [HTTPField] = []
    /// Where the subscription's address leads for good, by 301 and 308 from its beginning; nil where it does not.
    package var permanentTarget: String?
    /// How many responses came, redirects not counted.
    package var responses = 0
    /// Bytes of all bodies as they were received.
    package var receivedBytes = 0
    /// Bytes of all bodies after content decoding.
    package var decodedBytes = 0
    /// How long the transfers took, in milliseconds.
    package var milliseconds: Int64 = 0

    /// An exchange of nothing yet.
    package init() {}

    /// The value of the last response's first field with this name, in lower case.
    func header(_ name: String) -> String? {
        headers.value(of: name)
    }
}

extension Exchange {
    /// Takes a response in.
    ///
    /// - Parameter location: the subscription's own address; what other requests are redirected to moves nothing.
    mutating func note(_ response: HTTPResponse, to request: HTTPRequest, at location: String?, took: Duration) {
        status = response.status
        failure = nil
        headers = response.headers
        responses += 1
        receivedBytes += response.receivedSize ?? response.body.count
        decodedBytes += response.body.count
        milliseconds += Int64((response.transferTime ?? took) / .milliseconds(1))
        if request.url == location {
            permanentTarget = response.redirects.prefix { $0.status == 301 || $0.status == 308 }.last?.target
        }
    }

    /// Takes a request in that brought no response.
    mutating func note(_ failure: HTTPFailure) {
        status = nil
        self.failure = failure.kind
        headers = []
        receivedBytes += failure.receivedSize
        milliseconds += Int64((failure.transferTime ?? .zero) / .milliseconds(1))
    }
}
