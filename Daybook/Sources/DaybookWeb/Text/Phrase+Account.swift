import DaybookModel

extension Phrase {
    static let newEntry = Phrase("새 내역", "New entry")
    static let editEntry = Phrase("내역 고치기", "Edit entry")
    static let entry = Phrase("내역", "Entry")
    static let entries = Phrase("내역", "Entries")
    static let income = Phrase("수입", "Income")
    static let expense = Phrase("지출", "Expense")
    static let transfer = Phrase("이체", "Transfer")
    static let balance = Phrase("차액", "Balance")
    static let kind = Phrase("종류", "Kind")
    static let amount = Phrase("금액", "Amount")
    static let amountHint = Phrase("12,300 · 1.2만 · 4500+3200처럼 쓸 수 있습니다.", "12,300 or 4500+3200 both work.")
    static let currency = Phrase("통화", "Currency")
    static let category = Phrase("분류", "Category")
    static let chooseCategory = Phrase("분류 고르기", "Choose a category")
    static let noCategory = Phrase("분류 없음", "No category")
    static let memo = Phrase("메모", "Memo")
    static let payment = Phrase("결제 수단", "Payment")
    static let paymentHint = Phrase("카드, 현금, 통장 이름", "Card, cash or account")
    static let previousMonth = Phrase("이전 달", "Month before")
    static let nextMonth = Phrase("다음 달", "Month after")
    static let previousYear = Phrase("이전 해", "Year before")
    static let nextYear = Phrase("다음 해", "Year after")
    static let statistics = Phrase("통계", "Statistics")
    static let listView = Phrase("목록", "List")
    static let calendarView = Phrase("달력", "Calendar")
    static let month = Phrase("월", "Month")
    static let year = Phrase("연", "Year")
    static let view = Phrase("보기 방식", "View")
    static let span = Phrase("기간", "Span")
    static let thisPeriod = Phrase("이번 달", "This month")
    static let periodBefore = Phrase("지난달", "Last month")
    static let noEntries = Phrase("이 달에는 아직 내역이 없습니다.", "There are no entries in this month yet.")
    static let emptyBook = Phrase(
        "첫 내역을 쓰거나, 은행·카드 파일을 가져와 시작하세요.", "Write your first entry, or import a file from your bank or card.")
    static let emptyBookTitle = Phrase("가계부가 비어 있습니다", "Your account book is empty")
    static let hasPhotos = Phrase("사진 있음", "has photos")
    static let expenseByCategory = Phrase("분류별 지출", "Expense by category")
    static let incomeByCategory = Phrase("분류별 수입", "Income by category")
    static let twelveMonths = Phrase("열두 달의 수입과 지출", "Income and expense of twelve months")
    static let topMemos = Phrase("많이 쓴 곳", "Where most was spent")
    static let share = Phrase("비율", "Share")
    static let change = Phrase("지난번 대비", "Change")
    static let count = Phrase("건수", "Count")
    static let noStatistics = Phrase("이 기간에는 셀 내역이 없습니다.", "There is nothing to count in this span.")
    static let otherCurrencies = Phrase("다른 통화", "Other currencies")
    static let transfersNotCounted = Phrase("이체는 합계에 넣지 않습니다.", "Transfers are not counted.")
    static let searchEntries = Phrase("내역 찾기", "Search entries")
    static let searchWords = Phrase("찾을 말", "Words")
    static let searchHint = Phrase("메모, 분류, 결제 수단. ㅈㅅ처럼 첫소리로도 찾습니다.", "Memo, category or payment.")
    static let minimum = Phrase("최소 금액", "Lowest amount")
    static let maximum = Phrase("최대 금액", "Highest amount")
    static let fromDay = Phrase("시작일", "From")
    static let throughDay = Phrase("종료일", "Through")
    static let moreFilters = Phrase("자세한 조건", "More filters")
    static let nothingFound = Phrase("조건에 맞는 내역이 없습니다.", "No entry matches.")
    static let categories = Phrase("분류 관리", "Categories")
    static let trashedCategories = Phrase("분류", "Categories")
    static let newCategory = Phrase("새 분류", "New category")
    static let name = Phrase("이름", "Name")
    static let icon = Phrase("그림", "Icon")
    static let iconHint = Phrase("이모지 하나", "One emoji")
    static let parentCategory = Phrase("위 분류", "Above it")
    static let topLevel = Phrase("맨 위", "Top level")
    static let deleteCategory = Phrase("분류 지우기", "Delete category")
    static let moveEntriesTo = Phrase("이 분류의 내역을 옮길 곳", "Move its entries to")
    static let moveNowhere = Phrase("옮길 내역 없음", "No entry to move")
    static let deleteCategoryHint = Phrase(
        "휴지통에 30일 동안 남습니다. 되살리면 옮긴 내역도 제자리로 돌아옵니다.",
        "It stays in the trash for 30 days. Restored, it gets the entries back that were moved.")
    static let deleteEntryHint = Phrase("휴지통에 30일 동안 남습니다.", "It stays in the trash for 30 days.")
    static let importedEntry = Phrase("가져온 내역", "Imported")
    static let chooseEntry = Phrase("내역을 고르면 여기에 보입니다.", "Choose an entry to see it here.")
    static let sameAsBefore = Phrase("지난달 이맘때와 같습니다.", "The same as at this time last month.")

    static func kind(_ kind: TransactionKind) -> Phrase {
        switch kind {
        case .expense: .expense
        case .income: .income
        case .transfer: .transfer
        }
    }

    static func entryCount(_ count: Int) -> Phrase { counted(count, "내역 #건", "# entry", "# entries") }

    static func photoNumber(_ number: Int, of count: Int) -> Phrase {
        Phrase("사진 \(count)장 중 \(number)번째", "Photo \(number) of \(count)")
    }

    static func comparison(less: Bool, _ difference: String) -> Phrase {
        less
            ? Phrase("지난달 이맘때보다 \(difference) 덜 썼습니다.", "\(difference) less than at this time last month.")
            : Phrase("지난달 이맘때보다 \(difference) 더 썼습니다.", "\(difference) more than at this time last month.")
    }

    static func suggestedCategory(_ name: String) -> Phrase {
        Phrase("지난번처럼 분류를 골랐습니다: \(name)", "Category as last time: \(name)")
    }
}
