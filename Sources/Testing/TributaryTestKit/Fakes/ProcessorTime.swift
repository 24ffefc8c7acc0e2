import Glibc

/// The processor time that work takes on this thread, which other work on the machine doesn't lengthen.
public enum ProcessorTime {
    /// The seconds of the fastest of several runs: a busy machine can only make one slower.
    public static func seconds(runs: Int = 3, of work: () throws -> Void) rethrows -> Double {
        var fastest = Double.infinity
        for _ in 0..<runs {
            let start = now
            try work()
            fastest = min(fastest, now - start)
        }
        return fastest
    }

    private static var now: Double {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
