import DaybookModel

/// A period in an address: `2026-03`, or `2026` for a year.
enum PeriodParameter {
    static func text(_ period: MonthPeriod) -> String {
        guard let month = period.month else { return "\(period.year)" }
        return "\(period.year)-\(month < 10 ? "0" : "")\(month)"
    }

    static func period(_ text: String?, startDay: Int) -> MonthPeriod? {
        guard let text else { return nil }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let year = parts.first.flatMap({ Int($0) }), (1...2).contains(parts.count) else { return nil }
        guard parts.count == 2 else { return MonthPeriod(year: year, startDay: startDay) }
        return Int(parts[1]).flatMap { MonthPeriod(year: year, month: $0, startDay: startDay) }
    }
}

/// The period's name between a step back and a step forward.
struct PeriodSwitcher {
    let period: MonthPeriod
    let context: PageContext
    let address: (MonthPeriod) -> String

    func render() -> HTML {
        let isYear = period.month == nil
        return Tag.div(.class("switcher")) {
            step(period.previous, "left", isYear ? .previousYear : .previousMonth, "[")
            Tag.div(.class("when"), .id("when"), Attribute("data-live", "true")) {
                Tag.strong(text: period.title(in: context.language))
                if period.startDay != 1 {
                    Tag.span(
                        text: "\(period.first.short(in: context.language)) – \(period.last.short(in: context.language))"
                    )
                }
            }
            step(period.next, "right", isYear ? .nextYear : .nextMonth, "]")
        }
    }

    @HTMLBuilder private func step(_ target: MonthPeriod?, _ icon: String, _ label: Phrase, _ key: String) -> HTML {
        if let target {
            Tag.a(
                .class("icon-button"), .href(address(target)), .label(context.text(label)),
                Attribute("data-shortcut", key)
            ) { Icon.named(icon) }
        }
    }
}
