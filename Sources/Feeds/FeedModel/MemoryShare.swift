/// Memory that counts as taken for as long as this lives: what a document and what is made of it occupy.
public final class MemoryShare: Sendable {
    private let release: @Sendable () -> Void

    /// A share that is given back by a call of `release`, on whatever thread the last reference to it goes.
    package init(releasing release: @escaping @Sendable () -> Void) {
        self.release = release
    }

    deinit {
        release()
    }
}
