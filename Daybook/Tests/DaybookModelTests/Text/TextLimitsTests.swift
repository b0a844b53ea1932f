import Foundation
import Testing

@testable import DaybookModel

@Suite struct TextLimitsTests {
    @Test(arguments: DaybookError.Field.allCases.filter { TextLimits.limit(of: $0) != nil })
    func text_atTheLimit_isTaken_andOneMoreIsNot(field: DaybookError.Field) throws {
        let limit = try #require(TextLimits.limit(of: field))
        for letter in ["a", "가", "👨‍👩‍👧"] where limit < 10_000 {
            #expect(TextLimits.problem(String(repeating: letter, count: limit), field) == nil)
            #expect(
                TextLimits.problem(String(repeating: letter, count: limit + 1), field)
                    == .validation(field, .tooLong(limit: limit)))
        }
        #expect(
            TextLimits.problem(String(repeating: "가", count: 7_000_000), field)
                == .validation(field, .tooLong(limit: limit)))
    }

    @Test(arguments: ["☕", "🍚", "👨‍👩‍👧", "🇰🇷", "❤️", "1️⃣", "✈️", " ☕ ", "", "©️"])
    func icon_thatIsOneEmojiOrNothing_isTaken(icon: String) {
        #expect(TextLimits.problem(ofIcon: icon) == nil)
    }

    @Test(arguments: ["abcdef", "a", "7", "#", "가", "☕🍚", "☕a", "–"])
    func icon_thatIsAnythingElse_isRefused(icon: String) {
        #expect(TextLimits.problem(ofIcon: icon) == .validation(.icon, .notOneEmoji))
    }

    @Test func sentences_nameTheLimit() {
        let error = DaybookError.validation(.text, .tooLong(limit: 100_000))
        #expect(error.message(in: .english) == "That is too long; the limit is 100,000 characters.")
        #expect(error.message(in: .korean) == "너무 깁니다. 100,000자까지 쓸 수 있습니다.")
        #expect(DaybookError.validation(.icon, .notOneEmoji).message(in: .korean).contains("이모지 하나"))
    }
}

/// Every place that keeps texts looks at their length.
@Suite struct KeptTextTests {
    let daybook: TestDaybook

    init() throws {
        daybook = try TestDaybook()
    }

    private func long(_ field: DaybookError.Field) -> String {
        String(repeating: "가", count: (TextLimits.limit(of: field) ?? 0) + 1)
    }

    private func isTooLong(_ error: DaybookError?, _ field: DaybookError.Field) -> Bool {
        guard case .validation(field, .tooLong)? = error else { return false }
        return true
    }

    @Test func entry() async throws {
        let manager = try daybook.data.transactions
        var draft = try await daybook.draft(1, long(.memo))
        #expect(isTooLong(await failure(manager.add(draft, photos: [])), .memo))
        draft.memo = ""
        draft.payment = long(.payment)
        #expect(isTooLong(await failure(manager.add(draft, photos: [])), .payment))
    }

    @Test func category() async throws {
        let manager = try daybook.data.categories
        #expect(isTooLong(await failure(manager.add(CategoryDraft(name: long(.name), kind: .expense))), .name))
        let food = try await daybook.category("food")
        #expect(
            await failure(manager.update(id: food.id, with: CategoryDraft(name: "x", kind: .expense, icon: "abc")))
                == .validation(.icon, .notOneEmoji))
    }

    @Test func planAndMemo() async throws {
        let plans = try daybook.data.plans
        #expect(isTooLong(await failure(plans.add(ReadingPlanDraft(title: long(.title)), cover: nil)), .title))
        let plan = try await value(plans.add(ReadingPlanDraft(title: "x"), cover: nil))
        #expect(
            isTooLong(
                await failure(
                    plans.update(
                        id: plan.id, with: ReadingPlanDraft(title: "x", author: long(.author)), cover: PhotoEdits(),
                        ifUnchangedSince: nil)), .author))
        let day = try #require(CalendarDay(iso: "2026-03-31"))
        let memos = try daybook.data.memos
        for (draft, field) in [
            (MemoDraft(text: long(.text), day: day), DaybookError.Field.text),
            (MemoDraft(text: "x", page: long(.page), day: day), .page),
        ] { #expect(isTooLong(await failure(memos.add(draft, planID: plan.id, photo: nil)), field)) }
    }

    @Test func collectionAndItem() async throws {
        let manager = try daybook.data.collections
        #expect(isTooLong(await failure(manager.add(name: long(.name), language: .korean)), .name))
        let added = try await value(manager.add(name: "x", language: .korean))
        #expect(isTooLong(await failure(manager.rename(id: added.id, to: long(.name), language: .korean)), .name))
        for (draft, field) in [
            (CollectionItemDraft(names: [.korean: long(.name)]), DaybookError.Field.name),
            (CollectionItemDraft(names: [.korean: "x"], group: long(.group)), .group),
            (CollectionItemDraft(names: [.korean: "x"], number: long(.number)), .number),
            (CollectionItemDraft(names: [.korean: "x"], variant: long(.variant)), .variant),
            (CollectionItemDraft(names: [.korean: "x"], note: long(.note)), .note),
        ] { #expect(isTooLong(await failure(manager.addItem(draft, collectionID: added.id)), field)) }
    }

    @Test func importedRow_isListedWithItsReason_andTheRestIsKept() async throws {
        let text = "날짜,내용,금액\n2026-03-01,\(long(.memo)),-9000\n2026-03-01,빵,-1\n"
        let preview = try await value(
            daybook.data.imports.open(Data(text.utf8), fileName: "a.csv", options: ImportOptions()))
        let result = try await value(daybook.data.imports.run(id: preview.id, options: ImportOptions()))
        #expect(result.added == 1)
        #expect(result.unreadable == [.init(line: 2, problem: .tooLong(limit: 1000))])
    }
}
