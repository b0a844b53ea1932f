import Foundation
import Testing

@testable import DaybookModel

@Suite struct ImportManagerTests {
    let daybook: TestDaybook
    var manager: any ImportManaging { get throws { try daybook.data.imports } }

    init() throws {
        daybook = try TestDaybook()
    }

    private let bank = """
        거래일시,적요,출금액,입금액,내용
        2026.03.30 08:02:00,체크카드,"2,000",0,푸른카페
        2026.03.30 08:02:00,체크카드,"2,000",0,푸른카페
        2026.03.31 19:40:00,체크카드,"54,000",0,가람마트
        나쁜 줄,체크카드,1,0,가람마트
        합계,,"58,000",0,
        """

    private func run(_ text: String, _ options: ImportOptions = ImportOptions(), name: String = "bank.csv") async throws
        -> ImportResult
    {
        try await run(Data(text.utf8), options, name: name)
    }

    private func run(_ data: Data, _ options: ImportOptions = ImportOptions(), name: String = "bank.csv") async throws
        -> ImportResult
    {
        let preview = try await value(manager.open(data, fileName: name, options: options))
        defer { try? manager.close(id: preview.id) }
        let result = try await value(manager.run(id: preview.id, options: options))
        #expect(result.total == result.added + result.renamed + result.seen + result.leftOut + result.unreadable.count)
        return result
    }

    private func list() async throws -> TransactionList {
        try await value(daybook.data.transactions.transactions(matching: TransactionFilter(), limit: nil, offset: 0))
    }

    @Test func bank_imported_keepsRepeatsAndListsWhatItCouldNotRead() async throws {
        let result = try await run(bank)
        #expect(result.added == 3 && result.leftOut == 1)
        #expect(result.unreadable == [.init(line: 5, problem: .date("나쁜 줄"))])
        #expect(try await list().totals[0].expense.minorUnits == 58_000)
        #expect(try await list().transactions.map(\.memo) == ["가람마트 · 체크카드", "푸른카페 · 체크카드", "푸른카페 · 체크카드"])
    }

    @Test func secondImport_addsNothing_evenAfterDeletingAndPurging() async throws {
        _ = try await run(bank)
        let second = try await run(bank)
        #expect(second.added == 0 && second.seen == 3 && second.batchID == nil)
        let deleted = try #require(try await list().transactions.first)
        _ = try await value(daybook.data.transactions.delete(id: deleted.id))
        #expect(try await run(bank).seen == 3)
        _ = try await value(daybook.data.trash.empty(trashedBefore: nil))
        #expect(try await run(bank).seen == 3)
        #expect(try await list().count == 2)
    }

    @Test func seenRow_wantedAgain_isAdded() async throws {
        _ = try await run(bank)
        let again = try await run(bank, ImportOptions(repeatedLines: [2]))
        #expect(again.added == 1 && again.seen == 2)
        #expect(try await list().count == 4)
    }

    @Test(.needsSamples) func overlappingFile_addsOnlyWhatIsNew() async throws {
        #expect(try await run(try Samples.data("account/overlap-1-march.csv")).added == 4)
        let second = try await run(try Samples.data("account/overlap-2-march-april.csv"))
        #expect(second.added == 2 && second.seen == 2)
    }

    @Test func undo_takesBack_andTheFileMayComeAgain() async throws {
        let result = try await run(bank)
        let batchID = try #require(result.batchID)
        #expect(try await value(manager.batches()).map(\.addedCount) == [3])
        #expect(try await value(manager.undo(batchID: batchID)).undoneAt != nil)
        #expect(try await list().count == 0)
        #expect(await failure(try manager.undo(batchID: batchID)) == .notFound(.importBatch, batchID))
        #expect(try await run(bank).added == 3)
    }

    @Test func preview_storesNothing_andMarksRows() async throws {
        _ = try await value(
            daybook.data.transactions.add(try await daybook.draft(54_000, "마트", day: "2026-03-31"), photos: []))
        let preview = try await value(manager.open(Data(bank.utf8), fileName: "b.csv", options: ImportOptions()))
        #expect(preview.rows.map(\.state) == [.new, .new, .similar, .unreadable, .leftOut])
        #expect(preview.format == .transactionTable && preview.questions.isEmpty)
        #expect(try await list().count == 1)
        try manager.close(id: preview.id)
        #expect(
            await failure(try manager.preview(id: preview.id, options: ImportOptions()))
                == .notFound(.importBatch, preview.id))
    }

    @Test func ambiguousFile_isNotImportedUntilAnswered() async throws {
        let text = "Date,Payee,Amount\n03/04/2026,a,-1\n05/06/2026,b,-2\n"
        let preview = try await value(manager.open(Data(text.utf8), fileName: "a.csv", options: ImportOptions()))
        #expect(preview.questions == [.dateOrder])
        #expect(
            await failure(try manager.run(id: preview.id, options: ImportOptions())) == .validation(.file, .undecided))
        #expect(try await list().count == 0)
        let answered = ImportOptions(dateOrder: .dayMonthYear)
        #expect(try await value(manager.run(id: preview.id, options: answered)).added == 2)
        #expect(try await list().transactions.map(\.day.iso) == ["2026-06-05", "2026-04-03"])
    }

    @Test(.needsSamples) func namedCategories_areFoundOrMade() async throws {
        #expect(try await run(try Samples.data("account/banksalad-ledger-utf8-bom.csv")).added == 8)
        let entries = try await list().transactions
        let food = try #require(entries.first { $0.memo == "가람분식" }?.category)
        // 식비 and 배달 came with the app, 생활 › 편의점 is new below one that did.
        #expect(food.builtInKey == "food.delivery" && food.path(in: .english) == "Food › Delivery")
        let store = try #require(entries.first { $0.memo.hasPrefix("동네편의점") }?.category)
        #expect(store.name == "편의점" && store.parentBuiltInKey == "household")
        #expect(try await list().totals.map(\.expense.minorUnits) == [18_900 + 1800 + 7990, 499])
    }

    @Test func rowsWithoutCategory_takeTheOneLastUsedForTheMemo() async throws {
        _ = try await value(
            daybook.data.transactions.add(try await daybook.draft(1, "가람마트", key: "food.groceries"), photos: []))
        _ = try await run("날짜,내용,금액\n2026-03-01,가람마트,-9000\n2026-03-01,딴 곳,-1\n")
        let entries = try await list().transactions
        #expect(entries.first { $0.amount.minorUnits == 9000 }?.category?.builtInKey == "food.groceries")
        #expect(entries.contains { $0.memo == "딴 곳" && $0.category == nil })
    }

    @Test(.needsSamples) func goodreads_becomesPlansOnce() async throws {
        let data = try Samples.data("reading/goodreads-24-columns.csv")
        #expect(try await run(data).added == 5)
        #expect(try await run(data).seen == 5)
        let plans = try await value(daybook.data.plans.plans(matching: ""))
        #expect(plans.count == 5)
        let dream = try #require(plans.first { $0.title == "구운몽" })
        #expect(
            dream.status == .done && dream.currentPage == 352 && dream.memoCount == 2
                && dream.endDay?.iso == "2026-03-01")
        let batch = try #require(try await value(manager.batches()).first)
        _ = try await value(manager.undo(batchID: batch.id))
        #expect(try await value(daybook.data.plans.plans(matching: "")).isEmpty)
    }

    @Test(.needsSamples) func collection_isMade_andGrowsWithoutTouchingTicks() async throws {
        let data = try Samples.data("collection/my-list.csv")
        let result = try await run(data, ImportOptions(collectionName: "도감"), name: "my-list.csv")
        let id = try #require(result.collectionID)
        let manager = try daybook.data.collections
        #expect(try await value(manager.collection(id: id)).progress == OwnedProgress(owned: 2, total: 5))
        let first = try #require(
            try await value(manager.items(collectionID: id, matching: CollectionItemFilter())).first)
        _ = try await value(manager.toggle(itemID: first.id, on: CalendarDay(dayCount: 739_000)))
        let again = try await run(data + Data("새 물고기,new fish,물고기,O,\n".utf8), ImportOptions(collectionID: id))
        #expect(again.added == 1 && again.seen == 5)
        #expect(try await value(manager.collection(id: id)).progress == OwnedProgress(owned: 2, total: 6))
    }

    @Test(.needsSamples) func highlights_joinTheBookThatIsThere_once() async throws {
        let walden = try await value(
            daybook.data.plans.add(ReadingPlanDraft(title: "walden", totalPages: 300), cover: nil))
        let data = try Samples.data("reading/My Clippings.txt")
        let first = try await run(data, name: "My Clippings.txt")
        #expect(first.added == 4 && first.leftOut == 3)
        #expect(try await run(data, name: "My Clippings.txt").seen == 4)
        let memos = try await value(daybook.data.memos.memos(planID: walden.id, order: .page))
        #expect(memos.map(\.kind) == [.memo, .quotation] && memos[0].page == "35")
        #expect(try await value(daybook.data.plans.plans(matching: "운수")).map(\.memoCount) == [2])
        _ = try await value(manager.undo(batchID: try #require(first.batchID)))
        #expect(try await value(daybook.data.plans.plans(matching: "")).map(\.id) == [walden.id])
        #expect(try await value(daybook.data.memos.memos(planID: walden.id, order: .page)).isEmpty)
        #expect(try await run(data, name: "My Clippings.txt").added == 4)
    }

    // MARK: Known again

    private func books() async throws -> [String] {
        try await value(daybook.data.plans.plans(matching: "")).map(\.title).sorted()
    }

    private func goodreads(_ rows: String...) -> String {
        (["Book Id,Title,Author,Number of Pages,Date Read,Date Added,Exclusive Shelf,My Review"] + rows)
            .joined(separator: "\n") + "\n"
    }

    @Test(arguments: [
        "Walden,Henry David Thoreau", "WALDEN,\"Thoreau, Henry David\"", "Walden (Penguin Classics),Henry D. Thoreau",
        "Walden,",
    ])
    func book_thatIsThereAlready_isNotAddedTwice(titleAndAuthor: String) async throws {
        let draft = ReadingPlanDraft(title: "Walden", author: "Henry David Thoreau")
        _ = try await value(daybook.data.plans.add(draft, cover: nil))
        let text = goodreads("1,\(titleAndAuthor),350,,,to-read,", "2,Emma,Jane Austen,400,,,to-read,")
        let preview = try await value(manager.open(Data(text.utf8), fileName: "g.csv", options: ImportOptions()))
        #expect(preview.rows.map(\.state) == [.similar, .new] && preview.wantedCount == 1)
        let result = try await value(manager.run(id: preview.id, options: ImportOptions()))
        #expect(result.added == 1 && result.leftOut == 1)
        #expect(try await books() == ["Emma", "Walden"])
    }

    @Test func book_thatIsThereAlready_isAddedWhenChosen() async throws {
        _ = try await value(daybook.data.plans.add(ReadingPlanDraft(title: "Walden"), cover: nil))
        let result = try await run(goodreads("1,Walden,Thoreau,350,,,to-read,"), ImportOptions(repeatedLines: [2]))
        #expect(result.added == 1)
        #expect(try await books() == ["Walden", "Walden"])
    }

    @Test func book_ofTheSameTitleByAnother_isNew() async throws {
        let draft = ReadingPlanDraft(title: "Selected Poems", author: "Emily Dickinson")
        _ = try await value(daybook.data.plans.add(draft, cover: nil))
        #expect(try await run(goodreads("1,Selected Poems,Robert Frost,350,,,to-read,")).added == 1)
    }

    @Test(.needsSamples) func librariesOfTwoPrograms_shareTheirBooks() async throws {
        _ = try await run(try Samples.data("reading/goodreads-24-columns.csv"))
        _ = try await run(try Samples.data("reading/storygraph.csv"))
        _ = try await run(try Samples.data("reading/My Clippings.txt"))
        let titles = try await books().map { SearchText.folded($0) }
        #expect(titles.count { $0 == "walden" } == 1 && titles.count { $0 == "구운몽" } == 1)
    }

    private let stamps = "name,group,number,owned\nRed,Kings,1,O\nBlue,Kings,2,X\nGreen,Queens,1,X\n"

    @Test func catalogue_importedAgain_goesToTheEarlierCollection() async throws {
        let first = try await run(stamps, name: "my stamps.csv")
        let id = try #require(first.collectionID)
        #expect(try await value(daybook.data.collections.collection(id: id)).name(in: .english) == "my stamps")
        let preview = try await value(
            manager.open(Data(stamps.utf8), fileName: "renamed.csv", options: ImportOptions()))
        #expect(preview.collectionID == id && preview.rows.allSatisfy { $0.state == .seen })
        let second = try await run(stamps + "Gold,Queens,2,X\n", name: "renamed.csv")
        #expect(second.collectionID == id && second.added == 1 && second.seen == 3)
        var anew = ImportOptions()
        anew.makesCollection = true
        #expect(try await run(stamps, anew, name: "s.csv").added == 3)
    }

    private func names(_ id: UUID) async throws -> [String] {
        try await value(daybook.data.collections.items(collectionID: id, matching: CollectionItemFilter())).map {
            "\($0.group ?? "") \($0.number ?? "") \($0.name(in: .english)) \($0.isOwned)"
        }
    }

    @Test func updatedCatalogue_renames_andUndoPutsTheOldNamesBack() async throws {
        let id = try #require(try await run(stamps, name: "a.csv").collectionID)
        let before = try await names(id)
        let updated = "name,group,number,owned\nCrimson,Kings,1,X\nBlue,Kings,2,X\nGreen,Ladies,1,X\nGold,Kings,3,X\n"
        let options = ImportOptions(collectionID: id)
        let preview = try await value(manager.open(Data(updated.utf8), fileName: "a.csv", options: options))
        // The number 1 is there twice, in two groups: without its group it says nothing.
        #expect(preview.rows.map(\.state) == [.renamed, .seen, .new, .new])
        let result = try await value(manager.run(id: preview.id, options: options))
        #expect(result.added == 2 && result.renamed == 1 && result.seen == 1)
        #expect(
            try await names(id) == [
                "Kings 1 Crimson true", "Kings 2 Blue false", "Queens 1 Green false", "Ladies 1 Green false",
                "Kings 3 Gold false",
            ])
        let third = try await run(updated, options)
        #expect(third.added == 0 && third.renamed == 0 && third.seen == 4)
        _ = try await value(manager.undo(batchID: try #require(result.batchID)))
        #expect(try await names(id) == before)
        #expect(try await run(updated, options).renamed == 1)
    }

    @Test func updatedCatalogue_withoutGroups_renamesByNumberAndVariant() async throws {
        let first = "name,number,variant\na,1,\nb,2,red\nb,2,blue\n"
        let id = try #require(try await run(first, name: "a.csv").collectionID)
        let result = try await run(
            "name,number,variant\na2,1,\nb2,2,red\nb,2,blue\n", ImportOptions(collectionID: id))
        #expect(result.renamed == 2 && result.added == 0 && result.seen == 1)
        #expect(try await names(id).count == 3)
    }

    @Test func deletedItem_isNotBroughtBackByItsFile_evenAfterThePurge() async throws {
        let id = try #require(try await run(stamps, name: "a.csv").collectionID)
        let items = try await value(daybook.data.collections.items(collectionID: id, matching: CollectionItemFilter()))
        _ = try await value(daybook.data.collections.deleteItem(id: items[0].id))
        #expect(try await run(stamps, ImportOptions(collectionID: id)).seen == 3)
        _ = try await value(daybook.data.trash.empty(trashedBefore: nil))
        #expect(try await run(stamps, ImportOptions(collectionID: id)).seen == 3)
        #expect(try await names(id).count == 2)
    }

    @Test func undoneImport_intoACollection_mayComeAgain() async throws {
        let id = try #require(try await run(stamps, name: "a.csv").collectionID)
        let more = try await run(stamps + "Gold,Queens,2,X\n", ImportOptions(collectionID: id))
        #expect(more.added == 1)
        _ = try await value(manager.undo(batchID: try #require(more.batchID)))
        #expect(try await names(id).count == 3)
        #expect(try await value(daybook.data.trash.contents()).items.count == 1)
        #expect(try await run(stamps + "Gold,Queens,2,X\n", ImportOptions(collectionID: id)).added == 1)
        #expect(try await names(id).count == 4)
    }

    @Test func item_ofTheSameNameInAnotherCollection_isNew() async throws {
        _ = try await run(stamps, name: "a.csv")
        let other = try await value(daybook.data.collections.add(name: "other", language: .english))
        let result = try await run(stamps, ImportOptions(collectionID: other.id))
        #expect(result.added == 3 && result.seen == 0)
    }

    @Test func categoryName_ofTheSecondLevel_isFoundThere() async throws {
        _ = try await run("날짜,내용,금액,분류\n2026-03-01,가게,-9000,Groceries\n2026-03-02,가게,-500,없던 분류\n")
        let entries = try await list().transactions
        #expect(entries.first { $0.amount.minorUnits == 9000 }?.category?.builtInKey == "food.groceries")
        let names = try await value(daybook.data.categories.categories()).map { $0.name(in: .english) }
        #expect(names.count { $0 == "Groceries" } == 1 && names.count { $0 == "없던 분류" } == 1)
    }

    @Test func strayZero_inUTF8_isDropped() async throws {
        let text = "날짜,내용,금액\n2026-03-01,가\0게,-9000\n"
        #expect(try await run(text).added == 1)
        #expect(try await list().transactions.map(\.memo) == ["가게"])
    }

    /// The highlights of a book as KOReader exports them.
    private func koreader(_ entries: String...) -> String {
        "{\"documents\": [{\"title\": \"Emma\", \"author\": \"Jane Austen\", \"entries\": ["
            + entries.joined(separator: ",") + "]}]}"
    }

    private func entry(_ text: String, page: Int, place: String, day: String, note: String? = nil) -> String {
        "{\"sort\": \"highlight\", \"pageno\": \(page), \"pos0\": \"\(place)\", \"datetime\": \"\(day) 10:00:00\", "
            + (note.map { "\"note\": \"\($0)\", " } ?? "") + "\"text\": \"\(text)\"}"
    }

    @Test func highlight_fromAnotherKindOfFile_isNotTakenTwice() async throws {
        _ = try await run(koreader(entry("handsome, clever", page: 3, place: "a", day: "2026-03-01", note: "첫 줄")))
        let second = koreader(
            // The same highlight with another note, a stretched form of it, others of the same words, and a new one.
            entry("handsome,  clever", page: 3, place: "b", day: "2026-03-01", note: "다른 말"),
            entry("handsome, clever, and rich", page: 3, place: "c", day: "2026-03-01"),
            entry("handsome, clever", page: 90, place: "d", day: "2026-03-05"),
            entry("and rich", page: 4, place: "e", day: "2026-03-01"))
        let preview = try await value(
            manager.open(Data(second.utf8), fileName: "b.json", options: ImportOptions()))
        #expect(preview.rows.map(\.state) == [.similar, .similar, .new, .new])
        #expect(preview.rows.map(\.problem) == [.highlightAlreadyThere, .highlightAlreadyThere, nil, nil])
        let result = try await run(second)
        #expect(result.added == 2 && result.leftOut == 2)
        // Chosen all the same, only what is missing comes: the other note.
        let chosen = try await run(second, ImportOptions(repeatedLines: [1]))
        #expect(chosen.added == 1 && chosen.seen == 2)
        let plan = try #require(try await value(daybook.data.plans.plans(matching: "Emma")).first)
        let memos = try await value(daybook.data.memos.memos(planID: plan.id, order: .page))
        #expect(
            memos.map(\.text).sorted() == ["and rich", "handsome, clever", "handsome, clever", "다른 말", "첫 줄"])
    }

    @Test func highlight_inTheTrash_mayComeFromAnotherFile() async throws {
        let first = try await run(koreader(entry("handsome, clever", page: 3, place: "a", day: "2026-03-01")))
        _ = try await value(manager.undo(batchID: try #require(first.batchID)))
        #expect(
            try await run(koreader(entry("handsome, clever", page: 3, place: "b", day: "2026-03-01"))).added == 1)
    }

    @Test(.needsSamples) func koreader_exportAndSidecar_shareTheirHighlights() async throws {
        #expect(try await run(try Samples.data("reading/koreader-export.json")).added == 3)
        let second = try await run(try Samples.data("reading/koreader-metadata.epub.lua"))
        #expect(second.added == 0 && second.leftOut == 3)
    }

    @Test func trash_ofAnImportTakenBack_comesByThePage() async throws {
        let rows = (1...120).map { "2026-03-01,m\($0),-\($0)" }.joined(separator: "\n")
        let result = try await run("날짜,내용,금액\n\(rows)\n")
        _ = try await value(manager.undo(batchID: try #require(result.batchID)))
        var seen: Set<UUID> = []
        for offset in stride(from: 0, to: 120, by: 50) {
            let part = try await value(daybook.data.trash.contents(limit: 50, offset: offset))
            #expect(part.counts.transactions == 120 && part.transactions.count == min(50, 120 - offset))
            seen.formUnion(part.transactions.map(\.id))
        }
        #expect(seen.count == 120)
        let beyond = try await value(daybook.data.trash.contents(limit: 50, offset: 200))
        #expect(beyond.transactions.isEmpty && !beyond.isEmpty)
    }
}
