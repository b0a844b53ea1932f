import Foundation
import Testing

@testable import DaybookModel

@Suite(.needsVips) struct ReadingManagerTests {
    let daybook: TestDaybook
    var plans: any ReadingPlanManaging { get throws { try daybook.data.plans } }
    var memos: any MemoManaging { get throws { try daybook.data.memos } }
    private let day = CalendarDay(dayCount: 739_700)

    init() throws {
        daybook = try TestDaybook()
    }

    private func plan(_ title: String = "구운몽", pages: Int? = 100) async throws -> ReadingPlan {
        try await value(
            plans.add(ReadingPlanDraft(title: title, author: "김만중", startDay: day, totalPages: pages), cover: nil))
    }

    @Test func plan_addEditFetch_keepsEveryValue() async throws {
        let added = try await value(
            plans.add(ReadingPlanDraft(title: " Walden ", startDay: day, endDay: day, totalPages: 320), cover: .test()))
        #expect(added.title == "Walden" && added.cover != nil && added.status == .planned)
        let draft = ReadingPlanDraft(title: "월든", author: "소로", totalPages: 300, currentPage: 10, status: .reading)
        let updated = try await value(
            plans.update(id: added.id, with: draft, cover: PhotoEdits(), ifUnchangedSince: added.updatedAt))
        try daybook.reopen()
        #expect(try await value(plans.plan(id: added.id)) == updated)
        #expect(updated.startDay == nil && updated.currentPage == 10 && updated.cover == added.cover)
        #expect(try await value(plans.plans(matching: "ㅇㄷ")).map(\.id) == [added.id])
        #expect(try await value(plans.plans(matching: "없음")).isEmpty)
    }

    @Test func plan_invalid_namesTheField() async throws {
        func error(_ draft: ReadingPlanDraft) async throws -> DaybookError? {
            await failure(try plans.add(draft, cover: nil))
        }
        #expect(try await error(ReadingPlanDraft(title: "  ")) == .validation(.title, .missing))
        #expect(
            try await error(ReadingPlanDraft(title: "a", startDay: day, endDay: day.adding(days: -1)))
                == .validation(.endDay, .endBeforeStart))
        #expect(try await error(ReadingPlanDraft(title: "a", totalPages: 0)) == .validation(.totalPages, .notPositive))
        #expect(
            try await error(ReadingPlanDraft(title: "a", totalPages: 10, currentPage: 11))
                == .validation(.page, .beyondLastPage))
    }

    @Test func memos_areSortedByPage_andMoveProgressForwardOnly() async throws {
        let plan = try await plan()
        for (text, page) in [("둘", "20"), ("머리말", "xii"), ("하나", "3"), ("쪽 없음", nil), ("너머", "999")]
            as [(String, String?)]
        {
            _ = try await value(memos.add(MemoDraft(text: text, page: page, day: day), planID: plan.id, photo: nil))
        }
        #expect(
            try await value(memos.memos(planID: plan.id, order: .page)).map(\.text) == ["머리말", "하나", "둘", "너머", "쪽 없음"])
        #expect(try await value(memos.memos(planID: plan.id, order: .newest)).map(\.text).first == "너머")
        let moved = try await value(plans.plan(id: plan.id))
        #expect(moved.currentPage == 20 && moved.status == .reading && moved.memoCount == 5)
        #expect(try await value(memos.memos(matching: "머리", limit: nil)).map(\.planTitle) == ["구운몽"])
    }

    @Test func memo_editDeleteRestore() async throws {
        let plan = try await plan()
        let memo = try await value(memos.add(MemoDraft(text: "a", day: day), planID: plan.id, photo: .test()))
        #expect(
            await failure(try memos.add(MemoDraft(text: " ", day: day), planID: plan.id, photo: nil))
                == .validation(.text, .missing))
        let edited = try await value(
            memos.update(
                id: memo.id, with: MemoDraft(text: "b", page: "5", kind: .quotation, day: day), photo: PhotoEdits(),
                ifUnchangedSince: memo.updatedAt))
        #expect(edited.text == "b" && edited.kind == .quotation && edited.photo == memo.photo)
        _ = try await value(memos.delete(id: memo.id))
        #expect(try await value(memos.memos(planID: plan.id, order: .page)).isEmpty)
        #expect(try await value(daybook.data.trash.contents()).memos.map(\.id) == [memo.id])
        _ = try await value(memos.restore(id: memo.id))
        #expect(try await value(memos.memo(id: memo.id)).text == "b")
        #expect(await failure(try memos.memos(planID: UUID(), order: .page)) != nil)
    }

    @Test func deletingAPlan_takesMemosAndPhotos_andComesBackWhole() async throws {
        let plan = try await value(plans.add(ReadingPlanDraft(title: "a"), cover: .test()))
        let memo = try await value(memos.add(MemoDraft(text: "m", day: day), planID: plan.id, photo: .test()))
        #expect(try await value(plans.contents(id: plan.id)) == ReadingPlanContents(memoCount: 1, photoCount: 2))
        _ = try await value(plans.delete(id: plan.id))
        #expect(try await value(plans.plans(matching: "")).isEmpty)
        #expect(try await value(memos.memos(matching: "m", limit: nil)).isEmpty)
        #expect(await failure(try memos.delete(id: memo.id)) == .notFound(.memo, memo.id))
        #expect(try await value(plans.restore(id: plan.id)).memoCount == 1)
        _ = try await value(plans.delete(id: plan.id))
        #expect(try await value(daybook.data.trash.empty(trashedBefore: nil)) == 1)
        #expect(await failure(try memos.memo(id: memo.id)) == .notFound(.memo, memo.id))
        #expect(await failure(try plans.plan(id: plan.id)) == .notFound(.plan, plan.id))
        #expect(try daybook.images().isEmpty)
    }

    @Test func plans_comeInOrder_andStatisticsCount() async throws {
        func add(_ title: String, _ status: ReadingStatus, _ start: Int?, _ end: Int?) async throws {
            let draft = ReadingPlanDraft(
                title: title, startDay: start.map { day.adding(days: $0) }, endDay: end.map { day.adding(days: $0) },
                totalPages: 200, status: status)
            _ = try await value(plans.add(draft, cover: nil))
        }
        try await add("done early", .done, 0, 1)
        try await add("coming", .planned, 5, nil)
        try await add("reading late", .reading, 0, 20)
        try await add("done late", .done, 0, 3)
        try await add("reading soon", .reading, 0, 2)
        #expect(
            try await value(plans.plans(matching: "")).map(\.title) == [
                "reading soon", "reading late", "coming", "done late", "done early",
            ])
        let statistics = try await value(plans.statistics(year: day.adding(days: 2).year))
        #expect(statistics.donePerMonth.reduce(0, +) == 2 && statistics.pagesPerMonth.reduce(0, +) == 400)
        #expect(statistics.donePerYear.map(\.count) == [2])
    }
}
