import Glibc

/// The time zone of the machine, or of `TZ`, for showing dates to people.
public enum LocalZone {
    /// How many seconds local clocks are ahead of UTC at that moment, summer time included; 0 where the system can't say.
    public static func offset(at secondsSinceEpoch: Int64) -> Int {
        var instant = time_t(secondsSinceEpoch)
        var fields = unsafe tm()
        guard unsafe localtime_r(&instant, &fields) != nil else { return 0 }
        return unsafe Int(fields.tm_gmtoff)
    }
}
