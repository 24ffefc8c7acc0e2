import LocalSystem

extension TributaryProgram {
    /// Makes the process ready; to be called before anything else, from code that does not wait.
    ///
    /// Standard streams that are closed are filled, writes to closed pipes fail instead of ending the process, heaps are
    /// bounded, and where the arguments say `sandbox-exec` the process confines itself and becomes the program that they
    /// name. That needs a process of one thread, so it cannot wait for ``run(_:)``.
    ///
    /// - Parameter arguments: without the program's own name.
    public static func prepareProcess(_ arguments: [String]) {
        ProcessEnvironment.fillClosedStreams()
        // What is ignored stays ignored in the program that a process becomes, so this comes first.
        if arguments.first == hiddenCommand { becomeConfined(arguments.dropFirst()) }
        ProcessEnvironment.ignoreBrokenPipes()
        ProcessEnvironment.keepStatusOfChildren()
        ProcessEnvironment.boundHeaps()
        ProcessEnvironment.joinFreeBlocks()
    }

    /// The words that start this very program so that it becomes another.
    static let confiner = ["/proc/self/exe", hiddenCommand]

    /// No user calls it: `sandbox-exec [LIMIT…] -- PATH NAME [WORD…]`.
    private static let hiddenCommand = "sandbox-exec"

    private static func becomeConfined(_ words: some Sequence<String>) -> Never {
        guard let (confinement, command) = Confinement.parse(words), command.count >= 2 else {
            complain("sandbox-exec is for Tributary itself: [LIMIT…] -- PATH NAME [WORD…]")
            ProcessEnvironment.exit(ExitStatus.usage.rawValue)
        }
        let failure = confinement.becoming(command[0], arguments: Array(command.dropFirst()), remark: complain)
        let isHidden = failure.kind == .forbidden && confinement.readable != nil
        let advice = isHidden ? "; it runs in a sandbox: \"paths\" names what it may see besides" : ""
        complain("\(failure)\(advice)")
        // As shells say that a command was found and cannot be executed.
        ProcessEnvironment.exit(126)
    }

    private static func complain(_ message: String) {
        ProcessEnvironment.writeError("tributary: \(message)\n")
    }
}
