import Testing

@testable import FullTextStage

@Suite("What robots.txt says")
struct RobotsRulesTests {
    @Test(
        "the longest rule decides, of equal ones the kinder",
        arguments: [
            ("Disallow: /", "/a", false), ("Disallow:", "/a", true), ("Disallow: /a", "/b", true),
            ("Disallow: /a\nAllow: /a/b", "/a/b/c", true), ("Allow: /a\nDisallow: /a", "/a", true),
            ("Disallow: /a/b\nAllow: /a", "/a/b", false), ("Disallow: /*.pdf$", "/x/y.pdf", false),
            ("Disallow: /*.pdf$", "/x/y.pdf?z", true), ("Disallow: /*?print", "/a?b&c=?print", false),
            ("Disallow: /a*b*c", "/axxbyyc/z", false), ("Disallow: /a*b*c", "/axxcyyb", true),
            ("Disallow: /設計", "/%e8%A8%ad%E8%A8%88/1", false), ("disallow : /a # why", "/a", false),
            ("Disallow: *", "/", false), ("Disallow: /$", "/", false), ("Disallow: /$", "/a", true),
            ("nonsense", "/", true),
        ])
    func rules(text: String, path: String, isAllowed: Bool) {
        #expect(RobotsRules(ArraySlice("User-agent: *\n\(text)\n".utf8), for: "tributary").allows(path) == isAllowed)
    }

    @Test("a group of one's own counts alone, wherever it stands and in whatever case")
    func groups() {
        let file = """
            User-agent: other\r
            Disallow: /\r
            \r
            User-agent: *
            Disallow: /common
            User-agent: foo
            User-Agent: Tributary/1.0
            Disallow: /own
            Crawl-delay: 5

            User-agent: tributary
            Disallow: /more
            """
        let rules = RobotsRules(ArraySlice(file.utf8), for: "tributary")
        #expect(rules.allows("/common") && rules.allows("/"))
        #expect(!rules.allows("/own") && !rules.allows("/more"))
        let common = RobotsRules(ArraySlice(file.utf8), for: "someone")
        #expect(!common.allows("/common") && common.allows("/own"))
        let open = RobotsRules(ArraySlice("User-agent: tributary\n\nUser-agent: *\nDisallow: /".utf8), for: "tributary")
        #expect(!open.allows("/a"))
    }

    @Test("no file and no path takes long", .timeLimit(.minutes(10)))
    func hostile() {
        let stars = "User-agent: *\n" + (0..<100).map { _ in "Disallow: /*a*a*a*a*a*a*a*a$\n" }.joined()
        let rules = RobotsRules(ArraySlice(stars.utf8), for: "tributary")
        #expect(rules.allows("/" + String(repeating: "a", count: 2000) + "b"))
        #expect(RobotsRules(ArraySlice([UInt8](repeating: 0xFF, count: 500_000)), for: "tributary").allows("/"))
    }
}
