import DaybookModel
import Foundation
import Testing

@testable import DaybookViewModels

@MainActor
struct ReadingViewModelTests {
    private func plan(_ fixture: Fixture, _ title: String) throws -> ReadingPlan {
        try #require(fixture.source.state.withLock { $0.plans.first { $0.title == title } })
    }

    @Test func load_list_groupsByStatusAndYear() async throws {
        let fixture = try Fixture()
        let model = ReadingListViewModel(services: fixture.services)
        await model.load()
        #expect(model.current.map(\.title) == ["소년이 온다", "총, 균, 쇠"])
        #expect(model.coming.map(\.title) == ["월든"])
        #expect(model.done.map(\.year) == [2026])
        #expect(model.stopped.map(\.title) == ["율리시스"])
        #expect(model.memos.isEmpty)
    }

    @Test func load_words_findsMemosOfAllPlans() async throws {
        let fixture = try Fixture()
        let model = ReadingListViewModel(services: fixture.services)
        model.text = "아물지"
        await model.load()
        #expect(model.memos.count == 2)
        #expect(model.current.isEmpty)
    }

    @Test func deleteMemo_dropsItFromTheListAndCanBeUndone() async throws {
        let fixture = try Fixture()
        let model = ReadingPlanViewModel(services: fixture.services, id: try plan(fixture, "소년이 온다").id)
        await model.load()
        let memo = try #require(model.memos.first)
        let step = try #require(await model.deleteMemo(id: memo.id, undo: fixture.undo))
        #expect(!model.memos.contains { $0.id == memo.id })
        #expect(await fixture.undo.undo(step) == .undone)
        await model.load()
        #expect(model.memos.contains { $0.id == memo.id })
    }

    @Test func delete_planWithMemos_saysHowManyGo() async throws {
        let fixture = try Fixture()
        let model = ReadingPlanViewModel(services: fixture.services, id: try plan(fixture, "소년이 온다").id)
        await model.load()
        let step = try #require(await model.delete(undo: fixture.undo))
        #expect(fixture.undo.step(step)?.event == .planDeleted(memos: 3))
        #expect(model.plan == nil)
        #expect(model.memos.isEmpty)
        await model.load()
        #expect(model.plan == nil)
        #expect(model.error == .notFound(.plan, model.id))
    }

    @Test func setPage_lastPage_makesThePlanDone() async throws {
        let fixture = try Fixture()
        let model = ReadingPlanViewModel(services: fixture.services, id: try plan(fixture, "소년이 온다").id)
        let step = try #require(await model.setPage("216", undo: fixture.undo))
        #expect(model.plan?.status == .done)
        #expect(model.plan?.endDay == fixture.today)
        #expect(await fixture.undo.undo(step) == .undone)
        #expect(try plan(fixture, "소년이 온다").status == .reading)
        #expect(try plan(fixture, "소년이 온다").currentPage == 84)
    }

    @Test(arguments: ["", "열두 쪽", "-3"])
    func setPage_noNumber_isRefused(typed: String) async throws {
        let fixture = try Fixture()
        let model = ReadingPlanViewModel(services: fixture.services, id: try plan(fixture, "소년이 온다").id)
        #expect(await model.setPage(typed, undo: fixture.undo) == nil)
        #expect(model.error == .validation(.page, typed.isEmpty ? .missing : .unreadable))
    }

    @Test func offeredEnd_latePlan_liesAhead() async throws {
        let fixture = try Fixture()
        let late = try plan(fixture, "총, 균, 쇠")
        let end = try #require(ReadingPlanViewModel.offeredEnd(late, fixture.today))
        #expect(end > fixture.today)
        #expect(ReadingPlanViewModel.offeredEnd(try plan(fixture, "월든"), fixture.today) == nil)
    }

    @Test func save_planWithEndBeforeStart_isRefused() async throws {
        let fixture = try Fixture()
        let model = ReadingPlanFormViewModel(services: fixture.services)
        model.title = "새 책"
        model.startDay = "2026-04-01"
        model.endDay = "2026-03-01"
        model.totalPages = "100"
        model.currentPage = "200"
        #expect(await model.save(undo: fixture.undo) == nil)
        #expect(model.errors[.endDay] == .validation(.endDay, .endBeforeStart))
        #expect(model.errors[.page] == .validation(.page, .beyondLastPage))
    }

    @Test func save_memoWithTextOnly_isDatedToday() async throws {
        let fixture = try Fixture()
        let model = MemoFormViewModel(services: fixture.services, planID: try plan(fixture, "월든").id)
        model.text = "  숲으로  "
        let saved = try #require(await model.save(undo: fixture.undo))
        #expect(saved.memo.text == "숲으로")
        #expect(saved.memo.day == fixture.today)
        #expect(saved.memo.page == nil)
    }

    @Test func save_memoWithoutText_isRefused() async throws {
        let fixture = try Fixture()
        let model = MemoFormViewModel(services: fixture.services, planID: try plan(fixture, "월든").id)
        model.text = " \n "
        #expect(await model.save(undo: fixture.undo) == nil)
        #expect(model.errors[.text] == .validation(.text, .missing))
    }

    @Test func memos_ofALongPlan_comeByThePage_andAWantedOneOnItsOwn() async throws {
        let fixture = try Fixture()
        let plan = try #require(fixture.source.state.withLock { $0.plans.first })
        fixture.source.state.withLock { state in
            state.memos.removeAll()
            for number in 1...250 {
                let moment = state.clock.addingTimeInterval(Double(number))
                state.memos.append(
                    Memo(
                        id: UUID(), planID: plan.id, planTitle: plan.title, text: "m\(number)", page: "\(number)",
                        day: fixture.today, createdAt: moment, updatedAt: moment))
            }
        }
        let model = ReadingPlanViewModel(services: fixture.services, id: plan.id)
        await model.load()
        #expect(model.memos.count == ReadingPlanViewModel.pageSize && model.memoCount == 250 && model.hasNextPage)
        model.page = 99
        await model.load()
        #expect(model.page == 2 && model.memos.map(\.text).last == "m250" && !model.hasNextPage)
        model.wantedMemo = fixture.source.state.withLock { $0.memos[149].id }
        await model.load()
        #expect(model.page == 1 && model.memos.contains { $0.text == "m150" })
    }

    @Test func saveAsNew_planDeletedElsewhere_copiesTheCoverUnlessItIsRemoved() async throws {
        for isRemoved in [false, true] {
            let fixture = try Fixture()
            let id = try plan(fixture, "월든").id
            let first = ReadingPlanFormViewModel(services: fixture.services, id: id)
            await first.prepare()
            first.addedCover = PhotoUpload(data: Data([0xFF, 0xD8, 7]))
            let cover = try #require(await first.save(undo: fixture.undo)?.plan.cover)
            let form = ReadingPlanFormViewModel(services: fixture.services, id: id)
            await form.prepare()
            _ = await SingleValue.of(fixture.source.plans.delete(id: id))
            #expect(await form.save(undo: fixture.undo) == nil)
            await form.prepareAgain()
            #expect(form.source == id && form.cover == cover)
            let again = ReadingPlanFormViewModel(services: fixture.services)
            again.fields = form.fields
            again.source = form.source
            again.removesCover = isRemoved
            let added = try #require(await again.save(undo: fixture.undo)?.plan)
            let bytes = fixture.source.state.withLock { state in added.cover.flatMap { state.photos[$0.id] } }
            #expect(bytes == (isRemoved ? nil : Data([0xFF, 0xD8, 7])) && added.cover?.id != cover.id)
        }
    }
}
