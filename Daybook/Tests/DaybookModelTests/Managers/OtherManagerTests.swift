import Combine
import Foundation
import Testing

@testable import DaybookModel

@Suite struct SettingsManagerTests {
    @Test func settings_areKept() async throws {
        let daybook = try TestDaybook()
        #expect(try await value(daybook.data.settings.settings()) == DaybookSettings())
        let chosen = DaybookSettings(
            language: .english, homeCurrency: .usd, monthStartDay: 25, weekStart: .monday, singleKeyShortcuts: false,
            isFirstStartDone: true)
        _ = try await value(daybook.data.settings.update(chosen))
        try daybook.reopen()
        #expect(try await value(daybook.data.settings.settings()) == chosen)
        #expect(
            await failure(try daybook.data.settings.update(DaybookSettings(monthStartDay: 32)))
                == .validation(.monthStartDay, .tooLarge(limit: "31")))
    }
}

@Suite struct CategoryManagerTests {
    let daybook: TestDaybook
    var manager: any CategoryManaging { get throws { try daybook.data.categories } }

    init() throws {
        daybook = try TestDaybook()
    }

    @Test func categories_comeInOrder_eachFollowedByItsOwn() async throws {
        let all = try await value(manager.categories())
        #expect(all.first?.builtInKey == "food")
        #expect(all.dropFirst().first?.parentID == all.first?.id)
        #expect(all.count == BuiltInCategories.all.reduce(0) { $0 + 1 + $1.children.count })
        try daybook.reopen()
        #expect(try await value(manager.categories()) == all)
    }

    @Test func add_rename_andRefuseDuplicates() async throws {
        let food = try await daybook.category("food")
        let added = try await value(manager.add(CategoryDraft(name: "간식", kind: .expense, parentID: food.id)))
        #expect(added.path(in: .korean) == "식비 › 간식")
        #expect(
            await failure(try manager.add(CategoryDraft(name: "café", kind: .expense, parentID: food.id)))
                == .validation(.name, .duplicate))
        #expect(
            await failure(try manager.add(CategoryDraft(name: "x", kind: .expense, parentID: added.id)))
                == .validation(.category, .notAvailable))
        let renamed = try await value(manager.update(id: food.id, with: CategoryDraft(name: "먹거리", kind: .expense)))
        #expect(renamed.name(in: .english) == "먹거리" && renamed.builtInKey == nil)
    }

    @Test func delete_movesEntriesOrRefuses() async throws {
        let entry = try await value(daybook.data.transactions.add(try await daybook.draft(10), photos: []))
        let (food, other) = (try await daybook.category("food"), try await daybook.category("otherExpense"))
        #expect(
            await failure(try manager.delete(id: food.id, movingEntriesTo: nil))
                == .validation(.category, .inUse(count: 1)))
        _ = try await value(manager.delete(id: food.id, movingEntriesTo: other.id))
        #expect(try await value(daybook.data.transactions.transaction(id: entry.id)).category?.id == other.id)
        #expect(try await value(manager.categories()).allSatisfy { $0.builtInKey?.hasPrefix("food") != true })
        #expect(await failure(try manager.delete(id: food.id, movingEntriesTo: nil)) == .notFound(.category, food.id))
    }

    @Test func restore_bringsBackTheCategoryWithItsOwn_andItsEntries() async throws {
        let before = try await value(manager.categories())
        let transactions = try daybook.data.transactions
        let cafe = try await value(transactions.add(try await daybook.draft(10), photos: []))
        let plain = try await value(transactions.add(try await daybook.draft(20, key: "food"), photos: []))
        let chosen = try await value(transactions.add(try await daybook.draft(30), photos: []))
        let (food, other) = (try await daybook.category("food"), try await daybook.category("otherExpense"))
        _ = try await value(manager.delete(id: food.id, movingEntriesTo: other.id))
        try daybook.reopen()
        #expect(try await value(daybook.data.trash.contents()).categories.map(\.id) == [food.id])
        // One of them is given another category by hand meanwhile: that stays.
        let home = try await daybook.category("household")
        var draft = TransactionDraft(chosen)
        draft.categoryID = home.id
        _ = try await value(
            daybook.data.transactions.update(id: chosen.id, with: draft, photos: PhotoEdits(), ifUnchangedSince: nil))
        _ = try await value(manager.restore(id: food.id))
        try daybook.reopen()
        #expect(try await value(manager.categories()) == before)
        func category(_ id: UUID) async throws -> UUID? {
            try await value(daybook.data.transactions.transaction(id: id)).category?.id
        }
        #expect(try await category(cafe.id) == cafe.category?.id)
        #expect(try await category(plain.id) == food.id)
        #expect(try await category(chosen.id) == home.id)
        #expect(try await value(daybook.data.trash.contents()).isEmpty)
    }

    @Test func restore_whenTheNameIsTaken_isRefusedAndChangesNothing() async throws {
        let first = try await value(manager.add(CategoryDraft(name: "취미", kind: .expense)))
        _ = try await value(manager.delete(id: first.id, movingEntriesTo: nil))
        _ = try await value(manager.add(CategoryDraft(name: "취미", kind: .expense)))
        #expect(await failure(try manager.restore(id: first.id)) == .validation(.name, .duplicate))
        #expect(try await value(daybook.data.trash.contents()).categories.map(\.id) == [first.id])
    }

    @Test func restore_ofOneWhoseParentWentToo_bringsTheParent() async throws {
        let top = try await value(manager.add(CategoryDraft(name: "취미", kind: .expense)))
        let child = try await value(manager.add(CategoryDraft(name: "우표", kind: .expense, parentID: top.id)))
        _ = try await value(manager.delete(id: child.id, movingEntriesTo: nil))
        _ = try await value(manager.delete(id: top.id, movingEntriesTo: nil))
        _ = try await value(manager.restore(id: child.id))
        let names = try await value(manager.categories()).map { $0.path(in: .korean) }
        #expect(names.contains("취미") && names.contains("취미 › 우표"))
    }

    @Test func delete_usedByEntriesInTheTrashOnly_needsNoOtherPlace_andTheyComeBack() async throws {
        let entry = try await value(daybook.data.transactions.add(try await daybook.draft(10), photos: []))
        _ = try await value(daybook.data.transactions.delete(id: entry.id))
        let cafe = try await daybook.category("food.cafe")
        _ = try await value(manager.delete(id: cafe.id, movingEntriesTo: nil))
        #expect(try await value(daybook.data.transactions.restore(id: entry.id)).category == nil)
        _ = try await value(manager.restore(id: cafe.id))
        #expect(try await value(daybook.data.transactions.transaction(id: entry.id)).category?.id == cafe.id)
    }

    @Test func purge_takesCategoriesForGood_andLeavesEntriesWhereTheyWent() async throws {
        let entry = try await value(daybook.data.transactions.add(try await daybook.draft(10), photos: []))
        let (food, other) = (try await daybook.category("food"), try await daybook.category("otherExpense"))
        _ = try await value(manager.delete(id: food.id, movingEntriesTo: other.id))
        #expect(try await value(daybook.data.trash.empty(trashedBefore: nil)) > 0)
        #expect(await failure(try manager.restore(id: food.id)) == .notFound(.category, food.id))
        #expect(try await value(daybook.data.transactions.transaction(id: entry.id)).category?.id == other.id)
    }

    @Test func categoryInTheTrash_takesNoEntry_andIsFoundByNoImport() async throws {
        let cafe = try await daybook.category("food.cafe")
        let draft = try await daybook.draft(10)
        _ = try await value(manager.delete(id: cafe.id, movingEntriesTo: nil))
        #expect(
            await failure(try daybook.data.transactions.add(draft, photos: [])) == .validation(.category, .notAvailable)
        )
        #expect(
            await failure(try manager.update(id: cafe.id, with: CategoryDraft(name: "x", kind: .expense)))
                == .notFound(.category, cafe.id))
    }
}

@Suite(.needsVips) struct DaybookDataTests {
    @Test func open_twice_isRefused() throws {
        let daybook = try TestDaybook()
        #expect(throws: DaybookError.folderInUse(daybook.folder.url.path)) {
            try DaybookData.open(folder: daybook.folder.url)
        }
    }

    @Test func sampleData_fillsEveryPlace() async throws {
        let daybook = try TestDaybook()
        let today = try #require(CalendarDay(iso: "2026-03-31"))
        let count = try await value(daybook.data.addSampleData(today: today, language: .korean))
        let list = try await value(
            daybook.data.transactions.transactions(matching: TransactionFilter(), limit: nil, offset: 0))
        #expect(list.count == count && count > 500)
        #expect(list.transactions.allSatisfy { $0.category != nil })
        #expect(list.transactions.contains { !$0.photos.isEmpty })
        #expect(try await value(daybook.data.plans.plans(matching: "")).count == 5)
        let countries = try #require(try await value(daybook.data.collections.collections()).first)
        #expect(countries.progress.owned == 8)
    }

    @Test func restart_afterFilesWereLeftBehind_cleansUp() async throws {
        let daybook = try TestDaybook()
        let entry = try await value(daybook.data.transactions.add(try await daybook.draft(1), photos: [.test()]))
        let images = daybook.folder.url.appendingPathComponent("images")
        let orphan = images.appendingPathComponent("\(UUID()).png")
        try Data("x".utf8).write(to: orphan)
        // Older than what the database tells of, so that no later state of it can be meant.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceReferenceDate: 0)], ofItemAtPath: orphan.path)
        let name = "\(entry.photos[0].id).png"
        try FileManager.default.moveItem(
            at: images.appendingPathComponent(name), to: images.appendingPathComponent(name + ".new"))
        try daybook.reopen()
        #expect(try daybook.images() == [name, "\(entry.photos[0].id).thumb.jpg"])
    }
}

/// A data folder that cannot be opened says which file is wrong, and what to do.
@Suite struct OpeningTests {
    private func failure(_ folder: URL) -> DaybookError? {
        do throws(DaybookError) {
            try DaybookData.open(folder: folder).close()
            return nil
        } catch {
            return error
        }
    }

    @Test func damagedDatabase_isNamedAndLeftAlone() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("daybook.sqlite")
        let bytes = Data("this is no database, whatever its name says".utf8) + Data(repeating: 7, count: 5000)
        try bytes.write(to: file)
        guard case .damaged(let path, _)? = failure(folder.url) else {
            Issue.record("\(String(describing: failure(folder.url)))")
            return
        }
        #expect(path == file.path)
        #expect(try Data(contentsOf: file) == bytes)
    }

    /// One that can be opened, but not be read: "try again" would help nobody.
    @Test(arguments: [2, 5, 9]) func databaseDamagedInside_isNamedAndLeftAlone(firstPage: Int) throws {
        let folder = try TemporaryFolder()
        try DaybookData.open(folder: folder.url).close()
        let file = folder.url.appendingPathComponent("daybook.sqlite")
        var bytes = try Data(contentsOf: file)
        let start = firstPage * 4096
        bytes.replaceSubrange(start..., with: Data(repeating: 0xA5, count: bytes.count - start))
        try bytes.write(to: file)
        guard case .damaged(let path, _)? = failure(folder.url) else {
            Issue.record("\(String(describing: failure(folder.url)))")
            return
        }
        #expect(path == file.path)
    }

    @Test func fileInPlaceOfAFolder_isNamed() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("afile")
        try Data("x".utf8).write(to: file)
        guard case .folderUnusable(let path, _)? = failure(file) else {
            Issue.record("\(String(describing: failure(file)))")
            return
        }
        #expect(path == file.path)
    }

    @Test func database_isForItsOwnerOnly() throws {
        let folder = try TemporaryFolder()
        #expect(failure(folder.url) == nil)
        let path = folder.url.appendingPathComponent("daybook.sqlite").path
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode.map { $0 & 0o077 } == 0)
    }
}
