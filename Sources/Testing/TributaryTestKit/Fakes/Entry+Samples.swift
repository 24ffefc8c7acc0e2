public import FeedModel
import PluginProcess

extension Entry {
    /// Entries as good feeds have them: whole, with several authors, in English and Japanese.
    public static var samples: [Entry] { SampleEntries.good }

    /// Entries that no good feed has: empty, endless, with control characters, right to left, far in time.
    public static var oddities: [Entry] { SampleEntries.odd }
}
