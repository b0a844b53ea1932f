import DaybookModel
import DaybookViewModels

extension Phrase {
    static let daybook = Phrase("데이북", "Daybook")
    static let accountBook = Phrase("가계부", "Account book")
    static let accountShort = Phrase("가계부", "Account")
    static let reading = Phrase("독서", "Reading")
    static let collections = Phrase("컬렉션", "Collections")
    static let settings = Phrase("설정", "Settings")
    static let trash = Phrase("휴지통", "Trash")
    static let importFile = Phrase("가져오기", "Import")
    static let skipToContent = Phrase("본문으로 건너뛰기", "Skip to content")
    static let mainNavigation = Phrase("주 메뉴", "Main")
    static let back = Phrase("뒤로", "Back")
    static let save = Phrase("저장", "Save")
    static let saveAndNext = Phrase("저장하고 하나 더", "Save and add another")
    static let cancel = Phrase("취소", "Cancel")
    static let edit = Phrase("고치기", "Edit")
    static let delete = Phrase("지우기", "Delete")
    static let duplicate = Phrase("복사해서 쓰기", "Duplicate")
    static let add = Phrase("추가", "Add")
    static let search = Phrase("찾기", "Search")
    static let clear = Phrase("조건 지우기", "Clear filters")
    static let all = Phrase("모두", "All")
    static let undo = Phrase("되돌리기", "Undo")
    static let close = Phrase("닫기", "Close")
    static let show = Phrase("보기", "Show")
    static let restore = Phrase("되살리기", "Restore")
    static let optional = Phrase("선택", "optional")
    static let previous = Phrase("이전", "Previous")
    static let next = Phrase("다음", "Next")
    static let pager = Phrase("쪽 넘기기", "Pages")
    static let total = Phrase("합계", "Total")
    static let showNumbers = Phrase("표로 보기", "Show as a table")
    static let copyText = Phrase("복사", "Copy")
    static let copied = Phrase("복사했습니다", "Copied")
    static let offline = Phrase(
        "데이북이 응답하지 않습니다. 쓰던 내용은 이 화면에 그대로 있습니다.",
        "Daybook does not answer. What you typed is still here on this page.")
    static let online = Phrase("다시 연결되었습니다", "Connected again")
    static let retry = Phrase("다시 시도", "Try again")
    static let failed = Phrase("처리하지 못했습니다. 쓰던 내용은 그대로 있습니다.", "That did not work. What you typed is still here.")
    static let typedIsKept = Phrase("쓰던 내용은 그대로 있습니다.", "What you typed is still here.")
    static let goneElsewhere = Phrase("다른 곳에서 지운 것입니다.", "This was deleted elsewhere.")
    static let goBackToList = Phrase("목록으로", "Back to the list")
    static let notFoundTitle = Phrase("찾을 수 없는 주소입니다", "Nothing is at this address")
    static let notFoundText = Phrase(
        "주소가 바뀌었거나 지워진 내용일 수 있습니다.", "The address may have changed, or what was here was deleted.")
    static let problemTitle = Phrase("문제가 생겼습니다", "Something went wrong")
    static let formHasErrors = Phrase("아직 저장하지 않았습니다. 표시된 곳을 고쳐 주세요.", "Not saved yet. Please correct what is marked.")
    static let formTooLarge = Phrase("보낸 내용이 너무 커서 다 받지 못했습니다.", "The form was too large to be received whole.")
    static let formBroken = Phrase(
        "보낸 내용을 다 받지 못했습니다. 다시 보내 주세요.", "The form did not arrive whole. Please send it again.")
    static let today = Phrase("오늘", "Today")
    static let yesterday = Phrase("어제", "Yesterday")
    static let photo = Phrase("사진", "Photo")
    static let photos = Phrase("사진", "Photos")
    static let photoHint = Phrase(
        "JPEG, PNG, WebP, HEIC · 한 장에 20MB까지. 끌어다 놓거나 붙여 넣어도 됩니다.",
        "JPEG, PNG, WebP or HEIC, up to 20 MB each. You can also drop or paste.")
    static let removePhoto = Phrase("빼기", "Remove")
    static let keepPhoto = Phrase("함께 저장", "Attach")
    static let stagedPhotos = Phrase("받아 둔 사진", "Photos already received")
    static let addPhotos = Phrase("사진 추가", "Add photos")
    static let addPhoto = Phrase("사진 넣기", "Add a photo")
    static let replacePhoto = Phrase("다른 사진으로 바꾸기", "Replace the photo")
    static let language = Phrase("언어", "Language")
    static let help = Phrase("단축키", "Keyboard shortcuts")
    static let date = Phrase("날짜", "Date")
    static let dateHint = Phrase("31, 3/31, 어제처럼 써도 됩니다.", "You can also write 31, 3/31 or yesterday.")
    static let pickDate = Phrase("달력에서 고르기", "Pick from a calendar")
    static let changedAt = Phrase("마지막 수정", "Last changed")
    static let overwriteHint = Phrase(
        "여기서 고치지 않은 칸은 새 값으로 바꿔 두었습니다. 다시 저장하면 이 화면의 내용대로 저장됩니다.",
        "What you had not touched here now shows the newer values. Saving again keeps what this form says.")
    static let savedElsewhere = Phrase(
        "여기서도 다른 곳에서도 고친 칸입니다. 다른 곳에서 저장한 값:",
        "These were changed here and elsewhere. What was saved elsewhere:")

    static let savesAsNew = Phrase("저장하면 새것으로 남습니다.", "Saving adds it as a new one.")

    static func pageNumber(_ number: Int) -> Phrase { Phrase("\(number + 1)쪽", "Page \(number + 1)") }

    static let keyNew = Phrase("새로 쓰기", "New")
    static let keyMove = Phrase("목록에서 아래·위로", "Down and up in a list")
    static let keyOpen = Phrase("열기", "Open")
    static let keyMonth = Phrase("이전 달·다음 달", "Month before, month after")
    static let keyUndo = Phrase("마지막 일 되돌리기", "Undo the last step")
    static let keyLeave = Phrase("쓰던 화면 닫기", "Leave a form")
    static let keyHelp = Phrase("이 도움말", "This help")
    static let keysOff = Phrase("설정에서 한 글자 단축키를 끌 수 있습니다.", "Single keys can be turned off in Settings.")
}

extension Phrase {
    private static func item(_ names: [Language: String], _ language: Language) -> String {
        names[language] ?? names.values.min() ?? ""
    }

    /// What was done, and to which entry: the last step may lie far back.
    private static func about(_ entry: Transaction, _ korean: String, _ english: String) -> Phrase {
        Phrase(
            "\(korean): \(entry.named(in: .korean))", "\(english): \(entry.named(in: .english))")
    }

    /// What a step did.
    static func event(_ event: UndoCenter.Event) -> Phrase {
        switch event {
        case .entryAdded(let entry): about(entry, "내역을 저장했습니다", "Entry saved")
        case .entryChanged(let entry): about(entry, "내역을 고쳤습니다", "Entry changed")
        case .entryDeleted(let entry): about(entry, "내역을 휴지통으로 옮겼습니다", "Entry moved to the trash")
        case .categoryAdded: Phrase("분류를 추가했습니다", "Category added")
        case .categoryChanged: Phrase("분류를 고쳤습니다", "Category changed")
        case .categoryDeleted: Phrase("분류를 지웠습니다", "Category deleted")
        case .planAdded: Phrase("독서 계획을 저장했습니다", "Reading plan saved")
        case .planChanged: Phrase("독서 계획을 고쳤습니다", "Reading plan changed")
        case .planDeleted(let memos):
            memos == 0
                ? Phrase("독서 계획을 휴지통으로 옮겼습니다", "Reading plan moved to the trash")
                : counted(
                    memos, "독서 계획과 메모 #개를 휴지통으로 옮겼습니다", "Reading plan and # memo moved to the trash",
                    "Reading plan and # memos moved to the trash")
        case .memoAdded: Phrase("메모를 저장했습니다", "Memo saved")
        case .memoChanged: Phrase("메모를 고쳤습니다", "Memo changed")
        case .memoDeleted: Phrase("메모를 휴지통으로 옮겼습니다", "Memo moved to the trash")
        case .collectionAdded: Phrase("컬렉션을 만들었습니다", "Collection made")
        case .collectionRenamed: Phrase("이름을 바꿨습니다", "Name changed")
        case .collectionDeleted: Phrase("컬렉션을 휴지통으로 옮겼습니다", "Collection moved to the trash")
        case .collectionReset(let items):
            counted(items, "#개의 보유 표시를 지웠습니다", "# tick cleared", "# ticks cleared")
        case .itemAdded: Phrase("항목을 추가했습니다", "Item added")
        case .itemChanged: Phrase("항목을 고쳤습니다", "Item changed")
        case .itemDeleted: Phrase("항목을 지웠습니다", "Item deleted")
        case .itemsMarked(let count): counted(count, "항목 #개를 표시했습니다", "# item marked", "# items marked")
        case .imported(let count): counted(count, "#건을 가져왔습니다", "# thing imported", "# things imported")
        case .settingsChanged: Phrase("설정을 저장했습니다", "Settings saved")
        case .restored: Phrase("되살렸습니다", "Restored")
        case .trashEmptied(let count):
            counted(count, "휴지통을 비웠습니다 (#개)", "Trash emptied (# thing)", "Trash emptied (# things)")
        case .itemTicked(let names, let owned):
            Phrase(
                "\(item(names, .korean)): \(owned ? "가짐" : "없음")",
                "\(item(names, .english)): \(owned ? "owned" : "not owned")")
        case .itemWished(let names, let wished):
            Phrase(
                "\(item(names, .korean)): \(wished ? "갖고 싶은 것" : "갖고 싶은 것에서 뺌")",
                "\(item(names, .english)): \(wished ? "wished for" : "no longer wished for")")
        case .undone(let step):
            Phrase(
                "되돌렸습니다: \(self.event(step).korean)", "Undone: \(self.event(step).english)")
        case .importUndone: Phrase("가져오기를 되돌렸습니다", "Import undone")
        case .nothingToUndo: Phrase("되돌릴 것이 없습니다", "There is nothing to undo")
        case .undoRefused(.conflict):
            Phrase(
                "되돌리지 않았습니다. 그 뒤에 다시 바뀐 것이 있어 그대로 두었습니다.",
                "Not undone: it was changed again since then, so it was left as it is.")
        case .undoRefused(let error):
            Phrase(
                "되돌리지 못했습니다. \(error.message(in: .korean))", "Not undone. \(error.message(in: .english))")
        }
    }
}
