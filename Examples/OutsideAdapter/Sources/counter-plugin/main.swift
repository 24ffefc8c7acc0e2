import CounterAdapter
import Glibc
import TributaryPluginHost

exit(await PluginHost.run(Counter.self))
