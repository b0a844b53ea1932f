import DaybookModel
import Foundation

extension MemoryDataSource {
    /// Fills in a month and a half of entries, some plans with memos, and a collection, the same each time.
    public func fillWithSamples(today: CalendarDay) {
        state.withLock { state in
            state.addCategories()
            state.addEntries(today: today)
            state.addReading(today: today)
            state.addCollection()
        }
    }

    /// A category by its name, after `fillWithSamples`.
    public func category(_ name: String) -> DaybookModel.Category? {
        state.withLock { $0.categories.first { $0.name == name } }
    }
}

extension MemoryDataSource.State {
    fileprivate mutating func addCategories() {
        let tree: [(String, TransactionKind, String, [String])] = [
            ("식비", .expense, "🍚", ["장보기", "외식", "커피"]), ("교통", .expense, "🚌", ["대중교통", "택시"]),
            ("주거", .expense, "🏠", []), ("통신", .expense, "📱", []), ("문화", .expense, "🎬", []),
            ("월급", .income, "💼", []), ("이자", .income, "🏦", []), ("이체", .transfer, "🔁", []),
        ]
        for (name, kind, icon, children) in tree {
            let top = DaybookModel.Category(
                id: UUID(), name: name, kind: kind, icon: icon, position: categories.count)
            categories.append(top)
            for child in children {
                categories.append(
                    DaybookModel.Category(
                        id: UUID(), name: child, kind: kind, icon: icon, parentID: top.id, parentName: name,
                        position: categories.count))
            }
        }
    }

    fileprivate mutating func addEntries(today: CalendarDay) {
        let patterns: [(Int, TransactionKind, Int64, String, String, String?)] = [
            (0, .expense, 4_800, "커피", "동네 카페 아메리카노", "체크카드"), (0, .expense, 12_000, "외식", "점심 김치찌개", "신용카드"),
            (1, .expense, 38_500, "장보기", "주말 장보기", "신용카드"), (2, .expense, 1_450, "대중교통", "버스", "교통카드"),
            (3, .income, 2_850_000, "월급", "월급", "주거래 통장"), (3, .transfer, 500_000, "이체", "적금 통장으로", nil),
            (4, .expense, 650_000, "주거", "월세", "주거래 통장"), (6, .expense, 15_000, "문화", "영화", "신용카드"),
            (8, .expense, 9_900, "택시", "비 오는 날 택시", "신용카드"), (12, .expense, 55_000, "통신", "휴대폰 요금", "신용카드"),
            (20, .expense, 27_300, "외식", "친구와 저녁 — 아주 긴 메모가 좁은 화면에서 어떻게 보이는지 살펴보기 위한 글", nil),
            (33, .expense, 72_000, "장보기", "명절 장보기", "신용카드"), (34, .income, 2_850_000, "월급", "월급", "주거래 통장"),
            (45, .income, 1_230, "이자", "이자", nil), (70, .expense, 120_000, "문화", "공연", "신용카드"),
        ]
        for (before, kind, units, name, memo, payment) in patterns {
            let moment = now()
            transactions.append(
                Transaction(
                    id: UUID(), kind: kind, amount: Money(minorUnits: units, currency: .krw),
                    category: categories.first { $0.name == name }, day: today.adding(days: -before), memo: memo,
                    payment: payment, createdAt: moment, updatedAt: moment))
        }
        let moment = now()
        transactions.append(
            Transaction(
                id: UUID(), kind: .expense, amount: Money(minorUnits: 1999, currency: .usd),
                category: categories.first { $0.name == "문화" }, day: today.adding(days: -1), memo: "<b>Books & co</b>",
                createdAt: moment, updatedAt: moment))
    }

    fileprivate mutating func addReading(today: CalendarDay) {
        let books: [(String, String, Int, Int, Int?, ReadingStatus, Int)] = [
            ("소년이 온다", "한강", -10, 9, 216, .reading, 84), ("총, 균, 쇠", "재레드 다이아몬드", -60, -3, 784, .reading, 512),
            ("월든", "헨리 데이비드 소로", 5, 30, 420, .planned, 0), ("어린 왕자", "생텍쥐페리", -40, -35, 120, .done, 120),
            ("율리시스", "제임스 조이스", -300, -200, 1200, .stopped, 88),
        ]
        for (title, author, start, end, pages, status, page) in books {
            let moment = now()
            let plan = ReadingPlan(
                id: UUID(), title: title, author: author, startDay: today.adding(days: start),
                endDay: today.adding(days: end), totalPages: pages, currentPage: page, status: status,
                createdAt: moment, updatedAt: moment)
            plans.append(plan)
            guard status == .reading else { continue }
            for (text, label, kind) in [
                ("첫 장면의 호흡이 길다.\n다시 읽을 것.", "12", MemoKind.memo), ("어떤 기억은 아물지 않습니다.", "45", .quotation),
                ("서문의 물음이 여기서 돌아온다.", "xii", .memo),
            ] {
                let moment = now()
                memos.append(
                    Memo(
                        id: UUID(), planID: plan.id, planTitle: title, text: text, page: label, kind: kind,
                        day: today.adding(days: -2), createdAt: moment, updatedAt: moment))
            }
        }
    }

    fileprivate mutating func addCollection() {
        let collection = ItemCollection(
            id: UUID(), names: [.korean: "가 본 나라", .english: "Countries visited"],
            progress: OwnedProgress(owned: 0, total: 0), createdAt: now())
        collections.append(collection)
        let names = [
            ("아시아", "대한민국", "South Korea"), ("아시아", "일본", "Japan"), ("아시아", "베트남", "Vietnam"),
            ("아시아", "타이", "Thailand"), ("유럽", "프랑스", "France"), ("유럽", "보스니아 헤르체고비나", "Bosnia & Herzegovina"),
            ("유럽", "에스파냐", "Spain"), ("아메리카", "캐나다", "Canada"),
            ("아메리카", "세인트빈센트 그레나딘", "St. Vincent & Grenadines"),
        ]
        for (index, (group, korean, english)) in names.enumerated() {
            items.append(
                CollectionItem(
                    id: UUID(), collectionID: collection.id, names: [.korean: korean, .english: english],
                    group: group, isOwned: index < 2, isWished: index == 4, position: index))
        }
    }
}
