import BuiltinPlugins
import CounterAdapter
import Glibc
import TributaryCommand

let arguments = Array(CommandLine.arguments.dropFirst())
TributaryProgram.prepareProcess(arguments)
exit(await TributaryProgram(plugins: BuiltinPlugins.all + [Counter.self]).run(arguments))
