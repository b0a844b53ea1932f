import Combine
import CoreData
import Foundation

/// Reading plans in Core Data.
final class ReadingPlanCoreDataManager: ReadingPlanManaging {
    private let storage: Storage

    init(storage: Storage) {
        self.storage = storage
    }

    // MARK: Reading

    func plans(matching text: String) -> AnyPublisher<[ReadingPlan], DaybookError> {
        storage.read { context in
            let predicate = NSPredicate.all([.living] + [NSPredicate.searching(text)].compactMap { $0 })
            let plans = try context.all(ReadingPlanEntity.self, predicate, with: ["photos"])
            let memos = try context.groups(
                MemoEntity.self, .livingMemo, by: ["plan"],
                taking: [NSManagedObjectContext.aggregate("count", "count:", "day")])
            var counts: [NSManagedObjectID: Int] = [:]
            for row in memos {
                if let plan = row["plan"] as? NSManagedObjectID {
                    counts[plan] = Int(NSManagedObjectContext.integer(row["count"]))
                }
            }
            return try plans.map { try $0.plain(memoCount: counts[$0.objectID] ?? 0) }.sorted(by: Self.isBefore)
        }
    }

    func plan(id: UUID) -> AnyPublisher<ReadingPlan, DaybookError> {
        storage.read { context in try context.find(ReadingPlanEntity.self, .plan, id).plain() }
    }

    func contents(id: UUID) -> AnyPublisher<ReadingPlanContents, DaybookError> {
        storage.read { context in
            let plan = try context.find(ReadingPlanEntity.self, .plan, id)
            let memos = plan.memoRows.filter { $0.trashedAt == nil }
            return ReadingPlanContents(
                memoCount: memos.count,
                photoCount: memos.reduce(plan.livingPhotoRows.count) { $0 + $1.livingPhotoRows.count })
        }
    }

    func statistics(year: Int) -> AnyPublisher<ReadingStatistics, DaybookError> {
        storage.read { context in
            let done = try context.all(
                ReadingPlanEntity.self,
                .all([.living, NSPredicate(format: "status == %@", ReadingStatus.done.rawValue)]))
            var donePerMonth = [Int](repeating: 0, count: 12)
            var pagesPerMonth = donePerMonth
            var years: [Int: Int] = [:]
            for plan in done {
                guard let day = CalendarDay(number: Int(plan.endDay)) else { continue }
                years[day.year, default: 0] += 1
                guard day.year == year else { continue }
                donePerMonth[day.month - 1] += 1
                pagesPerMonth[day.month - 1] += Int(plan.totalPages)
            }
            let inYear = NSPredicate(
                format: "day >= %d AND day <= %d", Int32(year * 10_000), Int32(year * 10_000 + 1231))
            var memoDays: [CalendarDay: Int] = [:]
            let days = try context.groups(
                MemoEntity.self, .all([.livingMemo, inYear]), by: ["day"],
                taking: [NSManagedObjectContext.aggregate("count", "count:", "day")])
            for row in days {
                let day = CalendarDay(number: Int(NSManagedObjectContext.integer(row["day"])))
                if let day { memoDays[day] = Int(NSManagedObjectContext.integer(row["count"])) }
            }
            return ReadingStatistics(
                donePerMonth: donePerMonth, pagesPerMonth: pagesPerMonth, memoDays: memoDays,
                donePerYear: years.map { YearCount(year: $0, count: $1) }.sorted { $0.year > $1.year })
        }
    }

    /// Current plans first by their end, then coming ones by their start, then done and stopped, latest first.
    private static func isBefore(_ left: ReadingPlan, _ right: ReadingPlan) -> Bool {
        func rank(_ plan: ReadingPlan) -> Int {
            switch plan.status {
            case .reading: 0
            case .planned: 1
            case .done, .stopped: 2
            }
        }
        if rank(left) != rank(right) { return rank(left) < rank(right) }
        let far = 99_999_999
        switch rank(left) {
        case 0:
            let (first, second) = (left.endDay?.number ?? far, right.endDay?.number ?? far)
            if first != second { return first < second }
        case 1:
            let (first, second) = (left.startDay?.number ?? far, right.startDay?.number ?? far)
            if first != second { return first < second }
        default:
            let (first, second) = (left.endDay?.number ?? 0, right.endDay?.number ?? 0)
            if first != second { return first > second }
        }
        if left.createdAt != right.createdAt { return left.createdAt > right.createdAt }
        return left.title < right.title
    }

    // MARK: Writing

    func add(_ draft: ReadingPlanDraft, cover: PhotoUpload?) -> AnyPublisher<ReadingPlan, DaybookError> {
        if let error = Self.problem(of: draft) { return Fail(error: error).eraseToAnyPublisher() }
        return storage.write([.reading], photos: [cover].compactMap { $0 }) { session in
            let plan = ReadingPlanEntity(context: session.context)
            plan.id = session.makeID()
            plan.createdAt = session.now
            plan.take(draft, now: session.now)
            for photo in session.takePhotos(after: 0) { photo.plan = plan }
            return try plan.plain()
        }
    }

    func update(
        id: UUID, with draft: ReadingPlanDraft, cover: PhotoEdits, ifUnchangedSince: Date?
    ) -> AnyPublisher<ReadingPlan, DaybookError> {
        if let error = Self.problem(of: draft) { return Fail(error: error).eraseToAnyPublisher() }
        return storage.write([.reading], photos: cover.adding) { session in
            let plan = try Self.living(id, in: session.context)
            if let seen = ifUnchangedSince, plan.updatedAt != seen { throw DaybookError.conflict(.plan, id) }
            session.changedIDs.insert(id)
            plan.take(draft, now: session.now)
            try plan.apply(cover, limit: 1, in: session) { $0.plan = plan }
            return try plan.plain()
        }
    }

    func delete(id: UUID) -> AnyPublisher<ReadingPlan, DaybookError> {
        storage.write([.reading]) { session in
            let plan = try Self.living(id, in: session.context)
            session.changedIDs.insert(id)
            plan.trashedAt = session.now
            return try plan.plain()
        }
    }

    func delete(asSeen seen: ReadingPlan) -> AnyPublisher<ReadingPlan, DaybookError> {
        storage.write([.reading]) { session in
            let plan = try Self.living(seen.id, in: session.context)
            guard try plan.plain().isStill(seen) else { throw DaybookError.conflict(.plan, seen.id) }
            session.changedIDs.insert(seen.id)
            plan.trashedAt = session.now
            return try plan.plain()
        }
    }

    func undo(_ revision: Revision<ReadingPlan>) -> AnyPublisher<ReadingPlan, DaybookError> {
        storage.write([.reading]) { session in
            let plan = try Self.living(revision.id, in: session.context)
            let draft = try revision.draft(now: try plan.plain())
            // What was right before and what is right now need not be right together.
            if let problem = Self.problem(of: draft) { throw problem }
            session.changedIDs.insert(revision.id)
            plan.take(draft, now: session.now)
            try plan.takeBack(
                from: [revision.before.cover].compactMap(\.self), to: [revision.after.cover].compactMap(\.self),
                limit: 1, else: .conflict(.plan, revision.id), in: session)
            return try plan.plain()
        }
    }

    func restore(id: UUID) -> AnyPublisher<ReadingPlan, DaybookError> {
        storage.write([.reading]) { session in
            let plan = try session.context.find(ReadingPlanEntity.self, .plan, id)
            session.isChanged = plan.trashedAt != nil
            session.changedIDs.insert(id)
            if plan.trashedAt != nil { plan.trashedAt = nil }
            return try plan.plain()
        }
    }

    private static func living(_ id: UUID, in context: NSManagedObjectContext) throws -> ReadingPlanEntity {
        let plan = try context.find(ReadingPlanEntity.self, .plan, id)
        guard plan.trashedAt == nil else { throw DaybookError.notFound(.plan, id) }
        return plan
    }

    static func problem(of draft: ReadingPlanDraft) -> DaybookError? {
        if draft.title.trimmingBlanks.isEmpty { return .validation(.title, .missing) }
        if let problem = TextLimits.problem([(draft.title, .title), (draft.author, .author)]) { return problem }
        if let start = draft.startDay, let end = draft.endDay, end < start {
            return .validation(.endDay, .endBeforeStart)
        }
        if let pages = draft.totalPages {
            if pages <= 0 { return .validation(.totalPages, .notPositive) }
            if pages > 100_000 { return .validation(.totalPages, .tooLarge(limit: "100,000")) }
        }
        if draft.currentPage < 0 { return .validation(.page, .notPositive) }
        if draft.currentPage > draft.totalPages ?? 100_000 { return .validation(.page, .beyondLastPage) }
        return nil
    }
}
