import CoreData
import Foundation

extension MemoEntity {
    /// The plain memo.
    ///
    /// - Throws: `DaybookError.storage` when the row lacks what every memo has.
    func plain() throws -> Memo {
        guard let id, let planID = plan?.id, let text, let kind = kind.flatMap(MemoKind.init),
            let day = CalendarDay(number: Int(day)), let createdAt, let updatedAt
        else { throw DaybookError.storage("a memo's row is damaged") }
        return Memo(
            id: id, planID: planID, planTitle: plan?.title ?? "", text: text, page: page, kind: kind, day: day,
            photo: try plainPhotos().first, createdAt: createdAt, updatedAt: updatedAt, trashedAt: trashedAt)
    }

    /// Takes the values of a draft that was validated.
    func take(_ draft: MemoDraft, now: Date) {
        text = draft.text.trimmingBlanks
        page = draft.page?.trimmingBlanks.nonEmpty
        pageNumber = page.flatMap { Int32($0) } ?? -1
        kind = draft.kind.rawValue
        day = Int32(draft.day.number)
        updatedAt = now
        searchText = SearchText.folded(text ?? "")
        searchInitials = SearchText.initials(text ?? "")
    }
}
