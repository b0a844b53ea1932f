import DaybookModel
import DaybookViewModels

/// Books and pages by month of a year, by year, and the days on which memos were written.
@MainActor
struct ReadingStatisticsPage {
    let model: ReadingStatisticsViewModel
    let context: PageContext

    func render() -> HTML {
        Layout(
            context: context, title: "\(context.text(.readingStatistics)) \(model.year)", place: .reading,
            areas: [.reading]
        )() {
            Components.back(context, to: "/reading", .reading)
            Tag.h1(.class("visually-hidden"), text: context.text(.readingStatistics))
            Tag.div(.class("page-head")) {
                if let year = MonthPeriod(year: model.year) {
                    PeriodSwitcher(period: year, context: context) { "/reading/statistics?year=\($0.year)" }.render()
                }
            }
            Tag.div(.id("reading-figures"), .class("figure-panes"), Attribute("data-live", "true")) {
                Components.error(model.error, context)
                if let statistics = model.statistics {
                    months(statistics)
                    years(statistics)
                    memoDays(statistics)
                }
            }
        }
    }

    private func monthName(_ month: Int) -> String {
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return context.language == .korean ? "\(month)월" : names[month - 1]
    }

    private func months(_ statistics: ReadingStatistics) -> HTML {
        Tag.section(.class("card stack tight"), .labelledBy("per-month")) {
            Tag.h2(.id("per-month"), text: context.text(.booksPerMonth))
            Tag.table(.class("table")) {
                Tag.caption(.class("visually-hidden"), text: context.text(.booksPerMonth))
                Tag.thead {
                    Tag.tr {
                        Tag.th(Attribute("scope", "col"), text: context.text(.month))
                        Tag.th(.class("end"), Attribute("scope", "col"), text: context.text(.books))
                        Tag.th(.class("end"), Attribute("scope", "col"), text: context.text(.pages))
                    }
                }
                Tag.tbody {
                    for month in 1...12 {
                        Tag.tr {
                            Tag.th(Attribute("scope", "row"), text: monthName(month))
                            Tag.td(.class("end"), text: statistics.donePerMonth[month - 1].formattedWithCommas)
                            Tag.td(.class("end"), text: statistics.pagesPerMonth[month - 1].formattedWithCommas)
                        }
                    }
                }
                Tag.tfoot {
                    Tag.tr {
                        Tag.th(Attribute("scope", "row"), text: context.text(.total))
                        Tag.td(.class("end"), text: statistics.donePerMonth.reduce(0, +).formattedWithCommas)
                        Tag.td(.class("end"), text: statistics.pagesPerMonth.reduce(0, +).formattedWithCommas)
                    }
                }
            }
        }
    }

    @HTMLBuilder private func years(_ statistics: ReadingStatistics) -> HTML {
        if !statistics.donePerYear.isEmpty {
            let most = Double(statistics.donePerYear.map(\.count).max() ?? 1)
            Tag.section(.class("card stack tight"), .labelledBy("per-year")) {
                Tag.h2(.id("per-year"), text: context.text(.booksPerYear))
                Tag.ul(.class("chart-list")) {
                    for year in statistics.donePerYear {
                        Tag.li {
                            Tag.a(.class("chart-row"), .href("/reading/statistics?year=\(year.year)")) {
                                Tag.span(text: "\(year.year)")
                                Tag.span(.class("number"), text: context.text(.bookCount(year.count)))
                                Components.bar(Double(year.count) / most, class: "accent")
                            }
                        }
                    }
                }
            }
        }
    }

    @HTMLBuilder private func memoDays(_ statistics: ReadingStatistics) -> HTML {
        let days = statistics.memoDays.filter { $0.key.year == model.year }.sorted { $0.key > $1.key }
        if !days.isEmpty {
            Tag.section(.class("card stack tight"), .labelledBy("memo-days")) {
                Tag.h2(.id("memo-days"), text: context.text(.memoDays))
                Tag.ul(.class("list-plain")) {
                    for (day, count) in days {
                        Tag.li {
                            Tag.span(text: context.readable(day))
                            Tag.span(.class("muted number"), text: context.text(.memoCount(count)))
                        }
                    }
                }
            }
        }
    }
}
