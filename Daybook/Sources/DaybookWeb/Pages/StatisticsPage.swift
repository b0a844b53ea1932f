import DaybookModel
import DaybookViewModels

/// A month's or year's figures: shares by category, twelve months, and where most was spent.
@MainActor
struct StatisticsPage {
    let model: StatisticsViewModel
    let context: PageContext

    private func address(_ period: MonthPeriod) -> String {
        Address.make(
            ["account", "statistics"],
            [
                FormField(name: "period", value: PeriodParameter.text(period)),
                FormField(name: "currency", value: model.wantedCurrency?.code ?? ""),
            ])
    }

    func render() -> HTML {
        Layout(
            context: context, title: "\(context.text(.statistics)) \(model.period.title(in: context.language))",
            place: .account, areas: [.account, .settings], action: ("/account/entries/new", .newEntry)
        )() {
            Components.back(context, to: backAddress, .accountBook)
            Tag.h1(.class("visually-hidden"), text: context.text(.statistics))
            Tag.div(.class("page-head")) {
                PeriodSwitcher(period: model.period, context: context, address: address).render()
                spanChoice
            }
            Tag.div(.id("figures"), .class("stack"), Attribute("data-live", "true")) {
                Components.error(model.error, context)
                if let statistics = model.statistics { figures(statistics) }
            }
        }
    }

    private var backAddress: String {
        model.period.month == nil ? "/account" : AccountHomePage.address(model.period)
    }

    private var spanChoice: HTML {
        let period = model.period
        let month = period.month == nil ? MonthPeriod.month(containing: anchor, startDay: period.startDay) : period
        let year = MonthPeriod(year: period.year, startDay: period.startDay)
        return Tag.nav(.class("segments"), .label(context.text(.span))) {
            if let month {
                Tag.a(.href(address(month)), .current(period.month != nil, as: "true"), text: context.text(.month))
            }
            if let year {
                Tag.a(.href(address(year)), .current(period.month == nil, as: "true"), text: context.text(.year))
            }
        }
    }

    /// Of a year: today's month when it lies in it, else its last.
    private var anchor: CalendarDay { model.period.contains(context.today) ? context.today : model.period.last }

    @HTMLBuilder private func figures(_ statistics: PeriodStatistics) -> HTML {
        Tag.div(.class("card")) {
            Tag.dl(.class("totals")) {
                total(.income, statistics.totals.income, .income)
                total(.expense, statistics.totals.expense, .expense)
                Tag.div {
                    Tag.dt(text: context.text(.balance))
                    Tag.dd(.class("amount"), text: context.readable(statistics.totals.balance))
                }
            }
            Tag.p(.class("hint"), text: context.text(.transfersNotCounted))
        }
        if !statistics.otherCurrencies.isEmpty {
            Tag.p(.class("actions")) {
                Tag.span(.class("muted"), text: context.text(.otherCurrencies))
                for currency in statistics.otherCurrencies {
                    Tag.a(
                        .class("button"), .href(Address.setting("currency", to: currency.code, in: context.address)),
                        text: currency.code)
                }
            }
        }
        if statistics.expenses.isEmpty, statistics.incomes.isEmpty {
            Components.notice(context.text(.noStatistics))
        }
        Tag.div(.class("figure-panes")) {
            Tag.div(.class("stack")) {
                shares(.expenseByCategory, statistics.expenses, .expense)
                shares(.incomeByCategory, statistics.incomes, .income)
            }
            Tag.div(.class("stack")) {
                if model.months.contains(where: { $0.totals.income.minorUnits + $0.totals.expense.minorUnits > 0 }) {
                    MonthColumns(months: model.months, current: model.period, context: context).render()
                }
                memos(statistics.topMemos)
            }
        }
    }

    private func total(_ label: Phrase, _ money: Money, _ kind: TransactionKind) -> HTML {
        Tag.div {
            Tag.dt(text: context.text(label))
            Tag.dd(.class("amount \(kind.rawValue)"), text: money.signed(as: kind, in: context.language))
        }
    }

    private func entries(of share: CategoryShare, _ kind: TransactionKind) -> String {
        Address.make(
            ["account", "search"],
            [
                FormField(name: "kind", value: kind.rawValue),
                FormField(name: "category", value: share.category?.id.uuidString ?? "none"),
                FormField(name: "from", value: model.period.first.iso),
                FormField(name: "through", value: model.period.last.iso),
            ])
    }

    @HTMLBuilder private func shares(_ title: Phrase, _ shares: [CategoryShare], _ kind: TransactionKind) -> HTML {
        if !shares.isEmpty {
            let largest = shares.map(\.share).max() ?? 1
            Tag.section(.class("card stack tight"), .labelledBy("by-\(kind.rawValue)")) {
                Tag.h2(.id("by-\(kind.rawValue)"), text: context.text(title))
                Tag.ul(.class("chart-list")) {
                    for share in shares where share.amount.minorUnits > 0 {
                        Tag.li {
                            Tag.a(.class("chart-row"), .href(entries(of: share, kind)), Attribute("data-row", "true")) {
                                Tag.span(.class("clip"), text: name(share))
                                Tag.span(.class("number")) {
                                    Tag.strong(text: context.readable(share.amount))
                                    Tag.span(.class("muted"), text: " · \(percent(share.share))")
                                }
                                Components.bar(share.share / largest, class: kind == .income ? "income" : "")
                            }
                        }
                    }
                }
                Tag.details(.id("table-\(kind.rawValue)")) {
                    Tag.summary(text: context.text(.showNumbers))
                    table(title, shares, kind)
                }
            }
        }
    }

    private func name(_ share: CategoryShare) -> String {
        guard let category = share.category else { return context.text(.noCategory) }
        return [category.icon, category.name(in: context.language)].compactMap(\.self).joined(separator: " ")
    }

    private func percent(_ share: Double) -> String {
        let tenths = Int((share * 1000).rounded())
        return "\(tenths / 10).\(tenths % 10)%"
    }

    private func table(_ title: Phrase, _ shares: [CategoryShare], _ kind: TransactionKind) -> HTML {
        Tag.div(.class("scroll"), Attribute("tabindex", "0"), .role("region"), .label(context.text(title))) {
            Tag.table(.class("table")) {
                Tag.caption(text: "\(context.text(title)) · \(model.period.title(in: context.language))")
                Tag.thead {
                    Tag.tr {
                        Tag.th(Attribute("scope", "col"), text: context.text(.category))
                        for label in [Phrase.amount, .share, .change, .count] {
                            Tag.th(.class("end"), Attribute("scope", "col"), text: context.text(label))
                        }
                    }
                }
                Tag.tbody {
                    for share in shares {
                        row(share, name(share))
                        for child in share.children { row(child, "\u{2003}" + name(child)) }
                    }
                }
                Tag.tfoot {
                    Tag.tr {
                        Tag.th(Attribute("scope", "row"), text: context.text(.total))
                        Tag.td(.class("end"), text: context.readable(sum(shares)))
                        Tag.td(.class("end"), text: "100%")
                        Tag.td()
                        Tag.td(.class("end"), text: shares.reduce(0) { $0 + $1.count }.formattedWithCommas)
                    }
                }
            }
        }
    }

    private func sum(_ shares: [CategoryShare]) -> Money {
        let currency = model.statistics?.totals.currency ?? model.homeCurrency
        return Money(minorUnits: shares.reduce(0) { $0 + $1.amount.minorUnits }, currency: currency)
    }

    private func row(_ share: CategoryShare, _ name: String) -> HTML {
        let difference = Money(
            minorUnits: share.amount.minorUnits - share.previousAmount.minorUnits, currency: share.amount.currency)
        return Tag.tr {
            Tag.th(Attribute("scope", "row"), text: name)
            Tag.td(.class("end"), text: context.readable(share.amount))
            Tag.td(.class("end"), text: percent(share.share))
            Tag.td(
                .class("end"),
                text: (difference.minorUnits > 0 ? "+" : "") + context.readable(difference))
            Tag.td(.class("end"), text: share.count.formattedWithCommas)
        }
    }

    @HTMLBuilder private func memos(_ memos: [MemoTotal]) -> HTML {
        if !memos.isEmpty {
            Tag.section(.class("card stack tight"), .labelledBy("top-memos")) {
                Tag.h2(.id("top-memos"), text: context.text(.topMemos))
                Tag.table(.class("table")) {
                    Tag.caption(.class("visually-hidden"), text: context.text(.topMemos))
                    Tag.thead {
                        Tag.tr {
                            Tag.th(Attribute("scope", "col"), text: context.text(.memo))
                            Tag.th(.class("end"), Attribute("scope", "col"), text: context.text(.count))
                            Tag.th(.class("end"), Attribute("scope", "col"), text: context.text(.amount))
                        }
                    }
                    Tag.tbody {
                        for memo in memos {
                            Tag.tr {
                                Tag.th(Attribute("scope", "row"), text: memo.memo)
                                Tag.td(.class("end"), text: memo.count.formattedWithCommas)
                                Tag.td(.class("end"), text: context.readable(memo.amount))
                            }
                        }
                    }
                }
            }
        }
    }
}
