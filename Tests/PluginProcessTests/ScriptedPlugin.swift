import Foundation
import PluginProcess
import TributaryPluginKit

/// A plugin as a script of the shell: it says hello as it should, and then does what it shall.
enum ScriptedPlugin {
    /// One thread for all tests.
    static let programs = LocalPrograms(confiner: nil)

    /// A plugin that says hello and is asked for something, then runs a script.
    static func misbehaving(
        _ script: String, as role: PluginRole = .adapter, limits: AnswerLimits = generous
    ) -> PluginConversation.Invitation {
        let hello = #"read line; echo '{"type":"hello","version":1,"role":"\#(role.rawValue)"}'; read line"#
        return invitation("\(hello); \(script)", as: role, limits: limits)
    }

    /// A plugin that is a script.
    static func invitation(
        _ script: String, as role: PluginRole = .adapter, limits: AnswerLimits = generous
    ) -> PluginConversation.Invitation {
        PluginConversation.Invitation(
            Program(["/bin/sh", "-c", script], in: "/"), as: role, options: nil, limits: limits)
    }

    /// Limits that no test meets by accident.
    static let generous = AnswerLimits(
        timeout: .seconds(60), silence: .seconds(60), bytes: 100_000_000, lines: 1_000_000)
}
