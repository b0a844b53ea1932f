/// The categories of a fresh install, named in both languages until a person renames them.
enum BuiltInCategories {
    /// A category with its own of the second level.
    struct Entry: Sendable {
        let key: String
        let kind: TransactionKind
        let icon: String
        let korean: String
        let english: String
        let children: [Child]
    }

    /// A category of the second level.
    struct Child: Sendable {
        let key: String
        let korean: String
        let english: String
    }

    private static func entry(
        _ key: String, _ kind: TransactionKind, _ icon: String, _ korean: String, _ english: String,
        _ children: [(String, String, String)] = []
    ) -> Entry {
        Entry(
            key: key, kind: kind, icon: icon, korean: korean, english: english,
            children: children.map { Child(key: "\(key).\($0.0)", korean: $0.1, english: $0.2) })
    }

    /// All of them in the order in which they are offered.
    static let all: [Entry] = [
        entry(
            "food", .expense, "🍚", "식비", "Food",
            [
                ("groceries", "장보기", "Groceries"), ("eatingOut", "외식", "Eating out"), ("cafe", "카페", "Café"),
                ("delivery", "배달", "Delivery"),
            ]),
        entry(
            "transport", .expense, "🚌", "교통", "Transport",
            [
                ("public", "대중교통", "Public transport"), ("taxi", "택시", "Taxi"), ("car", "차량", "Car"),
            ]),
        entry("household", .expense, "🧻", "생활", "Household"),
        entry(
            "housing", .expense, "🏠", "주거·통신", "Housing",
            [
                ("rent", "월세·관리비", "Rent"), ("utilities", "공과금", "Utilities"), ("phone", "통신", "Phone and internet"),
            ]),
        entry("health", .expense, "💊", "의료·건강", "Health"),
        entry("clothing", .expense, "👕", "의류·미용", "Clothing and care"),
        entry(
            "leisure", .expense, "🎬", "문화·여가", "Leisure",
            [
                ("books", "책", "Books"), ("travel", "여행", "Travel"),
            ]),
        entry("education", .expense, "✏️", "교육", "Education"),
        entry("gifts", .expense, "🎁", "경조사·선물", "Gifts"),
        entry("otherExpense", .expense, "📦", "기타 지출", "Other expense"),
        entry("salary", .income, "💼", "급여", "Salary"),
        entry("sideIncome", .income, "🪙", "부수입", "Side income"),
        entry("interest", .income, "🏦", "이자", "Interest"),
        entry("otherIncome", .income, "📥", "기타 수입", "Other income"),
        entry(
            "transfer", .transfer, "🔁", "이체", "Transfer",
            [
                ("card", "카드대금", "Card payment"), ("savings", "저축", "Savings"),
            ]),
    ]

    /// The name of a built-in category; nil for a key that is none.
    static func name(_ key: String, in language: Language) -> String? {
        names[key].map { language.choose($0.korean, $0.english) }
    }

    private static let names: [String: (korean: String, english: String)] = {
        var names: [String: (korean: String, english: String)] = [:]
        for entry in all {
            names[entry.key] = (entry.korean, entry.english)
            for child in entry.children { names[child.key] = (child.korean, child.english) }
        }
        return names
    }()
}
