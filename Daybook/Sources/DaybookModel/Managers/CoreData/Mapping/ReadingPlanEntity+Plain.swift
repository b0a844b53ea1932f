import CoreData
import Foundation

extension ReadingPlanEntity {
    /// The plain plan.
    ///
    /// - Throws: `DaybookError.storage` when the row lacks what every plan has.
    func plain() throws -> ReadingPlan { try plain(memoCount: memoRows.count { $0.trashedAt == nil }) }

    /// The plain plan, when its memos are counted already.
    func plain(memoCount: Int) throws -> ReadingPlan {
        guard let id, let title, let status = status.flatMap(ReadingStatus.init), let createdAt, let updatedAt else {
            throw DaybookError.storage("a plan's row is damaged")
        }
        return ReadingPlan(
            id: id, title: title, author: author, startDay: CalendarDay(number: Int(startDay)),
            endDay: CalendarDay(number: Int(endDay)), totalPages: totalPages > 0 ? Int(totalPages) : nil,
            currentPage: Int(currentPage), status: status, cover: try plainPhotos().first,
            memoCount: memoCount, createdAt: createdAt, updatedAt: updatedAt,
            trashedAt: trashedAt)
    }

    /// The memos' rows, those in the trash too.
    var memoRows: [MemoEntity] { memos?.members(MemoEntity.self) ?? [] }

    /// Takes the values of a draft that was validated.
    func take(_ draft: ReadingPlanDraft, now: Date) {
        title = draft.title.trimmingBlanks
        author = draft.author?.trimmingBlanks.nonEmpty
        startDay = Int32(draft.startDay?.number ?? 0)
        endDay = Int32(draft.endDay?.number ?? 0)
        totalPages = Int32(clamping: draft.totalPages ?? 0)
        currentPage = Int32(clamping: draft.currentPage)
        status = draft.status.rawValue
        updatedAt = now
        let words = [title ?? "", author ?? ""].joined(separator: " ")
        searchText = SearchText.folded(words)
        searchInitials = SearchText.initials(words)
    }
}
