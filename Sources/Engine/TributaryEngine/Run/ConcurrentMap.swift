extension Collection where Self: Sendable, Element: Sendable, Index == Int {
    /// Transforms the elements, up to `width` at once; the results keep the order of the elements.
    func concurrentlyMapped<Result: Sendable>(
        width: Int, _ transform: @escaping @Sendable (Element) async -> Result
    ) async -> [Result] {
        guard width > 1, count > 1 else {
            var results: [Result] = []
            results.reserveCapacity(count)
            for element in self { results.append(await transform(element)) }
            return results
        }
        return await withTaskGroup(of: (Int, Result).self) { group in
            var next = startIndex
            func startNext() {
                guard next < endIndex else { return }
                let index = next
                let element = self[index]
                group.addTask { (index, await transform(element)) }
                next = self.index(after: next)
            }
            for _ in 0..<width { startNext() }
            var results: [(Int, Result)] = []
            results.reserveCapacity(count)
            while let result = await group.next() {
                results.append(result)
                startNext()
            }
            return results.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}
