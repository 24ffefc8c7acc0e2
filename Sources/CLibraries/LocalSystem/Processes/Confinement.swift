import CLinux
import Glibc

/// What a program may do: which files it sees, how much it may use, and whether there is a network.
///
/// A process puts it on itself, for good, and then becomes the program (``becoming(_:arguments:)``).
public struct Confinement: Sendable, Hashable {
    /// Folders and files that may be read and executed, beside the system's own; nil leaves all files open.
    public var readable: [String]?
    /// Folders and files that may be written too; without effect where all files are open.
    public var writable: [String]
    /// Whether it may reach a network.
    public var allowsNetwork: Bool
    /// Seconds of processor time.
    public var processorTime: Int
    /// Bytes of memory of its own.
    public var memory: Int
    /// How many files may be open at once.
    public var openFiles: Int
    /// The largest file that may be written, in bytes.
    public var fileSize: Int

    /// A confinement with limits that no sensible plugin meets.
    public init(readable: [String]?, writable: [String] = [], allowsNetwork: Bool = true, processorTime: Int = 3600) {
        self.readable = readable
        self.writable = writable
        self.allowsNetwork = allowsNetwork
        self.processorTime = processorTime
        memory = 4 << 30
        openFiles = 1024
        fileSize = 1 << 30
    }

    /// What every program needs to see: programs, libraries, settings, devices, the kernel's view of the process.
    static let system = [
        "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix", "/dev", "/proc", "/sys",
        "/run/systemd/resolve", "/run/resolvconf",
    ]
    /// Devices that may be written to.
    static let devices = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"]
}

// MARK: - Putting it on

extension Confinement {
    /// Puts the confinement on this process and becomes a program; returns only where that fails.
    ///
    /// - Parameter remark: is told what cannot be enforced on this system.
    /// - Returns: why it failed.
    public func becoming(
        _ path: String, arguments: [String], remark: (String) -> Void
    ) -> LocalFileFailure {
        // Already so where a plugin's runner started this; by hand it is not.
        _ = setsid()
        _ = tributary_end_with_parent(SIGKILL)
        limit(RLIMIT_CPU, to: processorTime)
        limit(RLIMIT_DATA, to: memory)
        limit(RLIMIT_NOFILE, to: openFiles)
        limit(RLIMIT_FSIZE, to: fileSize)
        limit(RLIMIT_CORE, to: 0)
        let isolation = allowsNetwork ? nil : isolateNetwork()
        forbidCapabilities()
        _ = tributary_forbid_new_privileges()
        restrict(needsNetworkRules: isolation == false, remark)
        _ = unsafe CStrings.with(arguments) { unsafe execv(path, $0) }
        return LocalFileFailure(path: path, code: errno)
    }

    private func limit(_ resource: __rlimit_resource, to value: Int) {
        var limit = rlimit()
        let resource = __rlimit_resource_t(resource.rawValue)
        guard unsafe getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_max = min(limit.rlim_max, rlim_t(value))
        limit.rlim_cur = limit.rlim_max
        _ = unsafe setrlimit(resource, &limit)
    }
}

// MARK: - Capabilities

extension Confinement {
    /// The highest number that the kernel's mask of capabilities has room for.
    private static let lastCapability = 63
    /// CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: root goes on opening the files that `paths` lets it see.
    private static let capabilitiesOfFiles = 1...2

    /// Takes from root what makes it root, above all the view into other processes and their environments.
    private func forbidCapabilities() {
        for capability in 0...Self.lastCapability where !Self.capabilitiesOfFiles.contains(capability) {
            _ = tributary_forbid_capability(capability)
        }
    }
}

// MARK: - Network

extension Confinement {
    /// Leaves the network for one of its own, in which there is nothing; false where the system does not allow it.
    private func isolateNetwork() -> Bool {
        if unshare(tributary_clone_newnet) == 0 { return true }
        let (user, group) = (getuid(), getgid())
        guard unshare(tributary_clone_newuser | tributary_clone_newnet) == 0 else { return false }
        // In the new user namespace it goes on being who it was.
        write("deny", to: "/proc/self/setgroups")
        write("\(user) \(user) 1", to: "/proc/self/uid_map")
        write("\(group) \(group) 1", to: "/proc/self/gid_map")
        return true
    }

    private func write(_ text: String, to path: String) {
        let file = unsafe open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        let bytes = Array(text.utf8)
        _ = unsafe Glibc.write(file, bytes, bytes.count)
        close(file)
    }
}

// MARK: - Landlock

extension Confinement {
    /// Restricts files, and where nothing else does the network, by Landlock.
    private func restrict(needsNetworkRules: Bool, _ remark: (String) -> Void) {
        let version = tributary_landlock_version()
        if needsNetworkRules {
            remark(
                version >= 4
                    ? "\"network\": false holds for TCP only: no network namespace may be made here"
                    : "\"network\": false is not enforced: there is neither a network namespace nor Landlock 4 here")
        }
        guard version >= 1 else {
            if readable != nil { remark("\"paths\" is not enforced: this system has no Landlock") }
            return
        }
        var rules = tributary_landlock_ruleset()
        if readable != nil { rules.files = FileRights.all(version: version) }
        if needsNetworkRules, version >= 4 { rules.network = 0b11 }
        // Signals to processes outside, and without a network their abstract sockets too.
        if version >= 6 { rules.scopes = allowsNetwork ? 0b10 : 0b11 }
        guard rules.files | rules.network | rules.scopes != 0 else { return }
        let size = version >= 6 ? 24 : version >= 4 ? 16 : 8
        let ruleset = unsafe tributary_landlock_create(&rules, size)
        guard ruleset >= 0 else {
            return remark("\"paths\" is not enforced: Landlock refuses its rules")
        }
        if let readable {
            for path in Self.system { _ = allow(path, FileRights.reading, in: ruleset, version) }
            for path in Self.devices { _ = allow(path, FileRights.reading | FileRights.writing, in: ruleset, version) }
            for path in readable where !allow(path, FileRights.reading, in: ruleset, version) {
                remark(Self.missing(path))
            }
            for path in writable where !allow(path, FileRights.reading | FileRights.writing, in: ruleset, version) {
                remark(Self.missing(path))
            }
        }
        if tributary_landlock_restrict(ruleset) != 0 { remark("\"paths\" is not enforced: Landlock refuses its rules") }
        close(ruleset)
    }

    private static func missing(_ path: String) -> String {
        "\"paths\": there is no \(path) that could be opened to the program"
    }

    private func allow(_ path: String, _ rights: UInt64, in ruleset: Int32, _ version: Int32) -> Bool {
        let file = unsafe open(path, tributary_o_path | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { return false }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        let known = rights & FileRights.all(version: version)
        return tributary_landlock_allow(ruleset, file, isFolder ? known : known & FileRights.ofFiles) == 0
    }
}

/// Landlock's rights over files (linux/landlock.h).
private enum FileRights {
    private static let execute: UInt64 = 1 << 0
    private static let writeFile: UInt64 = 1 << 1
    private static let readFile: UInt64 = 1 << 2
    private static let readFolder: UInt64 = 1 << 3
    private static let truncate: UInt64 = 1 << 14

    static let reading = execute | readFile | readFolder
    /// Writing, and from bit 4 on removing and making entries of a folder, moving (13) and truncating (14) them.
    static let writing = writeFile | 0b111_1111_1111 << 4
    /// What can be said of a file that is no folder.
    static let ofFiles = execute | writeFile | readFile | truncate

    /// The rights that a version knows.
    static func all(version: Int32) -> UInt64 {
        switch version {
        case ...1: 1 << 13 - 1
        case 2: 1 << 14 - 1
        default: 1 << 15 - 1
        }
    }
}
