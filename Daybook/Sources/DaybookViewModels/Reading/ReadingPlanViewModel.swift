import Combine
import DaybookModel
import Foundation

/// A plan with its memos.
@MainActor
public final class ReadingPlanViewModel: ScreenViewModel {
    /// The plan's identity.
    public let id: UUID
    /// The order of the memos.
    @Published public var order = MemoOrder.page
    /// The plan; nil before loading, and when it is gone.
    @Published public private(set) var plan: ReadingPlan?
    /// Memos on a page.
    public static let pageSize = 100

    /// The plan's memos on this page.
    @Published public private(set) var memos: [Memo] = []
    /// How many memos the plan has on all pages.
    @Published public private(set) var memoCount = 0
    /// The page of memos, from 0.
    @Published public var page = 0
    /// A memo whose page is wanted, whichever that is.
    public var wantedMemo: UUID?

    /// Whether a page of memos follows.
    public var hasNextPage: Bool { memoCount > (page + 1) * Self.pageSize }

    /// Makes a model; `load` fetches.
    public init(services: DaybookServices, id: UUID) {
        self.id = id
        super.init(services: services)
    }

    /// Fetches the plan and its memos.
    public func load() async {
        guard let found = await value(of: services.plans.plan(id: id)), found.trashedAt == nil else {
            if error == nil { error = .notFound(.plan, id) }
            plan = nil
            memos = []
            return
        }
        plan = found
        let all = await value(of: services.memos.memos(planID: id, order: order)) ?? []
        memoCount = all.count
        if let place = all.firstIndex(where: { $0.id == wantedMemo }) { page = place / Self.pageSize }
        page = min(max(0, page), max(0, all.count - 1) / Self.pageSize)
        memos = Array(all.dropFirst(page * Self.pageSize).prefix(Self.pageSize))
    }

    /// Fetches anew.
    public override func reload() async { await load() }

    /// What goes along when the plan is deleted.
    public func contents() async -> ReadingPlanContents? {
        await value(of: services.plans.contents(id: id))
    }

    /// Moves the plan with its memos to the trash.
    public func delete(undo center: UndoCenter) async -> UUID? {
        let (plans, id) = (services.plans, id)
        guard let contents = await contents(), await value(of: plans.delete(id: id)) != nil else { return nil }
        plan = nil
        memos = []
        return center.record(
            .planDeleted(memos: contents.memoCount), undo: DaybookServices.undo { plans.restore(id: id) })
    }

    /// Moves a memo to the trash and drops it from the list.
    public func deleteMemo(id memoID: UUID, undo center: UndoCenter) async -> UUID? {
        let manager = services.memos
        switch await result(of: manager.delete(id: memoID)) {
        case .success:
            memos.removeAll { $0.id == memoID }
            memoCount = max(0, memoCount - 1)
            return center.record(.memoDeleted, undo: DaybookServices.undo { manager.restore(id: memoID) })
        case .failure(let failure):
            if case .notFound = failure { memos.removeAll { $0.id == memoID } }
            error = failure
            return nil
        }
    }

    /// Notes how far the book is read; reaching the last page makes the plan done.
    public func setPage(_ typed: String, undo center: UndoCenter) async -> UUID? {
        guard let before = await value(of: services.plans.plan(id: id)) else { return nil }
        guard let page = WholeNumber.read(typed), page >= 0 else {
            error = .validation(.page, typed.isEmpty ? .missing : .unreadable)
            return nil
        }
        var draft = ReadingPlanDraft(before)
        draft.currentPage = page
        if draft.status == .planned, page > 0 { draft.status = .reading }
        if draft.status == .reading, let total = draft.totalPages, page == total {
            draft.status = .done
            let today = services.today()
            draft.endDay = before.startDay.map { max($0, today) } ?? today
        }
        return await change(to: draft, from: before, undo: center)
    }

    /// Moves the end so that the pages left need as many days as were meant at first, from today on.
    public func postpone(undo center: UndoCenter) async -> UUID? {
        guard let before = await value(of: services.plans.plan(id: id)),
            let end = Self.offeredEnd(before, services.today())
        else { return nil }
        var draft = ReadingPlanDraft(before)
        draft.endDay = end
        return await change(to: draft, from: before, undo: center)
    }

    /// The end to offer for a late plan: the part not read takes its share of the days first meant, a week at least.
    public static func offeredEnd(_ plan: ReadingPlan, _ today: CalendarDay) -> CalendarDay? {
        guard plan.isLate(today: today), let end = plan.endDay else { return nil }
        let meant = plan.startDay.map { $0.days(until: end) + 1 } ?? 14
        let left = 1 - (plan.progress ?? 0.5)
        return today.adding(days: max(6, Int((Double(meant) * left).rounded(.up)) - 1))
    }

    private func change(to draft: ReadingPlanDraft, from before: ReadingPlan, undo center: UndoCenter) async -> UUID? {
        let (plans, id) = (services.plans, id)
        guard
            let after = await value(
                of: plans.update(id: id, with: draft, cover: PhotoEdits(), ifUnchangedSince: before.updatedAt))
        else { return nil }
        plan = after
        let revision = Revision(before: before, after: after)
        return center.record(.planChanged, undo: DaybookServices.undo { plans.undo(revision) })
    }
}
