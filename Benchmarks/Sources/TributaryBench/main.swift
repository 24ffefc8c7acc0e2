import Glibc
import LocalSystem

ProcessEnvironment.joinFreeBlocks()
do throws(BenchFailure) {
    let command = try BenchArguments(CommandLine.arguments.dropFirst())
    print(try await ParseBenchmark(command).run().description)
} catch {
    let line = Array("tributary-bench: \(error.message)\n".utf8)
    _ = unsafe write(STDERR_FILENO, line, line.count)
    exit(error.status)
}
