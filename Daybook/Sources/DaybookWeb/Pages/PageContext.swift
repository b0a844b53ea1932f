import DaybookModel
import DaybookViewModels
import Foundation

/// What every page needs to know besides what it shows.
struct PageContext: Sendable {
    /// A message about what was just done.
    struct Toast: Sendable {
        let step: UUID
        let event: UndoCenter.Event
        let canUndo: Bool
    }

    let language: Language
    let settings: DaybookSettings
    let token: String
    /// The page's own address, without the message that it carries.
    let address: String
    let today: CalendarDay
    var toast: Toast?

    func text(_ phrase: Phrase) -> String { phrase.text(in: language) }

    func message(_ error: DaybookError) -> String { error.message(in: language) }

    func readable(_ money: Money) -> String { money.readable(in: language) }

    func readable(_ day: CalendarDay) -> String { day.formatted(in: language) }

    /// `오늘`, `어제`, or the day.
    func relative(_ day: CalendarDay) -> String {
        switch day.days(until: today) {
        case 0: "\(text(.today)) · \(day.short(in: language))"
        case 1: "\(text(.yesterday)) · \(day.short(in: language))"
        default: day.year == today.year ? day.short(in: language) : day.formatted(in: language)
        }
    }
}
