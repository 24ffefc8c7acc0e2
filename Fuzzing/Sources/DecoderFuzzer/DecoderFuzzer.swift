import BuiltinPlugins
import DecoderProbes
import FoundationEssentials
import Glibc

/// What libFuzzer drives: one probe of the list, named in the environment by `FUZZ_TARGET`.
///
/// Without a name the list is printed; with a folder named by `FUZZ_FOLDER` the seeds and the dictionary are written
/// there, which has to be a process of its own, since Foundation's leaks are not what is sought.
enum DecoderFuzzer {
    private static let probes = DecoderProbe.all(plugins: BuiltinPlugins.all)
    private static let environment = ProcessInfo.processInfo.environment
    static let probe = probes.first { $0.name == environment["FUZZ_TARGET"] }

    /// Ends the process where it is not to fuzz.
    static func prepare() throws {
        guard let probe else {
            for probe in probes { print(probe.name) }
            exit(environment["FUZZ_TARGET"] == nil ? 0 : 64)
        }
        guard let folder = environment["FUZZ_FOLDER"] else { return }
        try write(probe, to: folder)
        exit(0)
    }

    /// Writes the seeds and the dictionary as libFuzzer reads them.
    private static func write(_ probe: DecoderProbe, to folder: String) throws {
        try FileManager.default.createDirectory(atPath: "\(folder)/seeds", withIntermediateDirectories: true)
        for (number, seed) in probe.seeds(among: Fixture.all()).enumerated() {
            try Data(seed).write(to: URL(filePath: "\(folder)/seeds/\(number)"))
        }
        let lines = probe.tokens.map { token in
            "\"" + token.utf8.map { "\\x" + String(Int($0) + 0x100, radix: 16).dropFirst() }.joined() + "\"\n"
        }
        try Data(lines.joined().utf8).write(to: URL(filePath: "\(folder)/dictionary"))
    }
}

/// libFuzzer's first call, before it reads its own arguments.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<CInt>?,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
    do { try DecoderFuzzer.prepare() } catch { fatalError("the seeds can't be written: \(error)") }
    return 0
}

/// libFuzzer's call for each input; a broken promise ends the process, as a crash does.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    do throws(BrokenPromise) { try DecoderFuzzer.probe?.check(bytes) } catch { fatalError("\(error)") }
    return 0
}
