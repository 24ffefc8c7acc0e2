package import TributaryEngine
package import TributaryPluginKit

extension SQLiteStore {
    package func publishedIDs(for wishes: [PublishedIDWish]) throws(StoreFailure) -> [String] {
        try database.transaction { () throws(StoreFailure) in
            let known = try database.statement("SELECT id FROM publication WHERE number = ?")
            var ids = [String](repeating: "", count: wishes.count)
            var others: [Int] = []
            for (place, wish) in wishes.enumerated() {
                if let number = wish.number, let id = try known.bind(number).first({ $0.text() }) {
                    ids[place] = id
                } else {
                    others.append(place)
                }
            }
            // Of those that are published for the first time together, the one that came first has the first choice.
            for place in others.sorted(by: { (wishes[$0].number ?? .max, $0) < (wishes[$1].number ?? .max, $1) }) {
                ids[place] = try publish(wishes[place])
            }
            return ids
        }
    }

    private func publish(_ wish: PublishedIDWish) throws(StoreFailure) -> String {
        let owner = try database.statement("SELECT 1 FROM publication WHERE id = ?")
        let id = try wish.granted { (id) throws(StoreFailure) in try owner.bind(id).first { $0.bool() } ?? false }
        guard let number = wish.number else { return id }
        try database.statement("INSERT INTO publication (number, id) VALUES (?, ?)").bind(number).bind(id).run()
        return id
    }
}
