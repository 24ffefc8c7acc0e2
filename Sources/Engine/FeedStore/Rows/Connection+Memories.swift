import FeedModel
import TributaryEngine

extension Connection {
    /// Keeps keys of entries for the stages that will ask for them; of one key the last entry counts.
    func remember(_ memories: [Routing.Memory], at now: Timestamp) throws(StoreFailure) {
        var stages: [String: Int64] = [:]
        let insert = try statement(
            """
            INSERT INTO memory (stage, key, number, at) VALUES (?, ?, ?, ?)
            ON CONFLICT (stage, key) DO UPDATE SET number = excluded.number, at = excluded.at
            """)
        for memory in memories {
            let stage: Int64
            if let known = stages[memory.stage] {
                stage = known
            } else {
                stage = try row(ofStage: memory.stage)
                stages[memory.stage] = stage
            }
            try insert.bind(stage).bind(memory.key).bind(memory.number).bind(now.seconds).run()
        }
    }

    private func row(ofStage name: String) throws(StoreFailure) -> Int64 {
        let known = try statement("SELECT id FROM stage WHERE name = ?").bind(name).first { $0.integer() }
        if let known { return known }
        try statement("INSERT INTO stage (name) VALUES (?)").bind(name).run()
        return lastRowID
    }
}
