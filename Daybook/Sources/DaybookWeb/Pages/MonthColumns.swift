import DaybookModel

/// Income and expense of twelve months as columns, with the same numbers in a table.
struct MonthColumns {
    let months: [MonthTotals]
    let current: MonthPeriod
    let context: PageContext

    private static let width = 600
    private static let height = 248
    private static let floor = 190

    func render() -> HTML {
        Tag.section(.class("card stack tight"), .labelledBy("twelve")) {
            Tag.h2(.id("twelve"), text: context.text(.twelveMonths))
            Tag.p(.class("legend"), .hidden) {
                legend("income", .income)
                legend("expense", .expense)
            }
            chart
            Tag.details(.id("table-months")) {
                Tag.summary(text: context.text(.showNumbers))
                table
            }
        }
    }

    private func legend(_ style: String, _ label: Phrase) -> HTML {
        Tag.span {
            Tag.svg(Attribute("viewBox", "0 0 12 12")) {
                Tag.rect(.class(style), Attribute("width", "12"), Attribute("height", "12"), Attribute("rx", "3"))
            }
            context.text(label)
        }
    }

    private var chart: HTML {
        let most = months.flatMap { [$0.totals.income.minorUnits, $0.totals.expense.minorUnits] }.max() ?? 0
        let step = Self.width / max(months.count, 1)
        return Tag.svg(
            .class("columns"), Attribute("viewBox", "0 0 \(Self.width) \(Self.height)"), .role("img"),
            .label(context.text(.twelveMonths))
        ) {
            Tag.line(
                .class("axis"), Attribute("x1", "0"), Attribute("x2", "\(Self.width)"),
                Attribute("y1", "\(Self.floor)"), Attribute("y2", "\(Self.floor)"))
            for (index, month) in months.enumerated() {
                column(month.totals.income.minorUnits, most, "income", x: index * step + 7)
                column(month.totals.expense.minorUnits, most, "expense", x: index * step + 26)
                Tag.svgText(
                    Attribute("x", "\(index * step + step / 2)"), Attribute("y", "\(Self.floor + 24)"),
                    Attribute("text-anchor", "middle"), month.period == current ? .class("current-month") : nil,
                    text: label(month.period))
                if month.period.month == 1 || (index == 0 && month.period.month != 12) {
                    Tag.svgText(
                        Attribute("x", "\(index * step + step / 2)"), Attribute("y", "\(Self.floor + 48)"),
                        Attribute("text-anchor", "middle"), text: "\(month.period.year)")
                }
            }
        }
    }

    private func column(_ units: Int64, _ most: Int64, _ style: String, x: Int) -> HTML {
        guard most > 0, units > 0 else { return .empty }
        // At least two units high, so that a small sum is still seen.
        let height = max(2, Int(Double(units) / Double(most) * Double(Self.floor - 12)))
        return Tag.rect(
            .class(style), Attribute("x", "\(x)"), Attribute("y", "\(Self.floor - height)"), Attribute("width", "16"),
            Attribute("height", "\(height)"), Attribute("rx", "3"))
    }

    private func label(_ period: MonthPeriod) -> String {
        guard let month = period.month else { return "\(period.year)" }
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return context.language == .korean ? "\(month)월" : names[month - 1]
    }

    private var table: HTML {
        Tag.div(.class("scroll"), Attribute("tabindex", "0"), .role("region"), .label(context.text(.twelveMonths))) {
            Tag.table(.class("table")) {
                Tag.caption(text: context.text(.twelveMonths))
                Tag.thead {
                    Tag.tr {
                        Tag.th(Attribute("scope", "col"), text: context.text(.month))
                        for label in [Phrase.income, .expense, .balance] {
                            Tag.th(.class("end"), Attribute("scope", "col"), text: context.text(label))
                        }
                    }
                }
                Tag.tbody {
                    for month in months.reversed() {
                        Tag.tr {
                            Tag.th(Attribute("scope", "row")) {
                                Tag.a(
                                    .href(AccountHomePage.address(month.period)),
                                    text: month.period.title(in: context.language))
                            }
                            Tag.td(.class("end"), text: context.readable(month.totals.income))
                            Tag.td(.class("end"), text: context.readable(month.totals.expense))
                            Tag.td(.class("end"), text: context.readable(month.totals.balance))
                        }
                    }
                }
            }
        }
    }
}
