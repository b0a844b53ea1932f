import Foundation

/// What the sample data holds, before anything is stored: the same for the same day, language and seed.
struct SamplePlan {
    /// An entry, its category by key.
    struct Entry: Hashable {
        let day: CalendarDay
        let kind: TransactionKind
        let categoryKey: String
        let amount: Money
        let memo: String
        let payment: String?
        let hasReceipt: Bool
    }

    /// A book with its memos.
    struct Book: Hashable {
        let draft: ReadingPlanDraft
        let memos: [MemoDraft]
    }

    /// The entries, oldest first.
    private(set) var entries: [Entry] = []
    /// The books.
    private(set) var books: [Book] = []
    /// Codes of countries that were visited.
    private(set) var countries: [String] = []

    private let language: Language
    private let today: CalendarDay
    private var random: SampleRandom

    /// Plans thirteen months that end today.
    init(today: CalendarDay, language: Language, seed: UInt64 = 20_260_331) {
        self.today = today
        self.language = language
        random = SampleRandom(seed: seed)
        planEntries()
        planBooks()
        countries = ["KR", "JP", "TW", "VN", "FR", "ES", "US", "NZ"]
    }

    private func text(_ korean: String, _ english: String) -> String { language.choose(korean, english) }

    // MARK: Entries

    private struct Habit {
        let key: String
        let memos: [(String, String)]
        /// Amounts in hundreds of won.
        let hundreds: ClosedRange<Int>
        /// How many of a hundred days have one.
        let percent: Int
    }

    private static let habits = [
        Habit(
            key: "food.cafe", memos: [("푸른카페", "Blue Café"), ("동네 찻집", "Corner tea house")], hundreds: 32...78,
            percent: 55),
        Habit(
            key: "food.eatingOut", memos: [("점심", "Lunch"), ("저녁 모임", "Dinner with friends")], hundreds: 85...340,
            percent: 50),
        Habit(
            key: "food.groceries", memos: [("가람마트", "Garam Market"), ("시장", "Market")], hundreds: 120...890, percent: 28
        ),
        Habit(key: "food.delivery", memos: [("배달", "Delivery")], hundreds: 160...320, percent: 12),
        Habit(key: "transport.public", memos: [("버스", "Bus"), ("지하철", "Subway")], hundreds: 14...31, percent: 70),
        Habit(key: "transport.taxi", memos: [("택시", "Taxi")], hundreds: 58...240, percent: 9),
        Habit(key: "household", memos: [("생활용품", "Household goods")], hundreds: 40...420, percent: 11),
        Habit(key: "health", memos: [("약국", "Pharmacy"), ("치과", "Dentist")], hundreds: 50...600, percent: 5),
        Habit(key: "leisure.books", memos: [("책", "Book")], hundreds: 120...280, percent: 6),
        Habit(key: "clothing", memos: [("옷", "Clothes"), ("미용실", "Haircut")], hundreds: 180...950, percent: 4),
        Habit(
            key: "gifts", memos: [("축의금", "Wedding gift"), ("생일 선물", "Birthday present")], hundreds: 300...1500,
            percent: 2),
    ]

    private mutating func planEntries() {
        let cards = [text("푸른카드", "Blue Card"), text("현금", "Cash"), nil]
        var day = today.adding(days: -395)
        while day <= today {
            if day.day == 25 {
                add(
                    day, .income, "salary", 2_850_000, text("하늘상사 급여", "Sky Trading salary"),
                    text("가상은행", "Sample Bank"))
                add(day, .transfer, "transfer.savings", 500_000, text("적금", "Savings"), text("가상은행", "Sample Bank"))
            }
            if day.day == 1 {
                add(day, .expense, "housing.rent", 550_000, text("월세", "Rent"), text("가상은행", "Sample Bank"))
            }
            if day.day == 10 { add(day, .expense, "housing.phone", 39_600, text("나라통신", "Nara Telecom"), cards[0]) }
            if day.day == 18 {
                add(
                    day, .expense, "housing.utilities", Int64(random.next(in: 480...1250)) * 100,
                    text("전기·가스", "Power and gas"), cards[0])
            }
            for habit in Self.habits where random.next(in: 1...100) <= habit.percent {
                let memo = random.pick(habit.memos)
                add(
                    day, .expense, habit.key, Int64(random.next(in: habit.hundreds)) * 100, text(memo.0, memo.1),
                    random.pick(cards), hasReceipt: entries.count % 97 == 96)
            }
            if random.next(in: 1...100) <= 3 {
                add(
                    day, .expense, "leisure.travel", Int64(random.next(in: 900...9900)),
                    text("해외 구독", "Subscription abroad"), cards[0], currency: .usd)
            }
            day = day.adding(days: 1)
        }
    }

    private mutating func add(
        _ day: CalendarDay, _ kind: TransactionKind, _ key: String, _ minorUnits: Int64, _ memo: String,
        _ payment: String?,
        currency: Currency = .krw, hasReceipt: Bool = false
    ) {
        entries.append(
            Entry(
                day: day, kind: kind, categoryKey: key, amount: Money(minorUnits: minorUnits, currency: currency),
                memo: memo, payment: payment, hasReceipt: hasReceipt))
    }

    // MARK: Books

    private mutating func planBooks() {
        books = [
            Book(
                draft: ReadingPlanDraft(
                    title: text("구운몽", "The Nine Cloud Dream"), author: text("김만중", "Kim Man-jung"),
                    startDay: today.adding(days: -12), endDay: today.adding(days: 9), totalPages: 352, currentPage: 148,
                    status: .reading),
                memos: [
                    memo("육관대사의 설법으로 시작한다.", "It opens with the monk's sermon.", "12", -12),
                    memo("꿈속의 삶이 더 길다.", "The life inside the dream is the longer one.", "97", -5, .memo),
                    memo("하룻밤 꿈이 한평생이라.", "One night's dream, one whole life.", "148", -1, .quotation),
                ]),
            Book(
                draft: ReadingPlanDraft(
                    title: text("월든", "Walden"), author: text("헨리 데이비드 소로", "Henry David Thoreau"),
                    startDay: today.adding(days: -40), endDay: today.adding(days: -3), totalPages: 320,
                    currentPage: 210,
                    status: .reading),
                memos: [
                    memo("머리말의 쪽 번호는 로마 숫자다.", "The preface has Roman page numbers.", "xii", -40),
                    memo("숲으로 간 까닭을 말하는 장.", "The chapter that says why he went to the woods.", "87", -20),
                ]),
            Book(
                draft: ReadingPlanDraft(
                    title: text("오만과 편견", "Pride and Prejudice"), author: text("제인 오스틴", "Jane Austen"),
                    startDay: today.adding(days: 14), endDay: today.adding(days: 45), totalPages: 417),
                memos: []),
            Book(
                draft: ReadingPlanDraft(
                    title: text("운수 좋은 날", "A Lucky Day"), author: text("현진건", "Hyun Jin-geon"),
                    startDay: today.adding(days: -70), endDay: today.adding(days: -66), totalPages: 64, currentPage: 64,
                    status: .done),
                memos: [memo("비 오는 날의 이야기.", "A story of a rainy day.", "8", -68)]),
            Book(
                draft: ReadingPlanDraft(
                    title: text("레 미제라블", "Les Misérables"), author: text("빅토르 위고", "Victor Hugo"),
                    startDay: today.adding(days: -300), endDay: today.adding(days: -200), totalPages: 1463,
                    currentPage: 310,
                    status: .stopped),
                memos: []),
        ]
    }

    private func memo(
        _ korean: String, _ english: String, _ page: String, _ days: Int, _ kind: MemoKind = .memo
    ) -> MemoDraft {
        MemoDraft(text: text(korean, english), page: page, kind: kind, day: today.adding(days: days))
    }
}
