import Combine
import CoreData
import Foundation

/// Memos in Core Data.
final class MemoCoreDataManager: MemoManaging {
    private let storage: Storage

    init(storage: Storage) {
        self.storage = storage
    }

    // MARK: Reading

    func memos(planID: UUID, order: MemoOrder) -> AnyPublisher<[Memo], DaybookError> {
        storage.read { context in
            let plan = try context.find(ReadingPlanEntity.self, .plan, planID)
            let predicate = NSPredicate(format: "plan == %@ AND trashedAt == nil", plan)
            let memos = try context.all(MemoEntity.self, predicate, with: ["photos", "plan"]).map { try $0.plain() }
            return memos.sorted { Self.isBefore($0, $1, order) }
        }
    }

    func memos(matching text: String, limit: Int?) -> AnyPublisher<[Memo], DaybookError> {
        storage.read { context in
            let request = NSFetchRequest<MemoEntity>(entityName: "MemoEntity")
            request.predicate = .all([.livingMemo] + [NSPredicate.searching(text)].compactMap { $0 })
            request.sortDescriptors = [
                NSSortDescriptor(key: "day", ascending: false), NSSortDescriptor(key: "createdAt", ascending: false),
            ]
            request.fetchLimit = limit ?? 0
            request.relationshipKeyPathsForPrefetching = ["photos", "plan"]
            return try context.fetch(request).map { try $0.plain() }
        }
    }

    func memo(id: UUID) -> AnyPublisher<Memo, DaybookError> {
        storage.read { context in try context.find(MemoEntity.self, .memo, id).plain() }
    }

    /// By page: labels such as `xii` stand before page numbers, as in a book; memos without a page come last.
    private static func isBefore(_ left: Memo, _ right: Memo, _ order: MemoOrder) -> Bool {
        func rank(_ memo: Memo) -> (Int, Int) {
            guard memo.page != nil else { return (2, 0) }
            return memo.pageNumber.map { (1, $0) } ?? (0, 0)
        }
        switch order {
        case .page:
            if rank(left) != rank(right) { return rank(left) < rank(right) }
            return left.createdAt < right.createdAt
        case .newest:
            if left.day != right.day { return left.day > right.day }
            return left.createdAt > right.createdAt
        }
    }

    // MARK: Writing

    func add(_ draft: MemoDraft, planID: UUID, photo: PhotoUpload?) -> AnyPublisher<Memo, DaybookError> {
        if let error = Self.problem(of: draft) { return Fail(error: error).eraseToAnyPublisher() }
        return storage.write([.reading], photos: [photo].compactMap { $0 }) { session in
            let plan = try session.context.find(ReadingPlanEntity.self, .plan, planID)
            guard plan.trashedAt == nil else { throw DaybookError.notFound(.plan, planID) }
            let memo = MemoEntity(context: session.context)
            memo.id = session.makeID()
            memo.createdAt = session.now
            memo.plan = plan
            memo.take(draft, now: session.now)
            for photo in session.takePhotos(after: 0) { photo.memo = memo }
            Self.moveProgress(of: plan, by: memo, in: session)
            return try memo.plain()
        }
    }

    func update(
        id: UUID, with draft: MemoDraft, photo: PhotoEdits, ifUnchangedSince: Date?
    ) -> AnyPublisher<Memo, DaybookError> {
        if let error = Self.problem(of: draft) { return Fail(error: error).eraseToAnyPublisher() }
        return storage.write([.reading], photos: photo.adding) { session in
            let memo = try Self.living(id, in: session.context)
            if let seen = ifUnchangedSince, memo.updatedAt != seen { throw DaybookError.conflict(.memo, id) }
            session.changedIDs.insert(id)
            memo.take(draft, now: session.now)
            try memo.apply(photo, limit: 1, in: session) { $0.memo = memo }
            if let plan = memo.plan { Self.moveProgress(of: plan, by: memo, in: session) }
            return try memo.plain()
        }
    }

    func delete(id: UUID) -> AnyPublisher<Memo, DaybookError> {
        storage.write([.reading]) { session in
            let memo = try Self.living(id, in: session.context)
            session.changedIDs.formUnion([id, memo.plan?.id].compactMap { $0 })
            memo.trashedAt = session.now
            return try memo.plain()
        }
    }

    func delete(asSeen seen: Memo) -> AnyPublisher<Memo, DaybookError> {
        storage.write([.reading]) { session in
            let memo = try Self.living(seen.id, in: session.context)
            guard try memo.plain().isStill(seen) else { throw DaybookError.conflict(.memo, seen.id) }
            session.changedIDs.formUnion([seen.id, memo.plan?.id].compactMap { $0 })
            memo.trashedAt = session.now
            return try memo.plain()
        }
    }

    func undo(_ revision: Revision<Memo>) -> AnyPublisher<Memo, DaybookError> {
        storage.write([.reading]) { session in
            let memo = try Self.living(revision.id, in: session.context)
            let draft = try revision.draft(now: try memo.plain())
            session.changedIDs.formUnion([revision.id, memo.plan?.id].compactMap { $0 })
            memo.take(draft, now: session.now)
            try memo.takeBack(
                from: [revision.before.photo].compactMap(\.self), to: [revision.after.photo].compactMap(\.self),
                limit: 1, else: .conflict(.memo, revision.id), in: session)
            return try memo.plain()
        }
    }

    func restore(id: UUID) -> AnyPublisher<Memo, DaybookError> {
        storage.write([.reading]) { session in
            let memo = try session.context.find(MemoEntity.self, .memo, id)
            session.isChanged = memo.trashedAt != nil
            session.changedIDs.formUnion([id, memo.plan?.id].compactMap { $0 })
            if memo.trashedAt != nil { memo.trashedAt = nil }
            return try memo.plain()
        }
    }

    private static func living(_ id: UUID, in context: NSManagedObjectContext) throws -> MemoEntity {
        let memo = try context.find(MemoEntity.self, .memo, id)
        guard memo.trashedAt == nil, memo.plan?.trashedAt == nil else { throw DaybookError.notFound(.memo, id) }
        return memo
    }

    /// A memo on a later page moves the plan's progress forward, never backward and never beyond the last page.
    private static func moveProgress(of plan: ReadingPlanEntity, by memo: MemoEntity, in session: WriteSession) {
        if let id = plan.id { session.changedIDs.insert(id) }
        guard memo.pageNumber > plan.currentPage, plan.totalPages == 0 || memo.pageNumber <= plan.totalPages else {
            return
        }
        plan.currentPage = memo.pageNumber
        plan.updatedAt = session.now
        if plan.status == ReadingStatus.planned.rawValue { plan.status = ReadingStatus.reading.rawValue }
    }

    private static func problem(of draft: MemoDraft) -> DaybookError? {
        if draft.text.trimmingBlanks.isEmpty { return .validation(.text, .missing) }
        return TextLimits.problem([(draft.text, .text), (draft.page?.trimmingBlanks, .page)])
    }
}

extension NSPredicate {
    /// Memos that are in the trash neither by themselves nor with their plan.
    static var livingMemo: NSPredicate { NSPredicate(format: "trashedAt == nil AND plan.trashedAt == nil") }
}
