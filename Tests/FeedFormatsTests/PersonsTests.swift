import FeedModel
import Testing

@testable import FeedFormats

@Suite("People as feeds write them")
struct PersonsTests {
    @Test(
        "a text becomes name and address",
        arguments: [
            ("Mina Roe", "Mina Roe", nil),
            ("mina@example.com", nil, "mailto:mina@example.com"),
            ("mina@example.com (Mina Roe)", "Mina Roe", "mailto:mina@example.com"),
            ("mina@example.com ()", nil, "mailto:mina@example.com"),
            ("Mina Roe <mina@example.com>", "Mina Roe", "mailto:mina@example.com"),
            ("\"Roe, Mina\" <mina@example.com>", "Roe, Mina", "mailto:mina@example.com"),
            ("Mina Roe (mina@example.com)", "Mina Roe", "mailto:mina@example.com"),
            ("Mina Roe (https://example.com/mina)", "Mina Roe", "https://example.com/mina"),
            ("Mina Roe (editor)", "Mina Roe (editor)", nil),
            ("mina@example.com (Mina (Mi) Roe)", "Mina (Mi) Roe", "mailto:mina@example.com"),
            ("  茂木 春 ", "茂木 春", nil),
            ("@mina", "@mina", nil),
            ("a @ b", "a @ b", nil),
        ] as [(String, String?, String?)])
    func texts(text: String, name: String?, url: String?) {
        let person = Persons.person(text)
        #expect(person?.name == name)
        #expect(person?.url == url)
    }

    @Test("blank text is nobody", arguments: ["", "  ", "\n"])
    func nobody(text: String) {
        #expect(Persons.person(text) == nil)
    }

    @Test("a person who is named twice is one, with what both say")
    func merging() {
        var authors: [Author] = []
        Persons.add(Author(name: "Mina"), to: &authors)
        Persons.add(Author(name: "Mina", url: "https://example.com/"), to: &authors)
        Persons.add(Author(name: "Ola"), to: &authors)
        Persons.add(Author(), to: &authors)
        Persons.add(nil, to: &authors)
        #expect(authors == [Author(name: "Mina", url: "https://example.com/"), Author(name: "Ola")])
    }
}
