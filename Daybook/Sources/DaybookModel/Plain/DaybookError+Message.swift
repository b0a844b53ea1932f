extension DaybookError {
    /// One or two sentences for a person: what is wrong and what to do.
    public func message(in language: Language) -> String {
        switch self {
        case .notFound(let subject, _): Self.notFound(subject, language)
        case .validation(let field, let reason): reason.message(for: field, in: language)
        case .conflict:
            language.choose(
                "그사이 다른 곳에서 바뀌었습니다. 확인하고 다시 저장하세요.",
                "It was changed elsewhere in the meantime. Look it over and save again.")
        case .folderInUse(let path):
            language.choose(
                "자료 폴더 \(path)을(를) 다른 Daybook이 쓰고 있습니다. 그것을 먼저 끝내세요.",
                "Another Daybook is using the data folder \(path). Stop it first.")
        case .diskFull:
            language.choose(
                "디스크가 가득 차서 저장하지 못했습니다. 바뀐 것은 없습니다. 자리를 비우고 다시 저장하세요.",
                "The disk is full, so nothing was saved or changed. Free some space and save again.")
        case .damaged(let path, let cause):
            language.choose(
                "데이터베이스 \(path)이(가) 망가졌거나 데이북의 것이 아니라서 열지 못했습니다. 파일은 건드리지 않았습니다. "
                    + "같은 자리의 backups 폴더에 있는 최근 백업은 그것만으로 완전한 자료 폴더입니다. 그 폴더를 다른 곳에 통째로 복사해서 "
                    + "--data로 고르세요. 이 폴더의 파일을 바꿔 넣지는 마세요. (\(cause))",
                "The database \(path) could not be opened: it is damaged, or no database of Daybook. The file was not "
                    + "touched. Each backup in the folder backups beside it is a whole data folder: copy the latest "
                    + "one elsewhere and start with the copy by --data. Do not put single files of it here. (\(cause))")
        case .newerData(let path):
            language.choose(
                "\(path)은(는) 더 새로운 데이북이 쓴 자료입니다. 파일은 건드리지 않았습니다. 데이북을 새 판으로 바꾼 뒤 여세요.",
                "\(path) was written by a newer Daybook and was not touched. Update Daybook, then open it again.")
        case .migrationFailed(let path, let backup, let cause):
            language.choose(
                "예전 판의 자료 \(path)을(를) 새 판으로 옮기지 못했습니다. 자료는 그대로 있어서 예전 판 데이북으로 열 수 있습니다."
                    + (backup.map { " 옮기기 전의 사본은 \($0)에 있습니다." } ?? "") + " (\(cause))",
                "The data of an earlier version, \(path), could not be carried over. It is as it was: the earlier "
                    + "Daybook still opens it." + (backup.map { " A copy made before is in \($0)." } ?? "")
                    + " (\(cause))")
        case .folderNotEmpty(let path):
            language.choose(
                "폴더 \(path)이(가) 비어 있지 않습니다. 되살린 자료가 있는 자료를 덮지 않도록 --data로 빈 폴더를 고르세요.",
                "The folder \(path) is not empty. Choose an empty one with --data, so that nothing is overwritten.")
        case .folderUnusable(let path, let cause):
            language.choose(
                "자료 폴더 \(path)을(를) 만들거나 쓸 수 없습니다. --data로 다른 폴더를 고르거나 권한을 살펴보세요. (\(cause))",
                "The data folder \(path) cannot be made or written to. Choose another with --data, or look at its "
                    + "permissions. (\(cause))")
        case .storage(let cause):
            language.choose(
                "저장소를 읽거나 쓰지 못했습니다. 바뀐 것은 없습니다. 다시 해 보세요. (\(cause))",
                "The data could not be read or written. Nothing was changed. Try again. (\(cause))")
        }
    }

    private static func notFound(_ subject: Subject, _ language: Language) -> String {
        let name =
            switch subject {
            case .transaction: language.choose("이 내역은", "This entry is")
            case .category: language.choose("이 분류는", "This category is")
            case .plan: language.choose("이 독서 계획은", "This reading plan is")
            case .memo: language.choose("이 메모는", "This memo is")
            case .collection: language.choose("이 컬렉션은", "This collection is")
            case .item: language.choose("이 항목은", "This item is")
            case .photo: language.choose("이 사진은", "This photo is")
            case .importBatch: language.choose("이 가져오기는", "This import is")
            }
        return language.choose(
            "\(name) 여기 없습니다. 다른 곳에서 이미 지웠을 수 있습니다.",
            "\(name) not here. It may have been deleted elsewhere already.")
    }
}

extension DaybookError.Reason {
    func message(for field: DaybookError.Field, in language: Language) -> String {
        switch self {
        case .missing: missing(field, language)
        case .unreadable: unreadable(field, language)
        case .tooManyDecimals(let allowed):
            allowed == 0
                ? language.choose("이 통화에는 소수점 아래가 없습니다.", "This currency has no decimals.")
                : language.choose(
                    "이 통화는 소수점 아래 \(allowed)자리까지입니다.", "This currency has \(allowed) decimals at most.")
        case .notPositive: language.choose("0보다 커야 합니다.", "It must be more than zero.")
        case .tooLarge(let limit):
            language.choose("너무 큽니다. \(limit)까지 쓸 수 있습니다.", "That is too large; the limit is \(limit).")
        case .tooLong(let limit):
            language.choose(
                "너무 깁니다. \(Self.grouped(limit))자까지 쓸 수 있습니다.",
                "That is too long; the limit is \(Self.grouped(limit)) characters.")
        case .notOneEmoji:
            language.choose("이모지 하나만 쓰세요. 예: ☕", "Use one emoji, such as ☕, or leave it empty.")
        case .otherCurrency(let sign, let currency):
            language.choose(
                "금액에 \(sign) 표시가 있는데 통화는 \(currency.code)입니다. 통화를 바꾸거나 표시를 빼세요.",
                "The amount says \(sign), but the currency is \(currency.code). Change the currency or leave the sign out."
            )
        case .noSuchDay(let year, let month, let day):
            language.choose(
                "\(year)년 \(month)월에는 \(day)일이 없습니다.",
                "\(CalendarDay.englishMonthNames[month - 1]) \(year) has no \(Self.ordinal(day)).")
        case .yearOutOfRange(let first, let last):
            language.choose(
                "\(first)년부터 \(last)년까지의 날짜를 쓰세요.", "The year must lie between \(first) and \(last).")
        case .endBeforeStart:
            language.choose("끝나는 날이 시작하는 날보다 앞섭니다.", "The end lies before the start.")
        case .lowestAboveHighest:
            language.choose("최저 금액이 최고 금액보다 큽니다.", "The lowest amount is more than the highest.")
        case .beyondLastPage:
            language.choose("전체 쪽수보다 큽니다.", "That is beyond the last page.")
        case .notAvailable:
            language.choose("고른 것이 이제 없습니다. 다시 고르세요.", "That choice is no longer there. Choose again.")
        case .duplicate: language.choose("같은 이름이 이미 있습니다.", "That name is taken.")
        case .inUse(let count):
            language.choose(
                "\(count)개의 내역이 쓰고 있습니다. 옮길 곳을 고르세요.",
                count == 1
                    ? "One entry uses it. Choose where to move it."
                    : "\(count) entries use it. Choose where to move them.")
        case .tooManyPhotos(let limit):
            language.choose(
                "사진은 \(limit)장까지 붙일 수 있습니다.", limit == 1 ? "One photo at most." : "\(limit) photos at most.")
        case .photoTooLarge, .photoTooManyPixels, .photoNotRecognised, .photoDamaged, .photoNotConvertible:
            photoMessage(language)
        case .unknownEncoding:
            language.choose(
                "글자를 읽지 못했습니다. 텍스트 파일이 아니거나 인코딩이 섞여 있습니다. 표라면 CSV UTF-8로 저장해서 가져오세요.",
                "Its letters could not be read: it is no text file, or its encodings are mixed. If it is a table, "
                    + "save it as CSV UTF-8 and import that.")
        case .notReadable(let cause):
            language.choose("파일을 읽지 못했습니다. (\(cause))", "The file could not be read. (\(cause))")
        case .emptyFile: language.choose("파일이 비어 있습니다.", "The file is empty.")
        case .undecided:
            language.choose("파일이 말해 주지 않는 것을 먼저 골라 주세요.", "Choose first what the file does not tell.")
        case .unreadableSheet:
            language.choose(
                "이 스프레드시트는 읽지 못했습니다. CSV로 저장해서 가져오세요.",
                "This spreadsheet could not be read. Save it as CSV and import that.")
        case .unknownFormat:
            language.choose(
                "알지 못하는 종류의 파일입니다. 표라면 CSV로 저장해서 가져오세요.",
                "This kind of file is not known. If it is a table, save it as CSV and import that.")
        case .passwordLocked:
            language.choose(
                "암호가 걸린 파일입니다. 암호를 풀어 저장한 파일을 가져오세요.",
                "The file is locked by a password. Save it without one and import that.")
        case .notABackup:
            language.choose(
                "데이북의 백업 파일이 아니거나 망가졌습니다. 바뀐 것은 없습니다.",
                "This is no backup of Daybook, or it is damaged. Nothing was changed.")
        case .tooManyColumns(let limit):
            language.choose(
                "열이 너무 많습니다. \(limit)열까지 읽습니다. 필요한 열만 남겨 저장해서 가져오세요.",
                "The table has too many columns; the limit is \(limit). Save it with the columns that matter and import "
                    + "that.")
        case .noRows(let detail):
            detail.isEmpty
                ? language.choose("읽을 수 있는 줄이 없습니다.", "No row could be read.")
                : language.choose(
                    "열 이름(\(detail.quoted)) 아래에 읽을 수 있는 줄이 없습니다.",
                    "There is no row to read below the names of the columns: \(detail.quoted).")
        }
    }

    private func missing(_ field: DaybookError.Field, _ language: Language) -> String {
        switch field {
        case .amount: language.choose("금액을 쓰세요.", "Enter an amount.")
        case .category: language.choose("분류를 고르세요.", "Choose a category.")
        case .title: language.choose("제목을 쓰세요.", "Enter a title.")
        case .text: language.choose("내용을 쓰세요.", "Enter some text.")
        case .name: language.choose("이름을 쓰세요.", "Enter a name.")
        case .day, .startDay, .endDay: language.choose("날짜를 쓰세요.", "Enter a date.")
        case .file: language.choose("파일을 고르세요.", "Choose a file.")
        default: language.choose("빈칸으로 둘 수 없습니다.", "This cannot be left empty.")
        }
    }

    private func unreadable(_ field: DaybookError.Field, _ language: Language) -> String {
        switch field {
        case .amount:
            language.choose(
                "금액을 읽지 못했습니다. 12300, 12,300, 1.2만 또는 1200+3500처럼 쓰세요.",
                "The amount could not be read. Write it like 12300, 12,300 or 1200+3500.")
        case .day, .startDay, .endDay:
            language.choose(
                "날짜를 읽지 못했습니다. 2026-03-31처럼 쓰세요.", "The date could not be read. Write it like 2026-03-31.")
        case .quantity: language.choose("1 이상의 정수로 쓰세요.", "Write a whole number, 1 or more.")
        case .totalPages, .page:
            language.choose("0 이상의 정수로 쓰세요.", "Write a whole number, 0 or more.")
        case .monthStartDay:
            language.choose("1부터 31까지의 수를 쓰세요.", "Write a number from 1 to 31.")
        case .file: language.choose("파일을 읽지 못했습니다.", "The file could not be read.")
        default: language.choose("읽지 못했습니다.", "This could not be read.")
        }
    }

    /// A limit with its thousands apart; limits are below a million.
    private static func grouped(_ number: Int) -> String {
        guard number >= 1000 else { return String(number) }
        let rest = String(number % 1000)
        return "\(number / 1000),\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }

    /// Days at the end of a month, the only ones that a month may lack.
    private static func ordinal(_ day: Int) -> String { day == 31 ? "31st" : "\(day)th" }

    /// Millions as Korean counts them: by ten thousands.
    private static func koreanPixels(_ megapixels: Int) -> String {
        let tenThousands = megapixels * 100
        return tenThousands.isMultiple(of: 1000) && tenThousands < 10_000
            ? "\(tenThousands / 1000)천만"
            : tenThousands.isMultiple(of: 10_000) ? "\(tenThousands / 10_000)억" : "\(tenThousands)만"
    }

    private func photoMessage(_ language: Language) -> String {
        func named(_ fileName: String?) -> String { fileName.map { "\($0): " } ?? "" }
        switch self {
        case .photoTooLarge(let megabytes, let name):
            return named(name)
                + language.choose("사진이 \(megabytes)MB를 넘습니다.", "the photo is larger than \(megabytes) MB.")
        case .photoTooManyPixels(let megapixels, let name):
            return named(name)
                + language.choose(
                    "사진이 \(Self.koreanPixels(megapixels)) 화소를 넘습니다.",
                    "the photo has more than \(megapixels) megapixels.")
        case .photoNotRecognised(let name):
            return named(name)
                + language.choose(
                    "JPEG, PNG, WebP, HEIC 사진이 아닙니다.", "this is no JPEG, PNG, WebP or HEIC photo.")
        case .photoDamaged(let name):
            return named(name)
                + language.choose(
                    "사진 파일이 망가졌거나 끝까지 들어 있지 않습니다.", "the photo is damaged, or its end is missing.")
        case .photoNotConvertible(let detail, let name):
            return named(name)
                + language.choose("사진을 열지 못했습니다. (\(detail))", "the photo could not be opened. (\(detail))")
        default:
            return ""
        }
    }
}

extension ImportProblem {
    /// A short sentence for a person.
    public func message(in language: Language) -> String {
        switch self {
        case .letters:
            language.choose(
                "이 줄의 글자 일부를 읽지 못했습니다.", "Some letters of this row could not be read.")
        case .date(let text):
            text.isEmpty
                ? language.choose("날짜가 없습니다.", "The date is missing.")
                : language.choose(
                    "날짜를 읽지 못했습니다: \(text.quoted)",
                    "The date could not be read: \(text.quoted)")
        case .amount(let text):
            text.isEmpty
                ? language.choose("금액이 없습니다.", "The amount is missing.")
                : language.choose(
                    "금액을 읽지 못했습니다: \(text.quoted)",
                    "The amount could not be read: \(text.quoted)")
        case .tooManyDecimals(let text, let currency):
            currency.fractionDigits == 0
                ? language.choose(
                    "\(currency.code)에는 소수점이 없습니다: \(text.quoted). 통화를 바꾸어 보세요.",
                    "\(currency.code) has no decimals: \(text.quoted). Try another currency.")
                : language.choose(
                    "\(currency.code)에는 소수점 아래가 \(currency.fractionDigits)자리까지입니다: \(text.quoted). 통화를 바꾸어 보세요.",
                    "\(currency.code) has \(currency.fractionDigits) decimals at most: \(text.quoted). Try another currency."
                )
        case .zeroAmount: language.choose("금액이 0입니다.", "The amount is zero.")
        case .twoAmounts:
            language.choose("나간 금액과 들어온 금액이 다 있습니다.", "Both money in and money out are given.")
        case .kind(let text):
            language.choose(
                "알지 못하는 구분입니다: \(text.quoted)",
                "This kind is not known: \(text.quoted)")
        case .currency(let text):
            language.choose(
                "알지 못하는 통화입니다: \(text.quoted)",
                "This currency is not known: \(text.quoted)")
        case .tooFewCells: language.choose("칸이 모자랍니다.", "The row has too few cells.")
        case .missingName: language.choose("이름이 없습니다.", "The name is missing.")
        case .tooLong(let limit): DaybookError.Reason.tooLong(limit: limit).message(for: .memo, in: language)
        case .totalsRow: language.choose("합계 줄이라 뺐습니다.", "A row of sums; left out.")
        case .notAnEntry:
            language.choose(
                "내역이 아니라 뺐습니다 (시작 잔액이나 나뉜 합계).", "Not an entry (an opening balance or a split sum); left out.")
        case .noText: language.choose("글이 없는 표시라 뺐습니다.", "A mark without text; left out.")
        case .deletedAtSource: language.choose("원본에서 지운 것이라 뺐습니다.", "Deleted at the source; left out.")
        case .overlaps(let line):
            language.choose(
                "\(line)번째 줄의 더 긴 밑줄에 들어 있어 뺐습니다.", "Part of the longer highlight at line \(line); left out.")
        case .entryAlreadyThere:
            language.choose(
                "날짜와 금액이 같은 내역이 이미 있어 뺐습니다.", "An entry of this day and amount is there already; left out.")
        case .highlightAlreadyThere:
            language.choose(
                "이 책의 같은 밑줄이 이미 있어 뺐습니다.", "This highlight of the book is there already; left out.")
        case .alreadyThere:
            language.choose(
                "제목과 지은이가 같은 책이 이미 있어 뺐습니다.", "A book of this title and author is there already; left out.")
        case .skipped: language.choose("고르지 않은 줄입니다.", "Not chosen.")
        }
    }
}

extension String {
    /// As much of a file's text as a sentence has room for.
    fileprivate var quoted: String { shortened(to: 120) }
}
