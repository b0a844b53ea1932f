import Combine
import DaybookModel
import Foundation

struct MemoryPlans: ReadingPlanManaging {
    let source: MemoryDataSource

    func plans(matching text: String) -> AnyPublisher<[ReadingPlan], DaybookError> {
        source.read { state in
            state.plans.filter { plan in
                plan.trashedAt == nil
                    && (text.isEmpty
                        || "\(plan.title) \(plan.author ?? "")".lowercased().contains(text.lowercased()))
            }.map { Self.counted($0, state) }
        }
    }

    private static func counted(_ plan: ReadingPlan, _ state: MemoryDataSource.State) -> ReadingPlan {
        var plan = plan
        plan.memoCount = state.memos.count { $0.planID == plan.id && $0.trashedAt == nil }
        return plan
    }

    func plan(id: UUID) -> AnyPublisher<ReadingPlan, DaybookError> {
        source.read { (state) throws(DaybookError) in
            Self.counted(state.plans[try MemoryDataSource.State.index(state.plans, id, .plan)], state)
        }
    }

    func contents(id: UUID) -> AnyPublisher<ReadingPlanContents, DaybookError> {
        source.read { state in
            let memos = state.memos.filter { $0.planID == id && $0.trashedAt == nil }
            let cover = state.plans.first { $0.id == id }?.cover
            return ReadingPlanContents(
                memoCount: memos.count, photoCount: memos.count { $0.photo != nil } + (cover == nil ? 0 : 1))
        }
    }

    func statistics(year: Int) -> AnyPublisher<ReadingStatistics, DaybookError> {
        source.read { state in
            let done = state.plans.filter { $0.status == .done && $0.trashedAt == nil }
            var books = Array(repeating: 0, count: 12)
            var pages = books
            for plan in done {
                guard let end = plan.endDay, end.year == year else { continue }
                books[end.month - 1] += 1
                pages[end.month - 1] += plan.totalPages ?? 0
            }
            let years = Dictionary(grouping: done.compactMap { $0.endDay?.year }, by: \.self)
                .map { YearCount(year: $0, count: $1.count) }
            let days = Dictionary(grouping: state.memos.filter { $0.trashedAt == nil }, by: \.day).mapValues(\.count)
            return ReadingStatistics(
                donePerMonth: books, pagesPerMonth: pages, memoDays: days,
                donePerYear: years.sorted { $0.year > $1.year })
        }
    }

    func add(_ draft: ReadingPlanDraft, cover: PhotoUpload?) -> AnyPublisher<ReadingPlan, DaybookError> {
        source.write(.reading) { (state) throws(DaybookError) in
            let moment = state.now()
            let photos = try MemoryDataSource.photos(cover.map { [$0] } ?? [], after: 0, in: &state)
            let added = ReadingPlan(
                id: UUID(), title: draft.title, author: draft.author, startDay: draft.startDay, endDay: draft.endDay,
                totalPages: draft.totalPages, currentPage: draft.currentPage, status: draft.status,
                cover: photos.first, createdAt: moment, updatedAt: moment)
            state.plans.append(added)
            return added
        }
    }

    func update(id: UUID, with draft: ReadingPlanDraft, cover: PhotoEdits, ifUnchangedSince: Date?) -> AnyPublisher<
        ReadingPlan, DaybookError
    > {
        source.write(.reading) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.plans, id, .plan)
            guard state.plans[index].trashedAt == nil else { throw .notFound(.plan, id) }
            if let since = ifUnchangedSince, since != state.plans[index].updatedAt { throw .conflict(.plan, id) }
            let photos = try MemoryDataSource.edited(
                state.plans[index].cover.map { [$0] } ?? [], cover, in: &state)
            state.plans[index].title = draft.title
            state.plans[index].author = draft.author
            state.plans[index].startDay = draft.startDay
            state.plans[index].endDay = draft.endDay
            state.plans[index].totalPages = draft.totalPages
            state.plans[index].currentPage = draft.currentPage
            state.plans[index].status = draft.status
            state.plans[index].cover = photos.last
            state.plans[index].updatedAt = state.now()
            return state.plans[index]
        }
    }

    func delete(id: UUID) -> AnyPublisher<ReadingPlan, DaybookError> {
        source.write(.reading) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.plans, id, .plan)
            guard state.plans[index].trashedAt == nil else { throw .notFound(.plan, id) }
            state.plans[index].trashedAt = state.now()
            return state.plans[index]
        }
    }

    func delete(asSeen seen: ReadingPlan) -> AnyPublisher<ReadingPlan, DaybookError> {
        source.write(.reading) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.plans, seen.id, .plan)
            guard state.plans[index].trashedAt == nil else { throw .notFound(.plan, seen.id) }
            guard Self.counted(state.plans[index], state).isStill(seen) else { throw .conflict(.plan, seen.id) }
            state.plans[index].trashedAt = state.now()
            return state.plans[index]
        }
    }

    func undo(_ revision: Revision<ReadingPlan>) -> AnyPublisher<ReadingPlan, DaybookError> {
        source.write(.reading) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.plans, revision.id, .plan)
            let now = state.plans[index]
            let draft = try revision.draft(now: now)
            state.plans[index] = ReadingPlan(
                id: now.id, title: draft.title, author: draft.author, startDay: draft.startDay, endDay: draft.endDay,
                totalPages: draft.totalPages, currentPage: draft.currentPage, status: draft.status,
                cover: try MemoryDataSource.takenBack(
                    [now.cover].compactMap(\.self), from: [revision.before.cover].compactMap(\.self),
                    to: [revision.after.cover].compactMap(\.self), limit: 1, else: .conflict(.plan, now.id)
                ).first, createdAt: now.createdAt, updatedAt: state.now())
            return state.plans[index]
        }
    }

    func restore(id: UUID) -> AnyPublisher<ReadingPlan, DaybookError> {
        source.write(.reading) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.plans, id, .plan)
            state.plans[index].trashedAt = nil
            return Self.counted(state.plans[index], state)
        }
    }
}

struct MemoryMemos: MemoManaging {
    let source: MemoryDataSource

    func memos(planID: UUID, order: MemoOrder) -> AnyPublisher<[Memo], DaybookError> {
        source.read { state in
            let own = state.memos.filter { $0.planID == planID && $0.trashedAt == nil }
            switch order {
            case .page:
                return own.sorted { ($0.pageNumber ?? .max, $0.createdAt) < ($1.pageNumber ?? .max, $1.createdAt) }
            case .newest: return own.sorted { $0.createdAt > $1.createdAt }
            }
        }
    }

    func memos(matching text: String, limit: Int?) -> AnyPublisher<[Memo], DaybookError> {
        source.read { state in
            state.memos.filter { $0.trashedAt == nil && $0.text.lowercased().contains(text.lowercased()) }
        }
    }

    func memo(id: UUID) -> AnyPublisher<Memo, DaybookError> {
        source.read { (state) throws(DaybookError) in
            state.memos[try MemoryDataSource.State.index(state.memos, id, .memo)]
        }
    }

    func add(_ draft: MemoDraft, planID: UUID, photo: PhotoUpload?) -> AnyPublisher<Memo, DaybookError> {
        source.write(.reading) { (state) throws(DaybookError) in
            let plan = try MemoryDataSource.State.index(state.plans, planID, .plan)
            let moment = state.now()
            let photos = try MemoryDataSource.photos(photo.map { [$0] } ?? [], after: 0, in: &state)
            let added = Memo(
                id: UUID(), planID: planID, planTitle: state.plans[plan].title, text: draft.text, page: draft.page,
                kind: draft.kind, day: draft.day, photo: photos.first, createdAt: moment, updatedAt: moment)
            state.memos.append(added)
            if let page = added.pageNumber { state.plans[plan].currentPage = max(page, state.plans[plan].currentPage) }
            return added
        }
    }

    func update(id: UUID, with draft: MemoDraft, photo: PhotoEdits, ifUnchangedSince: Date?) -> AnyPublisher<
        Memo, DaybookError
    > {
        source.write(.reading) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.memos, id, .memo)
            guard state.memos[index].trashedAt == nil else { throw .notFound(.memo, id) }
            if let since = ifUnchangedSince, since != state.memos[index].updatedAt { throw .conflict(.memo, id) }
            let photos = try MemoryDataSource.edited(
                state.memos[index].photo.map { [$0] } ?? [], photo, in: &state)
            state.memos[index].text = draft.text
            state.memos[index].page = draft.page
            state.memos[index].kind = draft.kind
            state.memos[index].day = draft.day
            state.memos[index].photo = photos.last
            state.memos[index].updatedAt = state.now()
            return state.memos[index]
        }
    }

    func delete(id: UUID) -> AnyPublisher<Memo, DaybookError> {
        source.write(.reading) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.memos, id, .memo)
            guard state.memos[index].trashedAt == nil else { throw .notFound(.memo, id) }
            state.memos[index].trashedAt = state.now()
            return state.memos[index]
        }
    }

    func delete(asSeen seen: Memo) -> AnyPublisher<Memo, DaybookError> {
        source.write(.reading) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.memos, seen.id, .memo)
            guard state.memos[index].trashedAt == nil else { throw .notFound(.memo, seen.id) }
            guard state.memos[index].isStill(seen) else { throw .conflict(.memo, seen.id) }
            state.memos[index].trashedAt = state.now()
            return state.memos[index]
        }
    }

    func undo(_ revision: Revision<Memo>) -> AnyPublisher<Memo, DaybookError> {
        source.write(.reading) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.memos, revision.id, .memo)
            let now = state.memos[index]
            let draft = try revision.draft(now: now)
            state.memos[index] = Memo(
                id: now.id, planID: now.planID, planTitle: now.planTitle, text: draft.text, page: draft.page,
                kind: draft.kind, day: draft.day,
                photo: try MemoryDataSource.takenBack(
                    [now.photo].compactMap(\.self), from: [revision.before.photo].compactMap(\.self),
                    to: [revision.after.photo].compactMap(\.self), limit: 1, else: .conflict(.memo, now.id)
                ).first, createdAt: now.createdAt, updatedAt: state.now())
            return state.memos[index]
        }
    }

    func restore(id: UUID) -> AnyPublisher<Memo, DaybookError> {
        source.write(.reading) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.memos, id, .memo)
            state.memos[index].trashedAt = nil
            return state.memos[index]
        }
    }
}
