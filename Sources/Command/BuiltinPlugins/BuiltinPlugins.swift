import AtomAdapter
import CacheSink
import DedupeStage
import DropStage
import JSONFeedAdapter
import JSONFeedSink
import JSONLinesSink
import KeepStage
import LimitStage
import RSSAdapter
import SortStage
import TerminalSink
public import TributaryPluginKit

/// The one list of plugins that come with Tributary; a library, so that another executable can add to it.
public enum BuiltinPlugins {
    /// Adapters, stages and sinks, by role and name.
    public static let all: [any Plugin.Type] = [
        Atom.self,
        JSONFeed.self,
        RSS.self,

        Dedupe.self,
        Drop.self,
        Keep.self,
        Limit.self,
        Sort.self,

        Cache.self,
        JSONFeedPage.self,
        JSONLines.self,
        Terminal.self,
    ]
}
