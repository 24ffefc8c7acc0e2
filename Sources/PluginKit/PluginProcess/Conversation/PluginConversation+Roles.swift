package import FeedModel
package import TributaryPluginKit

// MARK: - Adapter

extension PluginConversation {
    /// Has an adapter read a subscription.
    package func read(_ subscription: Subscription, since last: Validators?) async throws(PluginFailure) -> FeedReading
    {
        await say(.read(subscription, since: last))
        beginAnswer()
        var feed: Feed?
        var output = DecodingOutput()
        while true {
            switch try await hear() {
            case .feed(let head):
                guard feed == nil, output.entries.isEmpty else { throw await broken("it said \"feed\" late or twice") }
                feed = head
            case .entry(var entry, let remarks):
                note(remarks, about: entry, into: &output)
                if remarks.contains(PluginAnswer.forgery) { forgedEntry = forgedEntry ?? entry.id }
                entry.tributary = nil
                output.append(entry)
            case .done(let validators):
                var whole = feed ?? Feed()
                whole.entries += output.takeEntries()
                return .feed(whole, validators ?? Validators())
            case .unchanged(let validators): return .unchanged(validators)
            case .gone: return .gone
            case .document(let document, let validators, let format):
                return .document(document, validators ?? Validators(), format: format)
            case .error(let reported): throw PluginFailure(reported)
            case let other: throw await broken(unexpected: other, "an entry or \"done\"")
            }
        }
    }
}

// MARK: - Stage

extension PluginConversation {
    /// Hears what a stage says of the entry that it was asked about first.
    ///
    /// Verdicts do not say whose they are: a stage that says one too many has failed.
    ///
    /// - Returns: the verdict, and the entry if the stage has changed it.
    package func hearVerdict() async throws(PluginFailure) -> (verdict: Verdict, entry: Entry?) {
        beginAnswer()
        let answer = try await hear()
        try await expectNoMore()
        switch answer {
        case .keep(let entry): return (.keep, entry)
        case .drop(let reason): return (.drop(reason: reason), nil)
        case .hold(let until): return (.hold(until: until), nil)
        case .error(let reported): throw PluginFailure(reported)
        case let other: throw await broken(unexpected: other, "a verdict")
        }
    }
}

extension Entry {
    /// The entry as a stage's process has changed it: what Tributary itself knows of it stays, but for the score.
    package func replaced(by changed: Entry) -> Entry {
        var entry = changed
        if entry.id.isEmpty { entry.id = id }
        entry.tributary = tributary
        if let score = changed.tributary?.score { entry.tributary?.score = score }
        return entry
    }
}

// MARK: - Sink

extension PluginConversation {
    /// Has a sink make ready.
    package func open(after mark: SinkMark?) async throws(PluginFailure) {
        await say(.open(after: mark))
        beginAnswer()
        switch try await hear() {
        case .ready: return
        case .error(let reported): throw PluginFailure(reported)
        case let other: throw await broken(unexpected: other, "\"ready\"")
        }
    }

    /// Has a sink deliver.
    package func deliver(_ deliveries: [Delivery]) async throws(PluginFailure) -> Receipt {
        await say(.deliver(deliveries))
        beginAnswer()
        switch try await hear() {
        case .receipt(let receipt):
            try await check(receipt, for: deliveries)
            return receipt
        case .error(let reported):
            if let receipt = reported.receipt { try await check(receipt, for: deliveries) }
            throw PluginFailure(reported)
        case let other: throw await broken(unexpected: other, "\"receipt\"")
        }
    }

    /// Tells a sink that there is no more.
    package func close() async throws(PluginFailure) {
        await say(.close)
        beginAnswer()
        switch try await hear() {
        case .closed: return
        case .error(let reported): throw PluginFailure(reported)
        case let other: throw await broken(unexpected: other, "\"closed\"")
        }
    }

    private func check(_ receipt: Receipt, for deliveries: [Delivery]) async throws(PluginFailure) {
        let known = Set(deliveries.map(\.id))
        guard let unknown = receipt.confirmed.first(where: { !known.contains($0) }) else { return }
        throw await broken("it confirmed \"\(unknown)\", which was not delivered to it")
    }
}

// MARK: - Remarks

extension PluginConversation {
    /// Passes on what is odd about an entry; as with documents, not without end.
    private func note(_ remarks: [String], about entry: Entry, into output: inout DecodingOutput) {
        for remark in remarks {
            let before = output.diagnostics.count
            output.report(Diagnostic(.warning, "entry \"\(entry.id)\": \(remark)"))
            if output.diagnostics.count > before, let last = output.diagnostics.last { pass(last) }
        }
    }
}
