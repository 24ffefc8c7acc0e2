import Glibc

/// The processor time that work takes on this thread, which other work on the machine doesn't lengthen.
enum ProcessorTime {
    /// The seconds of the fastest of five runs.
    static func seconds(_ work: () -> Void) -> Double {
        (0..<5).map { _ in
            let start = now
            work()
            return now - start
        }.min() ?? 0
    }

    private static var now: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
