import BuiltinPlugins
import LocalSystem
import TributaryCommand

ProcessEnvironment.fillClosedStreams()
ProcessEnvironment.ignoreBrokenPipes()
let program = TributaryProgram(plugins: BuiltinPlugins.all)
let status = await program.run(Array(CommandLine.arguments.dropFirst()))
ProcessEnvironment.exit(status)
