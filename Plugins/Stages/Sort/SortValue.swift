import FeedModel

/// What an entry has under a key; of one key all values are of one kind or absent.
enum SortValue {
    case absent
    case number(Double)
    case date(Timestamp)
    case text(String)

    /// Whether this comes before another; what is absent comes last in either direction.
    func goesBefore(_ other: SortValue, descending: Bool) -> Bool {
        switch (self, other) {
        case (.absent, _): false
        case (_, .absent): true
        default: descending ? other.isLess(than: self) : isLess(than: other)
        }
    }

    private func isLess(than other: SortValue) -> Bool {
        switch (self, other) {
        case (.number(let mine), .number(let theirs)): mine < theirs
        case (.date(let mine), .date(let theirs)):
            (mine.seconds, mine.nanoseconds) < (theirs.seconds, theirs.nanoseconds)
        case (.text(let mine), .text(let theirs)): mine < theirs
        default: false
        }
    }
}
