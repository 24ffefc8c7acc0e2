import FeedModel
import LanguageStage
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The stage language")
struct LanguageTests {
    @Test("keeps the contract of entry stages")
    func contract() async throws {
        try await EntryStageContract.check(
            Language.self, in: PluginFolder("Plugins/Stages/Language"),
            options: [#"{"use": "language", "replace": true}"#])
    }

    @Test(
        "tells the language of a text",
        arguments: [
            ("en", "The tide table that fits on one screen, and what we left out of it"),
            ("de", "Die Uhr im Turm geht nach, weil niemand mehr auf die Leiter steigt und sie mit der Hand stellt"),
            (
                "fr",
                "Les horaires du train que personne n'a imprimés, et pourquoi ils sont dans une boîte avec des lettres"
            ),
            (
                "es",
                "La tabla de las mareas que cabe en una sola pantalla, y lo que no se puede ver en ella por la noche"
            ),
            ("it", "La tabella delle maree che sta in una pagina, e perché non è più nella cassetta della posta"),
            (
                "pt",
                "A tabela das marés que cabe em uma só página, e o que não se vê nela quando o barco já está no porto"
            ),
            (
                "nl",
                "De klok in de toren loopt achter, omdat er niemand meer op de ladder klimt en hem met de hand gelijk zet"
            ),
            ("sv", "Klockan i tornet går efter, och det är ingen som vet om den har stannat eller inte under natten"),
            ("pl", "Zegar na wieży się spóźnia, bo nikt już nie wchodzi po drabinie i nie wie, że to jest możliwe"),
            (
                "fi",
                "Kello tornissa jätättää, ja se on niin vanha, että kukaan ei tiedä, kun se oli uusi, mutta se on kaunis"
            ),
            (
                "tr",
                "Kuledeki saat geri kalıyor, ve bu saat için bir usta ne kadar ararsa arasın, daha çok beklemek gibi"
            ),
            ("ja", "柱時計の振り子を軽くしたら、一日二分すすむようになった話"), ("ja", "Swift 6.3のリリースノートを読む"),
            ("zh", "我们把潮汐表缩短到一个屏幕，省略的内容没有人想念，雨中也能看清楚"),
            ("ja", "気象庁発表"), ("ja", "衆議院選挙開票速報、首都圏五十選挙区全議席確定、与党過半数維持"),
            ("zh", "氣象局發布颱風警報，沿海地區請提高警覺，學校明天停課，詳情請看官網"),
            ("zh", "滨崎歩（濱崎步）时隔三年再次来到上海举行演唱会，门票开售十分钟就被抢购一空，歌迷们非常兴奋，这是她第五次来华"),
            ("ko", "탑의 시계가 늦게 가는 이유와 그것을 고친 사람"),
            ("ru", "Часы на башне отстают, потому что никто уже не поднимается по лестнице и не знает, как это было"),
            ("uk", "Годинник на вежі відстає, бо ніхто вже не піднімається по драбині і не знає, як це було для всіх"),
            ("el", "Το ρολόι του πύργου πηγαίνει πίσω"), ("ar", "ساعة البرج متأخرة لأن أحدا لا يصعد السلم"),
            ("he", "השעון במגדל מפגר כי איש אינו עולה בסולם"), ("th", "นาฬิกาบนหอคอยเดินช้า"),
            ("hi", "मीनार की घड़ी पीछे है और कोई नहीं जानता कि यह कब से है"),
        ])
    func languages(language: String, text: String) throws {
        #expect(try self.language(of: text) == language)
    }

    @Test(
        "says nothing in doubt",
        arguments: [
            "", "Swift 6.3", "Release notes", "東京都知事選挙", "衆議院選挙開票速報",
            // Characters that both languages write alike.
            "東京大阪京都名古屋神戸福岡札幌仙台千葉埼玉神奈川静岡新潟長野", "大会日程一覧表示", "12345 67890 …", "Lorem ipsum dolor sit amet consectetur",
            // Neighbours of a language that it tells: Norwegian, Danish, Catalan, Bulgarian, Belarusian, Persian, Marathi.
            "Klokken i tårnet går etter, og det er ingen som vet om den har stoppet eller ikke i løpet av natten",
            "Uret i tårnet går bagud, og der er ikke nogen, som ved, om det er gået i stå i løbet af natten",
            "El rellotge de la torre va endarrerit, perquè ningú no puja a l'escala amb el cafè del matí",
            "Часовникът на кулата изостава, защото никой не се качва по стълбата и не знае как да го навие",
            "Гадзіннік на вежы адстае, бо ніхто ўжо не падымаецца па лесвіцы і не ведае, як гэта было",
            "ساعت برج عقب می‌ماند چون کسی از نردبان بالا نمی‌رود و گوش نمی‌دهد", "टॉवरवरील घड्याळ मागे आहे आणि कोणी वर जात नाही",
            "The clock of the tower is late and we know it; Die Uhr im Turm geht nach und niemand steigt auf die Leiter",
        ])
    func doubts(text: String) throws {
        #expect(try language(of: text) == nil)
    }

    @Test("reads title, summary and content together, without markup")
    func parts() throws {
        var entry = Entry(id: "1", title: "Tides")
        entry.summary = "What is in the table"
        entry.contentHTML = "<p lang=de class='der die das und'>and what <b>was</b> left out of it by the keeper</p>"
        _ = try make("").apply(&entry)
        #expect(entry.language == "en")
    }

    @Test("believes the feed unless told not to, and never takes away what it says")
    func declared() throws {
        let text = "The tide table that fits on one screen, and what we left out of it"
        var entry = Entry(id: "1", title: text)
        entry.language = "ja"
        _ = try make("").apply(&entry)
        #expect(entry.language == "ja")
        _ = try make(#", "replace": true"#).apply(&entry)
        #expect(entry.language == "en")
        entry.title = "Swift"
        _ = try make(#", "replace": true"#).apply(&entry)
        #expect(entry.language == "en")
    }

    private func language(of text: String) throws -> String? {
        var entry = Entry(id: "1", title: text)
        #expect(try make("").apply(&entry) == .keep)
        return entry.language
    }

    private func make(_ options: String) throws -> Language {
        try PluginContract.make(Language.self, #"{"use": "language"\#(options)}"#)
    }
}
