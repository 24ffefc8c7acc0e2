import AddTagsStage
import AtomAdapter
import AtomSink
import CacheSink
import CommandAdapter
import DedupeStage
import DropStage
import EPUBSink
import ExecAdapter
import ExecSink
import ExecStage
import FilesSink
import FullTextStage
import GitHubSearchAdapter
import HTMLSink
import IMAPAdapter
import JSONAPIAdapter
import JSONFeedAdapter
import JSONFeedSink
import JSONLinesSink
import KeepStage
import LanguageStage
import LeadImageStage
import LimitStage
import MQTTSink
import MaildirAdapter
import MaildirSink
import MarkdownSink
import MboxSink
import OPMLSink
import PlainTextStage
import PrometheusSink
import RSSAdapter
import RSSSink
import RenameStage
import RewriteStage
import SMTPSink
import SanitizeStage
import ScheduleStage
import ScoreStage
import SetFieldsStage
import SortStage
import StripTrackersStage
import SummarizeStage
import TSVSink
import TerminalSink
public import TributaryPluginKit
import UntagStage
import WebPageAdapter
import WebhookSink

/// The one list of plugins that come with Tributary; a library, so that another executable can add to it.
public enum BuiltinPlugins {
    /// Adapters, stages and sinks, by role and name.
    public static let all: [any Plugin.Type] = [
        Atom.self,
        Command.self,
        ExecAdapter.Exec.self,
        GitHubSearch.self,
        IMAP.self,
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

        AtomPage.self,
        Cache.self,
        EPUB.self,
        ExecSink.Exec.self,
        Files.self,
        HTML.self,
        JSONFeedPage.self,
        JSONLines.self,
        MQTT.self,
        MaildirSink.Maildir.self,
        Markdown.self,
        Mbox.self,
        OPMLPage.self,
        Prometheus.self,
        RSSPage.self,
        SMTP.self,
        TSV.self,
        Terminal.self,
        Webhook.self,
    ]
}
