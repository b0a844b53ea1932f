import DaybookModel

extension Phrase {
    static let newCollection = Phrase("새 컬렉션", "New collection")
    static let emptyCollections = Phrase("아직 컬렉션이 없습니다", "No collection yet")
    static let emptyCollectionsText = Phrase(
        "모으는 것의 이름을 적거나, 목록 파일을 가져오세요.", "Name what you collect, or import a list.")
    static let collectionName = Phrase("컬렉션 이름", "Name of the collection")
    static let owned = Phrase("가진 것", "Owned")
    static let missing = Phrase("없는 것", "Missing")
    static let wished = Phrase("위시리스트", "Wished")
    static let group = Phrase("묶음", "Group")
    static let allGroups = Phrase("모든 묶음", "All groups")
    static let progress = Phrase("모은 정도", "Progress")
    static let newItem = Phrase("새 항목", "New item")
    static let editItem = Phrase("항목 고치기", "Edit item")
    static let nameKorean = Phrase("한국어 이름", "Name in Korean")
    static let nameEnglish = Phrase("영어 이름", "Name in English")
    static let number = Phrase("번호", "Number")
    static let variant = Phrase("세부 종류", "Variant")
    static let note = Phrase("메모", "Note")
    static let quantity = Phrase("개수", "Quantity")
    static let reset = Phrase("처음부터 다시", "Reset")
    static let resetTitle = Phrase("보유 표시를 모두 지울까요?", "Clear all ticks?")
    static let resetKeeps = Phrase("항목은 그대로 남고, 되돌릴 수 있습니다.", "The items stay, and you can undo this.")
    static let typeName = Phrase("확인을 위해 컬렉션 이름을 그대로 쓰세요.", "Type the collection's name to confirm.")
    static let nameDiffers = Phrase("컬렉션 이름과 다릅니다.", "That is not the collection's name.")
    static let copyMissing = Phrase("없는 것 목록", "What is missing")
    static let markShownOwned = Phrase("보이는 것 모두 가짐으로", "Mark all shown as owned")
    static let markShownMissing = Phrase("보이는 것 모두 없음으로", "Mark all shown as missing")
    static let searchItems = Phrase("이름으로 찾기", "Search by name")
    static let noItems = Phrase("아직 항목이 없습니다.", "There are no items yet.")
    static let noItemShown = Phrase("조건에 맞는 항목이 없습니다.", "No item matches.")
    static let deleteCollection = Phrase("컬렉션 지우기", "Delete collection")
    static let deleteItem = Phrase("항목 지우기", "Delete item")
    static let items = Phrase("컬렉션 항목", "Items of collections")
    static let rename = Phrase("이름 바꾸기", "Rename")
    static let ownedFilter = Phrase("보유 여부", "Owned or missing")
    static let wish = Phrase("위시리스트에 담기", "Add to wishes")
    static let unwish = Phrase("위시리스트에서 빼기", "Remove from wishes")
    static let manage = Phrase("컬렉션 관리", "Manage collection")

    static func progress(_ progress: OwnedProgress) -> Phrase {
        let text =
            "\(progress.owned.formattedWithCommas) / \(progress.total.formattedWithCommas) (\(progress.percent)%)"
        return Phrase(text, text)
    }

    static func ownership(_ ownership: CollectionItemFilter.Ownership) -> Phrase {
        switch ownership {
        case .all: .all
        case .owned: .owned
        case .missing: .missing
        case .wished: .wished
        }
    }

    static func itemCount(_ count: Int) -> Phrase { counted(count, "항목 #개", "# item", "# items") }

    static func resetCount(_ count: Int) -> Phrase {
        counted(
            count, "가진 것으로 표시한 #개가 모두 ‘없음’이 됩니다.", "# owned item becomes missing.", "# owned items become missing.")
    }

    static func nowOwned(_ name: String, _ owned: Bool, _ progress: OwnedProgress) -> Phrase {
        let numbers = Phrase.progress(progress).korean
        return owned
            ? Phrase("\(name): 가짐. \(numbers)", "\(name): owned. \(numbers)")
            : Phrase("\(name): 없음. \(numbers)", "\(name): missing. \(numbers)")
    }
}
