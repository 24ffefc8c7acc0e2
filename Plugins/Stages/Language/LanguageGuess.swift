import FeedText

/// Tells the language of a text by its script and, where several languages share that, by its most frequent words.
enum LanguageGuess {
    /// The language (RFC 5646); nil where there is doubt.
    static func language(of text: String) -> String? {
        let count = ScriptCount(text)
        let weight = count.weight
        /// Whether a script makes up most of the text.
        func prevails(_ letters: Int, atLeast least: Int) -> Bool { letters >= least && letters * 10 >= weight * 6 }

        let eastern = count.kana + count.han
        if count.kana >= 3, eastern * 2 * 10 >= weight * 4 {
            // Chinese that quotes some Japanese has a few kana; Japanese of some length has many.
            return count.kana * 20 >= eastern ? "ja" : nil
        }
        if count.kana == 0, prevails(2 * count.han, atLeast: 8) {
            return languageOfHan(HanForms(of: text), isLong: count.han >= 20)
        }
        if prevails(2 * count.han, atLeast: 40) { return nil }
        if prevails(count.hangul, atLeast: 6) { return "ko" }
        if prevails(count.greek, atLeast: 10) { return "el" }
        if prevails(count.hebrew, atLeast: 10) { return "he" }
        if prevails(count.thai, atLeast: 10) { return "th" }
        if prevails(count.arabic, atLeast: 12) { return count.notArabic == 0 ? "ar" : nil }
        if prevails(count.devanagari, atLeast: 12) { return FrequentWords.devanagari.language(of: text) }
        if prevails(count.cyrillic, atLeast: 12) { return FrequentWords.cyrillic.language(of: text) }
        if prevails(count.latin, atLeast: 12) { return FrequentWords.latin.language(of: text) }
        return nil
    }

    /// Chinese or Japanese, by forms that only one of them has; a name in the other's forms is allowed in many.
    private static func languageOfHan(_ forms: HanForms, isLong: Bool) -> String? {
        if forms.japanese >= (isLong ? 1 : 2), forms.chinese * 10 <= forms.japanese { return "ja" }
        return isLong && forms.chinese >= 2 && forms.japanese * 10 <= forms.chinese ? "zh" : nil
    }
}

/// The short words that a language cannot do without, of the languages that share a script.
struct FrequentWords: Sendable {
    private let languages: [String]
    /// By word the places of the languages that have it.
    private let places: [String: [Int]]

    /// - Parameter table: a line for each language, its name and a colon before its words.
    private init(_ table: String) {
        var languages: [String] = []
        var places: [String: [Int]] = [:]
        for line in table.split(separator: "\n") {
            let sides = line.split(separator: ":")
            for word in sides[1].split(separator: " ") { places[String(word), default: []].append(languages.count) }
            languages.append(String(sides[0]))
        }
        self.languages = languages
        self.places = places
    }

    /// The language whose words are by far the most; nil where none is, or where it is one that is here only so as not to
    /// be taken for another.
    func language(of text: String) -> String? {
        var hits = [Int](repeating: 0, count: languages.count)
        var words = 0
        for word in Self.words(of: text) {
            words += 1
            for place in places[word] ?? [] { hits[place] += 1 }
        }
        guard let best = hits.indices.max(by: { hits[$0] < hits[$1] }) else { return nil }
        let second = hits.indices.filter { $0 != best }.map { hits[$0] }.max() ?? 0
        let isEnough = hits[best] >= 3 && hits[best] * 100 >= words * 12
        let isAlone = hits[best] * 10 >= second * 14 && hits[best] >= second + 2
        return isEnough && isAlone && !languages[best].hasPrefix("-") ? languages[best] : nil
    }

    private static func words(of text: String) -> [String] {
        TextFolding.folded(text).unicodeScalars
            .split { !($0.properties.isAlphabetic || $0.properties.generalCategory == .nonspacingMark) }
            .map { String(String.UnicodeScalarView($0)) }
    }
}

extension FrequentWords {
    static let latin = FrequentWords(
        """
        en:the of and to in is that for it with as was on are this be by not from have at or but an which you we \
        they their
        de:der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus \
        er hat dass sie nach wird bei einer um am sind noch wie einem über
        fr:de la le et les des en un du une que est pour qui dans par plus pas au sur ne se ce il sont avec aux ou \
        cette être mais ses leur elle
        es:de la que el en y los se del las un por con una su para es al lo como más pero sus le ha este sí porque \
        esta entre cuando muy sin sobre también
        it:di che è la il un per in una sono mi ho lo ha le si ma con non del da al come dei nel della più anche \
        gli alla dal questo degli delle nella
        pt:de que o a e do da em um para com não uma os no se na por mais as dos como mas ao ele das à seu sua ou \
        quando muito nos já também pelo pela são
        nl:de en van ik te dat die in een hij het niet zijn is was op aan met als voor had er maar om hem dan zou \
        of wat mijn dit zo door over bij ook naar uit worden deze
        sv:och det att i en jag hon som han på den med var sig för så till är men ett om hade de av icke mig du \
        inte från nu när eller efter under
        -no:og i det på som er en til å han av for med at var de ikke den har jeg om et men så seg hun hadde fra \
        vi du kan da ut ble eller
        -da:og i jeg det at en den til er som på de med han af for ikke der var mig sig men et har om vi min havde \
        ham hun nu over da fra du ud
        pl:i w nie na się z do to że jest o jak po co tak za od ale czy przez dla są był jego który która jej przy \
        już tym
        cs:a v se na je že to s z do o i ve pro jako za by ale po jsem si tak jeho která který podle byl jsou být
        -sk:a v sa na je že to s z do o ako za by ale po som si tak jeho ktorá ktorý podľa bol sú byť
        ro:și în de la a cu pe nu că o din care este mai pentru un se sunt ca dar fi o fost prin după această
        -ca:de la i el que en a les del els per amb un una és no ha al es dels més com pel però aquest seva
        fi:ja on ei se että oli hän mutta ovat kun myös niin kuin joka sen ole tai sitä mukaan vain jos
        tr:ve bir bu için ile da de çok olarak daha gibi olan ne var en kadar sonra ama değil olduğu
        hu:a az és hogy nem is egy ez meg de volt csak már ki el mint még azt vagy lehet
        -id:yang dan di itu dengan untuk tidak ini dari dalam akan pada juga ke karena ada oleh saya
        """)

    static let cyrillic = FrequentWords(
        """
        ru:и в не на что он с как это по но к из у за от так все для же она бы его было или мы вы был при чтобы \
        если уже после
        uk:і в не на що він з як це та до за по від але у його для так все був або ми ви було при щоб якщо вже \
        після є й
        -be:і ў не на што ён з як гэта па але да з у за ад так усе для яна яго было або мы вы быў пры каб калі ужо \
        пасля
        -bg:и на да се не от за в с е че по като са си но той го ще до при има или след който която това към
        -sr:и у је да се на за од су не са као то али је из о би који која што или до при после
        -mk:и на да во се од за не со е ќе ги го како но тоа што или по до кој која при
        """)

    static let devanagari = FrequentWords(
        """
        hi:है के की में और का से को हैं यह पर ने कि भी नहीं एक इस था थे लिए हो कर जो
        -mr:आहे आणि या हे तो की ते व नाही होते च आहेत एक मी काही करून
        -ne:छ र को मा हो छन् भएको पनि यो लागि गर्न एक हरू
        """)
}
