/// The English day and month names that mail and RSS dates use, and their recognition by three letters.
enum EnglishCalendar {
    static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The month (1 to 12) that begins with these three letters of any case.
    static func month(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int? {
        switch packed(first, second, third) {
        case 0x6A_616E: 1
        case 0x66_6562: 2
        case 0x6D_6172: 3
        case 0x61_7072: 4
        case 0x6D_6179: 5
        case 0x6A_756E: 6
        case 0x6A_756C: 7
        case 0x61_7567: 8
        case 0x73_6570: 9
        case 0x6F_6374: 10
        case 0x6E_6F76: 11
        case 0x64_6563: 12
        default: nil
        }
    }

    /// The day of the week (0 is Sunday) that begins with these three letters of any case.
    static func weekday(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int? {
        switch packed(first, second, third) {
        case 0x73_756E: 0
        case 0x6D_6F6E: 1
        case 0x74_7565: 2
        case 0x77_6564: 3
        case 0x74_6875: 4
        case 0x66_7269: 5
        case 0x73_6174: 6
        default: nil
        }
    }

    private static func packed(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> UInt32 {
        UInt32(first | 0x20) << 16 | UInt32(second | 0x20) << 8 | UInt32(third | 0x20)
    }
}
