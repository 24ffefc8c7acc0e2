import Glibc
import TributaryTestOrigin

let usage = """
    usage: tributary-origin --folder DIR [--port N]

    Serves the files of a folder on 127.0.0.1, with ETag, Last-Modified, 304 and gzip, and each of them once more
    with a fault at /fault/KIND/path:

    \(OriginFault.allCases.map { fault in
        "  " + fault.rawValue + String(repeating: " ", count: 18 - fault.rawValue.count) + fault.summary
    }.joined(separator: "\n"))

    options:
      --folder DIR  the folder
      --port N      the port; without it any that is free
      --help        this text
    """

func fail(_ message: String) -> Never {
    complain(message + "; see tributary-origin --help")
    exit(64)
}

func complain(_ message: String) {
    let line = Array("tributary-origin: \(message)\n".utf8)
    _ = unsafe write(STDERR_FILENO, line, line.count)
}

var folder: String?
var port: UInt16 = 0
var arguments = CommandLine.arguments.dropFirst()
while let option = arguments.popFirst() {
    switch option {
    case "--help":
        print(usage)
        exit(0)
    case "--folder":
        guard let value = arguments.popFirst() else { fail("--folder needs a folder") }
        folder = value
    case "--port":
        guard let value = arguments.popFirst(), let number = UInt16(value) else {
            fail("--port needs a number up to 65535")
        }
        port = number
    default:
        fail("unknown argument \"\(option)\"")
    }
}
guard let folder else { fail("--folder is missing") }

do {
    let origin = try TestOrigin(folder: folder, port: port)
    print("serving \(folder) at \(origin.url("/"))")
    fflush(nil)
    while true { pause() }
} catch {
    complain("\(error)")
    exit(69)
}
