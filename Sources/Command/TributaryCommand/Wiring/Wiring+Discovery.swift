import TributaryEngine

extension Wiring {
    /// Finds feeds within the limits of a configuration.
    func discovery(_ fetch: FetchSettings) throws -> FeedDiscovery {
        FeedDiscovery(
            http: httpClient(fetch), files: fileReader(), formats: try formatReader(reportingTo: { _ in }))
    }
}
