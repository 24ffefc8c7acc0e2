extension ChildProcesses.Exit {
    /// What the kernel says of a child that was waited for.
    ///
    /// WIFSIGNALED and its like are macros: the low seven bits are the signal.
    init(waitStatus status: Int32) {
        let number = status & 0x7F
        self = number == 0 ? .status(status >> 8 & 0xFF) : .signal(number)
    }
}

extension ChildProcesses.Exit: CustomStringConvertible {
    /// What happened, as the end of a sentence.
    public var description: String {
        switch self {
        case .status(let status): "ended with status \(status)"
        case .signal(let number): "was ended by signal \(number)"
        }
    }
}
