import DaybookModel
import DaybookViewModels

/// A month as weeks, each day with what came in and went out.
@MainActor
struct CalendarView {
    let model: AccountHomeViewModel
    let context: PageContext

    private static let koreanDays = ["일", "월", "화", "수", "목", "금", "토"]
    private static let englishDays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    func render() -> HTML {
        let names = context.language == .korean ? Self.koreanDays : Self.englishDays
        let shift = context.settings.weekStart == .monday ? 1 : 0
        return Tag.table(.class("calendar")) {
            Tag.caption(.class("visually-hidden"), text: model.period.title(in: context.language))
            Tag.thead {
                Tag.tr { for column in 0..<7 { Tag.th(Attribute("scope", "col"), text: names[(column + shift) % 7]) } }
            }
            Tag.tbody { for week in weeks(shift) { Tag.tr { for day in week { cell(day) } } } }
        }
    }

    private func weeks(_ shift: Int) -> [[CalendarDay?]] {
        let days = model.period.days
        guard let first = days.first else { return [] }
        var cells: [CalendarDay?] = Array(repeating: nil, count: (first.weekday - shift + 7) % 7) + days
        while !cells.count.isMultiple(of: 7) { cells.append(nil) }
        return stride(from: 0, to: cells.count, by: 7).map { Array(cells[$0..<$0 + 7]) }
    }

    private func cell(_ day: CalendarDay?) -> HTML {
        guard let day else { return Tag.td() }
        let sums = model.summary?.days.first { $0.day == day }?.totals ?? []
        let date = day.day == 1 || day == model.period.first ? "\(day.month)/1" : "\(day.day)"
        let isToday = day == context.today
        let target =
            sums.isEmpty
            ? Address.make(["account", "entries", "new"], [FormField(name: "day", value: day.iso)])
            : AccountHomePage.address(model.period, day: day) + "#day-\(day.iso)"
        return Tag.td(isToday ? .class("today") : nil) {
            Tag.a(.href(target), .label(spoken(day, sums)), isToday ? .current(true, as: "date") : nil) {
                Tag.span(.class("date"), text: date)
                for sum in sums {
                    if sum.income.minorUnits > 0 {
                        Tag.span(.class("amount income"), text: "+" + short(sum.income))
                    }
                    if sum.expense.minorUnits > 0 {
                        Tag.span(.class("amount expense"), text: "−" + short(sum.expense))
                    }
                }
            }
        }
    }

    private func short(_ money: Money) -> String {
        money.short(in: context.language, home: context.settings.homeCurrency)
    }

    private func spoken(_ day: CalendarDay, _ sums: [Totals]) -> String {
        var amounts: [String] = []
        for sum in sums {
            for (label, money) in [(Phrase.income, sum.income), (.expense, sum.expense)] where money.minorUnits > 0 {
                amounts.append("\(context.text(label)) \(context.readable(money))")
            }
        }
        return ([day.short(in: context.language)] + amounts).joined(separator: ", ")
    }
}
