import AddTagsStage
import AtomAdapter
import CacheSink
import CommandAdapter
import DedupeStage
import DropStage
import ExecAdapter
import ExecSink
import ExecStage
import FullTextStage
import GitHubSearchAdapter
import JSONAPIAdapter
import JSONFeedAdapter
import JSONFeedSink
import JSONLinesSink
import KeepStage
import LanguageStage
import LeadImageStage
import LimitStage
import MaildirAdapter
import PlainTextStage
import RSSAdapter
import RenameStage
import RewriteStage
import SanitizeStage
import ScheduleStage
import ScoreStage
import SetFieldsStage
import SortStage
import StripTrackersStage
import SummarizeStage
import TerminalSink
public import TributaryPluginKit
import UntagStage
import WebPageAdapter

/// The one list of plugins that come with Tributary; a library, so that another executable can add to it.
public enum BuiltinPlugins {
    /// Adapters, stages and sinks, by role and name.
    public static let all: [any Plugin.Type] = [
        Atom.self,
        Command.self,
        ExecAdapter.Exec.self,
        GitHubSearch.self,
        JSONAPI.self,
        JSONFeed.self,
        MaildirAdapter.Maildir.self,
        RSS.self,
        WebPage.self,

        AddTags.self,
        Dedupe.self,
        Drop.self,
        ExecStage.Exec.self,
        FullText.self,
        Keep.self,
        Language.self,
        LeadImage.self,
        Limit.self,
        PlainText.self,
        Rename.self,
        Rewrite.self,
        Sanitize.self,
        Schedule.self,
        Score.self,
        SetFields.self,
        Sort.self,
        StripTrackers.self,
        Summarize.self,
        Untag.self,

        Cache.self,
        ExecSink.Exec.self,
        JSONFeedPage.self,
        JSONLines.self,
        Terminal.self,
    ]
}
