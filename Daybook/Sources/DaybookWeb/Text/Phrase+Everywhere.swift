import DaybookModel

extension Phrase {
    static let importIntro = Phrase(
        "은행·카드 내역, 편한가계부, 뱅크샐러드, OFX·QIF, Goodreads 서재, 북모리 백업, 킨들 메모, 컬렉션 목록 등을 읽습니다. 저장하기 전에 무엇이 들어올지 보여 드립니다.",
        "Files from your bank or card, 편한가계부, 뱅크샐러드, OFX or QIF, a Goodreads library, a 북모리 backup, Kindle notes, a list for a "
            + "collection and more. You see what will be added before anything is stored.")
    static let chooseFile = Phrase("파일 고르기", "Choose a file")
    static let fileHint = Phrase("여기로 끌어다 놓아도 됩니다.", "You can also drop it here.")
    static let readFile = Phrase("파일 읽기", "Read the file")
    static let stepFile = Phrase("파일", "File")
    static let stepPreview = Phrase("확인", "Preview")
    static let stepResult = Phrase("결과", "Result")
    static let previewTitle = Phrase("가져올 내용 확인", "What will be imported")
    static let recognised = Phrase("이렇게 읽었습니다", "How it was read")
    static let fileKind = Phrase("파일 종류", "Kind of file")
    static let encoding = Phrase("문자 인코딩", "Text encoding")
    static let dateOrder = Phrase("날짜 순서", "Order of dates")
    static let decimalMark = Phrase("소수점", "Decimal mark")
    static let columns = Phrase("열 지정", "Meaning of columns")
    static let apply = Phrase("다시 읽기", "Read again")
    static let line = Phrase("줄", "Line")
    static let mark = Phrase("표시", "Mark")
    static let reason = Phrase("까닭", "Reason")
    static let markNew = Phrase("새로 추가", "new")
    static let markSeen = Phrase("전에 가져옴", "seen before")
    static let markSimilar = Phrase("비슷한 내역 있음", "similar")
    static let markSimilarBook = Phrase("이미 있는 책", "there already")
    static let markRenamed = Phrase("이름 바뀜", "renamed")
    static let markUnreadable = Phrase("읽지 못함", "cannot read")
    static let markLeftOut = Phrase("제외", "left out")
    static let nothingNew = Phrase("새로 가져올 것이 없습니다.", "There is nothing new to import.")
    static let questionsFirst = Phrase("먼저 골라 주세요.", "Please choose first.")
    static let askDateOrder = Phrase(
        "날짜가 일·월 순서인지 월·일 순서인지 파일만으로는 알 수 없습니다.",
        "The file does not tell whether the day or the month comes first.")
    static let askDecimalMark = Phrase(
        "금액의 점과 쉼표가 무슨 뜻인지 파일만으로는 알 수 없습니다.", "The file does not tell what point and comma mean in amounts.")
    static let askCurrency = Phrase(
        "기본 통화에 없는 소수점 금액이 있습니다. 이 파일의 통화를 골라 주세요.",
        "Amounts have decimals that your home currency does not have. Say which currency the file is in.")
    static let readingFile = Phrase("파일을 읽고 있습니다. 큰 파일은 조금 걸립니다…", "Reading the file. A large one takes a while…")
    static let importing = Phrase("가져오고 있습니다…", "Importing…")
    static let askColumns = Phrase("어느 열이 날짜이고 금액인지 골라 주세요.", "Say which columns hold the date and the amount.")
    static let goesTo = Phrase("넣을 컬렉션", "Goes to")
    static let newCollectionNamed = Phrase("새 컬렉션", "A new collection")
    static let resultTitle = Phrase("가져오기 결과", "Import result")
    static let undoImport = Phrase("이 가져오기 되돌리기", "Undo this import")
    static let seeResult = Phrase("가져온 것 보기", "See what was imported")
    static let importMore = Phrase("다른 파일 가져오기", "Import another file")
    static let earlierImports = Phrase("지난 가져오기", "Earlier imports")
    static let undoneMark = Phrase("되돌림", "undone")
    static let unreadableLines = Phrase("읽지 못한 줄", "Lines that could not be read")
    static let fileRows = Phrase("파일의 줄", "Rows in the file")
    static let added = Phrase("추가함", "Added")
    static let renamedItems = Phrase("이름을 바꿈", "Renamed")
    static let seenBefore = Phrase("전에 가져옴", "Seen before")
    static let leftOut = Phrase("제외", "Left out")
    static let unreadable = Phrase("읽지 못함", "Could not be read")
    static let fileGone = Phrase(
        "이 파일은 이제 보관하지 않습니다. 다시 골라 주세요.", "This file is no longer kept. Please choose it again.")

    static func rowsShown(_ shown: Int, of count: Int) -> Phrase {
        Phrase(
            "\(count.formattedWithCommas)줄 중 \(shown.formattedWithCommas)줄을 보여 드립니다. 나머지도 가져옵니다.",
            "Showing \(shown.formattedWithCommas) of \(count.formattedWithCommas) rows; the others are imported too.")
    }

    static let importChosen = Phrase("고른 것 가져오기", "Import what is chosen")

    static func importCount(_ count: Int) -> Phrase { counted(count, "#건 가져오기", "Import # row", "Import # rows") }

    static func question(_ question: ImportQuestion) -> Phrase {
        switch question {
        case .dateOrder: .askDateOrder
        case .currency: .askCurrency
        case .decimalMark: .askDecimalMark
        case .columns: .askColumns
        }
    }

    static func rowState(_ state: ImportRowState, of area: DataArea) -> Phrase {
        switch state {
        case .new: .markNew
        case .seen: .markSeen
        case .renamed: .markRenamed
        case .similar: area == .reading ? .markSimilarBook : .markSimilar
        case .unreadable: .markUnreadable
        case .leftOut: .markLeftOut
        }
    }

    static func format(_ format: ImportFormat) -> Phrase {
        Phrase(format.title(in: .korean), format.title(in: .english))
    }

    static func dateOrder(_ order: DateOrder) -> Phrase {
        switch order {
        case .yearMonthDay: Phrase("연-월-일", "Year, month, day")
        case .monthDayYear: Phrase("월-일-연", "Month, day, year")
        case .dayMonthYear: Phrase("일-월-연", "Day, month, year")
        }
    }

    static func decimalMark(_ mark: DecimalMark) -> Phrase {
        switch mark {
        case .point: Phrase("점 (1,234.50)", "Point (1,234.50)")
        case .comma: Phrase("쉼표 (1.234,50)", "Comma (1.234,50)")
        }
    }

    static func role(_ role: ColumnRole) -> Phrase {
        switch role {
        case .date: Phrase("날짜", "Date")
        case .time: Phrase("시각", "Time")
        case .amount: Phrase("금액", "Amount")
        case .outgoing: Phrase("나간 금액", "Money out")
        case .incoming: Phrase("들어온 금액", "Money in")
        case .kind: Phrase("수입/지출 구분", "Income or expense")
        case .category: Phrase("분류", "Category")
        case .subcategory: Phrase("소분류", "Subcategory")
        case .text: Phrase("내용", "Text")
        case .note: Phrase("덧붙인 메모", "Note")
        case .currency: Phrase("통화", "Currency")
        case .payment: Phrase("결제 수단", "Payment")
        case .balance: Phrase("잔액", "Balance")
        case .name: Phrase("이름", "Name")
        case .englishName: Phrase("영어 이름", "Name in English")
        case .group: Phrase("묶음", "Group")
        case .number: Phrase("번호", "Number")
        case .variant: Phrase("세부 종류", "Variant")
        case .owned: Phrase("보유", "Owned")
        case .quantity: Phrase("개수", "Quantity")
        case .originalAmount: Phrase("원래 통화 금액", "Amount in another currency")
        case .originalCurrency: Phrase("원래 통화", "The other currency")
        case .ignored: Phrase("읽지 않음", "Not read")
        }
    }

    static let export = Phrase("내보내기와 백업", "Export and backup")
    static let exportAll = Phrase("모든 자료를 한 파일로", "Everything in one file")
    static let exportAllText = Phrase(
        "데이터베이스와 사진, 그리고 같은 내용의 CSV 표를 ZIP 파일 하나에 담습니다.",
        "The database, the photos, and the same as CSV tables, in one ZIP file.")
    static let restoreHint = Phrase(
        "되살리려면 데이북을 시작할 때 --restore 백업파일 --data 빈폴더 를 붙이세요.",
        "To restore it, start Daybook with --restore FILE --data EMPTY-FOLDER.")
    static let downloadAll = Phrase("백업 내려받기", "Download the backup")
    static let dailyBackups = Phrase("날마다 저절로 만드는 백업", "Backups made every day")
    static let dailyBackupsText = Phrase(
        "데이북이 켜져 있는 날마다 자료 폴더 안에 백업을 하나 만들고, 마지막 7개를 남깁니다. 각각이 그대로 자료 폴더입니다. "
            + "되살리려면 데이북을 끝내고, 그 폴더를 다른 곳에 복사한 뒤 daybook --data 복사한폴더 로 시작하세요.",
        "On each day that Daybook runs it makes one beside your data and keeps the last seven. Each is a data folder "
            + "itself: to restore it, stop Daybook, copy the folder elsewhere and start daybook --data THAT-COPY.")
    static let noBackupYet = Phrase("아직 만든 백업이 없습니다.", "There is none yet.")

    static func backupContents(_ megabytes: String, photos: Int) -> Phrase {
        Phrase(
            "데이터베이스 \(megabytes)MB · 사진 \(photos.formattedWithCommas)장",
            "database \(megabytes) MB · \(photos.formattedWithCommas) \(photos == 1 ? "photo" : "photos")")
    }

    static let exportTables = Phrase("표로 따로", "One table at a time")
    static let exportTablesText = Phrase(
        "엑셀 같은 프로그램에서 엽니다. 메모 말고는 데이북으로 다시 가져올 수도 있습니다. 사진은 들어 있지 않습니다.",
        "For spreadsheets; all but the memos can be imported into Daybook again. Photos are not in them.")
    static let homeCurrency = Phrase("기본 통화", "Home currency")
    static let monthStart = Phrase("한 달이 시작하는 날", "First day of the month")
    static let monthStartHint = Phrase("월급날이 25일이면 25. 1부터 31까지.", "If you are paid on the 25th, 25. From 1 to 31.")
    static let weekStart = Phrase("한 주의 첫날", "First day of the week")
    static let sunday = Phrase("일요일", "Sunday")
    static let monday = Phrase("월요일", "Monday")
    static let singleKeys = Phrase("한 글자 단축키 쓰기 (n, /, j, k …)", "Single-key shortcuts (n, /, j, k …)")
    static let browserLanguage = Phrase("브라우저를 따름", "Browser")
    static let dataSection = Phrase("자료", "Data")
    static let trashEmpty = Phrase("휴지통이 비어 있습니다", "The trash is empty")
    static let trashText = Phrase(
        "지운 것은 30일 동안 여기 남아 있다가 사진과 함께 완전히 지워집니다.",
        "Deleted things stay here for 30 days, then go for good, photos included.")
    static let emptyTrash = Phrase("지금 비우기", "Empty now")
    static let emptyTrashTitle = Phrase("휴지통을 비울까요?", "Empty the trash?")
    static let emptyTrashWarning = Phrase(
        "여기 있는 것이 사진과 함께 완전히 지워지고, 되돌릴 수 없습니다.",
        "Everything here goes for good, photos included. This cannot be undone.")
    static let welcome = Phrase("데이북에 오신 것을 환영합니다", "Welcome to Daybook")
    static let welcomeText = Phrase(
        "가계부, 독서, 컬렉션을 내 컴퓨터에 적어 둡니다. 계정도 클라우드도 없습니다.",
        "An account book, reading plans and collections on your own machine. No account, no cloud.")
    static let start = Phrase("시작하기", "Start")
    static let skip = Phrase("건너뛰기", "Skip")

    static func deletedOn(_ day: String) -> Phrase { Phrase("\(day)에 지움", "Deleted \(day)") }
}
