/// Characters by which a text of Chinese characters alone shows whether it is Chinese or Japanese.
///
/// Both languages share most of them; some have a form of their own since they were simplified, in each in another way.
struct HanForms {
    /// How many have a form that only Japanese has.
    private(set) var japanese = 0
    /// How many have a form that Japanese has not, or are words of Chinese.
    private(set) var chinese = 0

    /// Counts the characters of a text.
    init(of text: String) {
        for scalar in text.unicodeScalars where scalar.value >= 0x4E00 {
            if Self.ofJapanese.contains(scalar) { japanese += 1 }
            if Self.ofChinese.contains(scalar) { chinese += 1 }
        }
    }

    private static let ofJapanese = Set(
        """
        気図発挙庁対経済県辺応価関権験検険続読売円帰実総戦単弾団鉄広拡沢択訳釈駅駆働込畑 \
        峠枠歩毎黒歴暦亜悪圧囲営栄塩桜仮絵壊懐楽巻陥観歓覧戯犠拠暁勲薫継鶏撃剣圏顕厳砕斎 \
        剤雑桟賛歯児収従渋縦粛処渉焼証奨乗浄剰畳縄譲醸嬢嘱粋酔髄瀬斉摂専銭繊禅荘捜挿巣騒 \
        増蔵臓堕帯滞滝遅鋳徴聴鎮逓転伝稲闘徳弐悩脳覇拝廃髪抜晩浜払仏変舗豊満黙薬揺様謡頼 \
        竜両猟緑涙塁霊齢労録
        """.unicodeScalars)

    /// Simplified forms, traditional ones that Japanese has given up, and words.
    private static let ofChinese = Set(
        """
        们这说时对发经过还进长问间门东车见现观话请让认识语读书买卖头实应开关电动业产样几 \
        从众华单战报选举气图广厅义议论设计记许证评该调谈谁费资质购贵货贸员网级纪约红纯纸 \
        线组细织终绍结给统继续维综缩闻阅队阳阶际陆难风飞马鱼鸟龙历压厂县变师带帮总态怀护 \
        择换损无显术权极构标检欢汇汉济测满灭热爱环疗确离种积稳穷笔类绝罗职联脑节范荐药补 \
        规视觉览订训讯讲词试详诉负财责败账贴赛轮软较输达运远连迟适递邮释针钟钱银链锁错键 \
        镜闭险页项顺须顾领频题颜额饭馆驱验鲜个为么两严丰临乐习乡亲亿仅价优传伤伟侧侦债倾 \
        况冻凤凭击刘则刚创删别剧劳势劲匀协叹吁启呐响哑唤团园围圆场坏块坚坛坝墙处备够夹奋 \
        奖妇娱孙宪宫宽寻导尝层岁岛币归录忧怜恶悬惊惯愿戏执扩扬扰拟拥拨挣挥捞掷摄摆摇撑們 \
        這說會來對發經國學實應關點當與萬鐵變廣總體覺觀讀譯賣邊區醫單圍圖圓團壓壞專將尋屬 \
        帶廳彈從德惡戰戲拂據擊擔攝斷晝晚曆條棄榮樂樓樣橫檢權歐歸每氣沒淺淨濟為爭狀獨獻畫 \
        疊盡眾禮稱穩竊繼續聲聽臺舊藝藥處號蟲裝覽觸證讓豐賴轉辭遲釋錢鑄隨險雙雜靈靜驗鬥麥 \
        黃黑黨齊齒龍妳嗎裡麼你您她很吗呢吧哪怎跟找啊
        """.unicodeScalars)
}
