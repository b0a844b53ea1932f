import DaybookModel

extension Phrase {
    static let newPlan = Phrase("새 독서 계획", "New reading plan")
    static let editPlan = Phrase("독서 계획 고치기", "Edit reading plan")
    static let plan = Phrase("독서 계획", "Reading plan")
    static let title = Phrase("제목", "Title")
    static let author = Phrase("지은이", "Author")
    static let startDay = Phrase("시작하는 날", "Start")
    static let endDay = Phrase("끝내는 날", "End")
    static let totalPages = Phrase("전체 쪽수", "Pages")
    static let currentPage = Phrase("읽은 쪽", "Page reached")
    static let status = Phrase("상태", "Status")
    static let cover = Phrase("표지", "Cover")
    static let currentPlans = Phrase("읽는 중", "Reading now")
    static let comingPlans = Phrase("읽을 책", "To read")
    static let donePlans = Phrase("다 읽은 책", "Done")
    static let stoppedPlans = Phrase("그만 읽은 책", "Stopped")
    static let noYear = Phrase("날짜 모름", "No date")
    static let emptyReading = Phrase("아직 독서 계획이 없습니다", "No reading plan yet")
    static let emptyReadingText = Phrase(
        "읽고 싶은 책을 적거나, Goodreads 서재를 가져오세요.",
        "Write down a book you want to read, or import your Goodreads library.")
    static let searchReading = Phrase("책과 메모에서 찾기", "Search books and memos")
    static let nothingRead = Phrase("찾는 말이 있는 책이나 메모가 없습니다.", "No book or memo holds these words.")
    static let planInTrash = Phrase(
        "계획은 휴지통에 있습니다. 되살린 다음 여기서 다시 저장하세요. 쓴 내용은 그대로 있습니다.",
        "The plan is in the trash. Restore it, then save again here; what you typed is still there.")
    static let openTrash = Phrase("휴지통 열기", "Open the trash")
    static func fromOn(_ day: String) -> Phrase { Phrase("\(day)부터", "From \(day)") }
    static func untilDay(_ day: String) -> Phrase { Phrase("\(day)까지", "Until \(day)") }
    static let readingPlans = Phrase("독서 계획", "Reading plans")
    static let memos = Phrase("메모", "Memos")
    static let newMemo = Phrase("새 메모", "New memo")
    static let editMemo = Phrase("메모 고치기", "Edit memo")
    static let memoText = Phrase("내용", "Text")
    static let memoPage = Phrase("쪽", "Page")
    static let memoPageHint = Phrase("숫자, 또는 xii 같은 표시", "A number, or a label such as xii")
    static let memoKindMemo = Phrase("내 생각", "Memo")
    static let memoKindQuotation = Phrase("책 속 문장", "Quotation")
    static let dateAndPhoto = Phrase("날짜와 사진", "Date and photo")
    static let noMemos = Phrase("아직 메모가 없습니다. 첫 메모를 써 보세요.", "No memo yet. Write the first one.")
    static let orderByPage = Phrase("쪽순", "By page")
    static let orderByTime = Phrase("최신순", "Newest first")
    static let memoOrder = Phrase("메모 순서", "Order of memos")
    static let howFar = Phrase("어디까지 읽었나요?", "How far have you read?")
    static let setPage = Phrase("기록", "Record")
    static let lateText = Phrase(
        "끝내려던 날이 지났습니다. 새로 잡아 볼까요?", "The end date has passed. Shall we set a new one?")
    static let deletePlan = Phrase("독서 계획 지우기", "Delete reading plan")
    static let readingStatistics = Phrase("독서 통계", "Reading statistics")
    static let booksPerMonth = Phrase("달마다 다 읽은 책", "Books done each month")
    static let booksPerYear = Phrase("해마다 다 읽은 책", "Books done each year")
    static let memoDays = Phrase("메모를 쓴 날", "Days with a memo")
    static let books = Phrase("책", "Books")
    static let pages = Phrase("쪽", "Pages")

    static func status(_ status: ReadingStatus) -> Phrase {
        switch status {
        case .planned: Phrase("읽을 책", "Planned")
        case .reading: Phrase("읽는 중", "Reading")
        case .done: Phrase("다 읽음", "Done")
        case .stopped: Phrase("그만 읽음", "Stopped")
        }
    }

    static func memoKind(_ kind: MemoKind) -> Phrase {
        switch kind {
        case .memo: .memoKindMemo
        case .quotation: .memoKindQuotation
        }
    }

    static func pageOf(_ page: Int, _ total: Int?) -> Phrase {
        guard let total else { return Phrase("\(page)쪽까지", "page \(page)") }
        return Phrase("\(total)쪽 중 \(page)쪽", "page \(page) of \(total)")
    }

    static func memoPageLabel(_ page: String) -> Phrase {
        Int(page) == nil ? Phrase(page, page) : Phrase("\(page)쪽", "p. \(page)")
    }

    static func daysLeft(_ days: Int) -> Phrase {
        switch days {
        case 1: Phrase("오늘까지", "due today")
        case 2...: counted(days, "#일 남음", "# day left", "# days left")
        default: counted(1 - days, "#일 지남", "# day over", "# days over")
        }
    }

    static func pagesPerDay(_ pages: Int) -> Phrase { counted(pages, "하루 #쪽씩", "# page a day", "# pages a day") }

    static func moveEnd(_ day: String) -> Phrase { Phrase("\(day)까지로 바꾸기", "Move the end to \(day)") }

    static func memoCount(_ count: Int) -> Phrase { counted(count, "메모 #개", "# memo", "# memos") }

    static func bookCount(_ count: Int) -> Phrase { counted(count, "#권", "# book", "# books") }

    static func pageCount(_ count: Int) -> Phrase { counted(count, "#쪽", "# page", "# pages") }

    static func planContents(memos: Int, photos: Int) -> Phrase {
        switch (memos, photos) {
        case (0, 0): .deleteEntryHint
        case (_, 0):
            counted(
                memos, "메모 #개도 함께 휴지통으로 갑니다.", "# memo goes to the trash with it.",
                "# memos go to the trash with it.")
        default:
            Phrase(
                "메모 \(memos)개와 사진 \(photos)장도 함께 휴지통으로 갑니다.",
                "\(memos == 1 ? "1 memo" : "\(memos) memos") and \(photos == 1 ? "1 photo" : "\(photos) photos") "
                    + "go to the trash with it.")
        }
    }

    static func memosFound(_ count: Int) -> Phrase {
        counted(count, "찾은 메모 #개", "# memo found", "# memos found")
    }
}
