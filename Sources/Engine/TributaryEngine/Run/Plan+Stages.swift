extension Plan {
    /// The stages that a subscription's entries pass before Arrive: its own, then the top-level entry stages that
    /// stand before the first river stage.
    func arrivalStages(of subscription: PlannedSubscription) -> [PlannedStage] {
        subscription.stages + stages.prefix { !$0.isRiverStage }
    }

    /// The stages that the river passes in Route.
    var routeStages: [PlannedStage] {
        Array(stages.drop { !$0.isRiverStage })
    }
}
