import TributaryEngine
import TributaryPluginKit

extension Wiring {
    /// Finds feeds within the limits of a configuration.
    func discovery(_ fetch: FetchSettings) throws -> FeedDiscovery {
        try discovery(by: httpClient(fetch))
    }

    /// Finds feeds by a client.
    func discovery(by client: any HTTPClient) throws -> FeedDiscovery {
        FeedDiscovery(
            http: client, files: fileReader(), formats: try formatReader(reportingTo: { _ in }))
    }
}
