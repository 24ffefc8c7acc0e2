import Testing

@testable import TributaryCommand

@Suite("Help")
struct HelpTextTests {
    @Test("A page has the summary, the usage, the details, and the options in columns")
    func page() {
        let command = CommandDescription(
            name: "brew", operands: "CUP", summary: "Makes tea.",
            details: [
                "Water must boil before it is poured, but for green tea, which wants it to have cooled to 80 degrees."
            ],
            options: [
                .value("--kind", "KIND", choices: ["green", "black"], "Which tea."),
                .list("--with", "THING", "What goes along; " + String(repeating: "word ", count: 12) + "end."),
            ])
        #expect(
            HelpText.page(of: command) == """
                tributary brew - Makes tea.

                usage: tributary brew [OPTION…] CUP

                Water must boil before it is poured, but for green tea, which wants it to have
                cooled to 80 degrees.

                options:
                  --kind green|black  Which tea.
                  --with THING…       What goes along; word word word word word word word word
                                      word word word word end.
                  --help              Shows this page.

                """)
    }

    @Test("The overview has a line for each command")
    func overview() {
        let lines = HelpText.overview(of: TributaryProgram.descriptions).split(separator: "\n")
        for command in TributaryProgram.descriptions {
            #expect(lines.contains { $0.hasPrefix("  \(command.name) ") && $0.hasSuffix(command.summary) })
        }
    }

    @Test("Every page fits 80 columns and names each option", arguments: TributaryProgram.descriptions.map(\.name))
    func width(name: String) throws {
        let command = try #require(TributaryProgram.descriptions.first { $0.name == name })
        let page = HelpText.page(of: command)
        for line in page.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        for option in command.options { #expect(page.contains("  \(option.name)")) }
    }
}
