import EntryMessages
import TributaryPluginKit

/// A receiver of JSON: entries as JSON Feed has them, or a body of the user's own.
struct JSONService: WebhookService {
    private let url: String
    private let method: String
    private let isBatch: Bool
    private let body: DeliveryBody

    init(_ options: Webhook.Options) throws(ConfigurationError) {
        url = options.url
        method = options.method
        isBatch = options.batch != nil
        body = try DeliveryBody(option: options.body)
        guard !isBatch || !body.isText else {
            throw ConfigurationError("a text is of one entry; write an object, or leave out \"batch\"", at: "body")
        }
    }

    func message(about deliveries: ArraySlice<Delivery>) -> WebhookMessage {
        let bytes = isBatch ? body.bytes(of: deliveries) : deliveries.first.map { body.bytes(of: $0) }
        var message = WebhookMessage(to: url, bytes ?? [], count: isBatch ? deliveries.count : 1)
        if body.isText { message.contentType = "text/plain; charset=utf-8" }
        message.method = method
        return message
    }
}
