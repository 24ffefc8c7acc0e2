import EntryConditions
import FeedModel
import TributaryPluginKit

extension Explainer {
    /// How an entry stands with the sinks of the configuration, and with others that have to do with it.
    func deliveries(of history: EntryHistory, from entry: Entry?) -> [EntryExplanation.Delivery] {
        let receptions = Dictionary(history.receptions.map { ($0.sink, $0) }) { $1 }
        var deliveries = plan.sinks.map { sink in
            delivery(to: sink, receptions[sink.key], of: history, entry)
        }
        let known = Set(plan.sinks.map(\.key))
        for reception in history.receptions where !known.contains(reception.sink) && reception.state != .none {
            var delivery =
                delivery(reception.state, to: reception.sink, history)
                ?? EntryExplanation.Delivery(sink: reception.sink, state: .none)
            if delivery.state == .dead { delivery.reason? += "; the sink is not in the configuration" }
            deliveries.append(delivery)
        }
        return deliveries
    }

    private func delivery(
        to sink: PlannedSink, _ reception: EntryHistory.Reception?, of history: EntryHistory, _ entry: Entry?
    ) -> EntryExplanation.Delivery {
        var delivery: EntryExplanation.Delivery
        if case .archive = sink.plugin {
            delivery = EntryExplanation.Delivery(sink: sink.key, state: .none)
            if let date = history.cachedAt { (delivery.state, delivery.date) = (.cached, date) }
        } else {
            delivery =
                reception.flatMap { self.delivery($0.state, to: sink.key, history) }
                ?? EntryExplanation.Delivery(sink: sink.key, state: .none)
        }
        delivery.place = places.place(of: sink.path)
        if delivery.state == .none, history.isOnItsWay {
            delivery.state = .undecided
            delivery.until = history.heldUntil.flatMap { $0 > now ? $0 : nil }
            delivery.reason = history.heldUntil == nil ? "it has not been routed yet" : "it is held"
        } else if delivery.state == .none {
            delivery.reason = reason(notDeliveredTo: sink, reception, history, entry)
        }
        return delivery
    }

    /// What is recorded; nil where nothing is.
    private func delivery(
        _ state: EntryHistory.Reception.State, to sink: String, _ history: EntryHistory
    ) -> EntryExplanation.Delivery? {
        var delivery = EntryExplanation.Delivery(sink: sink, state: .delivered)
        switch state {
        case .none: return nil
        case .delivered(let revision, let date):
            delivery.date = date
            if let kept = history.keptRevision, revision < kept {
                delivery.reason = "revision \(revision); later ones go to the cache and to pages only (on_update)"
            }
        case .void(let date):
            (delivery.state, delivery.date) = (.void, date)
            delivery.reason = "its text was gone before it could be delivered"
        case .dropped(let date):
            (delivery.state, delivery.date) = (.dropped, date)
            delivery.reason = "tributary outbox drop"
        case .owed(.pending):
            (delivery.state, delivery.reason) = (.pending, "delivered in the next run")
        case .owed(.waiting(let until, let reason)):
            if until.seconds > now.seconds {
                (delivery.state, delivery.until) = (.waiting, until)
                delivery.reason = "the sink failed: \(reason)"
            } else {
                delivery.state = .pending
                delivery.reason = "asked again in the next run; the sink failed: \(reason)"
            }
        case .owed(.parked):
            (delivery.state, delivery.reason) = (.parked, "the sink is not in the configuration")
        case .owed(.dead(let reason, let since)):
            (delivery.state, delivery.date, delivery.reason) = (.dead, since, reason)
        }
        return delivery
    }

    /// Why a sink never was owed the entry.
    private func reason(
        notDeliveredTo sink: PlannedSink, _ reception: EntryHistory.Reception?, _ history: EntryHistory, _ entry: Entry?
    ) -> String {
        guard history.keptRevision != nil else { return "no stage let it through" }
        guard let contact = reception?.contact else { return "the sink has not met this feed yet" }
        if let condition = sink.condition, let entry {
            let then = history.response?.date ?? history.firstSeen
            do throws(StageFailure) {
                if try !condition.evaluate(entry, now: then) {
                    return "its where does not hold: \(try self.reason(of: condition, at: sink.path, for: entry, then))"
                }
            } catch {
                return "its where cannot be answered: \(error.message)"
            }
        }
        if history.wasTakenBack { return "it was dropped, and replay --deliver took it back for other sinks" }
        if case .archive = sink.plugin { return "it was kept, and retention has let it go" }
        if history.firstSeen.seconds <= contact.seconds, let words = sink.firstFetch.words {
            return "the first contact with this feed took \(words) (first_fetch)"
        }
        return "the sink was not in the configuration, or its where did not hold, when the entry was routed"
    }
}

extension DeliveryTraits.FirstFetch {
    /// What is taken at a first contact; nil where nothing is left out.
    fileprivate var words: String? {
        switch self {
        case .all: nil
        case .none: "none of the entries that were there"
        case .newest(1): "the newest entry only"
        case .newest(let count): "the newest \(count) only"
        }
    }
}
