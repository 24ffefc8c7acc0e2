// What Scripts/crash kills: the program with one sink more, which cannot be repeated.
import BuiltinPlugins
import LocalSystem
import TributaryCommand
import TributaryTestKit

let arguments = Array(CommandLine.arguments.dropFirst())
TributaryProgram.prepareProcess(arguments)
let program = TributaryProgram(plugins: BuiltinPlugins.all + [ForgetfulSink.self])
let status = await program.run(arguments)
ProcessEnvironment.exit(status)
