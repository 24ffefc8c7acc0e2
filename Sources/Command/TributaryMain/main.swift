import BuiltinPlugins
import LocalSystem
import TributaryCommand

let arguments = Array(CommandLine.arguments.dropFirst())
TributaryProgram.prepareProcess(arguments)
let program = TributaryProgram(plugins: BuiltinPlugins.all)
let status = await program.run(arguments)
ProcessEnvironment.exit(status)
