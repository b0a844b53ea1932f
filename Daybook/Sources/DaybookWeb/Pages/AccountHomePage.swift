import DaybookModel
import DaybookViewModels
import Foundation

/// The account book's month: sums, comparison, and entries by day or as a calendar.
@MainActor
struct AccountHomePage {
    enum View: String { case list, calendar }

    let model: AccountHomeViewModel
    let context: PageContext
    var view = View.list
    /// Shown beside the list: an entry's detail.
    var detail: HTML?

    /// - Parameters:
    ///   - page: the page of the list, from 0.
    ///   - day: a day whose page is shown.
    nonisolated static func address(
        _ period: MonthPeriod, view: View = .list, page: Int = 0, day: CalendarDay? = nil
    ) -> String {
        Address.make(
            ["account"],
            [
                FormField(name: "month", value: PeriodParameter.text(period)),
                FormField(name: "view", value: view == .list ? "" : view.rawValue),
                FormField(name: "page", value: page == 0 ? "" : String(page)),
                FormField(name: "day", value: day?.iso ?? ""),
            ])
    }

    func render() -> HTML {
        let title = "\(context.text(.accountBook)) \(model.period.title(in: context.language))"
        return Layout(
            context: context, title: title, place: .account, areas: [.account, .settings],
            action: ("/account/entries/new", .newEntry)
        )() {
            Tag.div(.class(detail == nil ? "panes" : "panes two has-detail")) {
                Tag.div(.class("pane-list")) { listPane(headingLevel: detail == nil) }
                if let detail { Tag.section(.class("pane-detail"), .label(context.text(.entry))) { detail } }
            }
        }
    }

    @HTMLBuilder private func listPane(headingLevel isMain: Bool) -> HTML {
        if isMain {
            Tag.h1(.class("visually-hidden"), text: context.text(.accountBook))
        } else {
            Tag.h2(.class("visually-hidden"), text: context.text(.entries))
        }
        Tag.div(.class("page-head")) {
            PeriodSwitcher(period: model.period, context: context) { Self.address($0, view: view) }.render()
            Tag.div(.class("actions compact")) {
                Components.button(
                    context.text(.search), to: "/account/search", icon: "search", style: "quiet", key: "/")
                Components.button(
                    context.text(.statistics),
                    to: Address.make(
                        ["account", "statistics"],
                        [FormField(name: "period", value: PeriodParameter.text(model.period))]), icon: "chart",
                    style: "quiet")
            }
        }
        Tag.div(.id("month"), .class("stack"), Attribute("data-live", "true")) {
            Components.error(model.error, context)
            if model.isBookEmpty {
                Components.empty(
                    icon: "account", title: context.text(.emptyBookTitle), text: context.text(.emptyBook)
                ) {
                    Components.button(
                        context.text(.newEntry), to: "/account/entries/new", icon: "plus", style: "primary")
                    Components.button(context.text(.importFile), to: "/import", icon: "import")
                }
            } else {
                if let summary = model.summary { totals(summary) }
                viewChoice
                if view == .calendar {
                    CalendarView(model: model, context: context).render()
                } else {
                    dayList
                }
            }
        }
    }

    private var viewChoice: HTML {
        Tag.nav(.class("segments"), .label(context.text(.view))) {
            Tag.a(.href(Self.address(model.period)), .current(view == .list, as: "true"), text: context.text(.listView))
            Tag.a(
                .href(Self.address(model.period, view: .calendar)), .current(view == .calendar, as: "true"),
                text: context.text(.calendarView))
        }
    }

    private func totals(_ summary: PeriodSummary) -> HTML {
        Tag.div(.class("card")) {
            for totals in summary.totals {
                Tag.dl(.class("totals")) {
                    Tag.div {
                        Tag.dt(text: context.text(.income))
                        Tag.dd(.class("amount income"), text: totals.income.signed(as: .income, in: context.language))
                    }
                    Tag.div {
                        Tag.dt(text: context.text(.expense))
                        Tag.dd(
                            .class("amount expense"), text: totals.expense.signed(as: .expense, in: context.language))
                    }
                    Tag.div {
                        Tag.dt(text: context.text(.balance))
                        Tag.dd(.class("amount"), text: context.readable(totals.balance))
                    }
                }
            }
            comparison(summary)
        }
    }

    @HTMLBuilder private func comparison(_ summary: PeriodSummary) -> HTML {
        let now = summary.expenseToSameDay
        let before = summary.previousExpenseToSameDay
        if before.minorUnits > 0 {
            let most = Double(max(now.minorUnits, before.minorUnits))
            let difference = Money(minorUnits: abs(now.minorUnits - before.minorUnits), currency: now.currency)
            Tag.div(.class("compare")) {
                Tag.p(
                    .class("small"),
                    text: context.text(
                        difference.minorUnits == 0
                            ? .sameAsBefore
                            : .comparison(
                                less: now.minorUnits < before.minorUnits, difference.readable(in: context.language))))
                comparisonLine(.thisPeriod, now, most, "")
                comparisonLine(.periodBefore, before, most, "before")
            }
        }
    }

    private func comparisonLine(_ label: Phrase, _ money: Money, _ most: Double, _ style: String) -> HTML {
        Tag.div(.class("compare-line")) {
            Tag.span(.class("muted"), text: context.text(label))
            Components.bar(Double(money.minorUnits) / most, class: style)
            Tag.span(.class("number"), text: context.readable(money))
        }
    }

    @HTMLBuilder private var dayList: HTML {
        if model.days.isEmpty {
            Components.notice(context.text(.noEntries))
            Tag.div(.class("actions")) {
                Components.button(context.text(.newEntry), to: "/account/entries/new", icon: "plus")
                Components.button(context.text(.importFile), to: "/import", icon: "import")
            }
        }
        Tag.div(.class("days")) {
            for day in model.days {
                EntryList(context: context, icons: model.icons, selected: model.selection?.id).day(
                    day.day, totals: day.totals, transactions: day.transactions)
            }
        }
        Components.pager(context, page: model.page, hasNext: model.hasNextPage) {
            Self.address(model.period, page: $0)
        }
    }
}

/// Entries grouped by day.
struct EntryList {
    let context: PageContext
    let icons: [UUID: String]
    var selected: Transaction.ID?

    func day(_ day: CalendarDay, totals: [Totals], transactions: [Transaction]) -> HTML {
        Tag.section(.class("day"), .id("day-\(day.iso)"), .labelledBy("head-\(day.iso)")) {
            Tag.div(.class("day-head")) {
                Tag.h2(.id("head-\(day.iso)"), text: context.relative(day))
                Tag.div(.class("sums")) {
                    for sum in totals {
                        if sum.income.minorUnits > 0 { Components.amount(sum.income, .income, context) }
                        if sum.expense.minorUnits > 0 { Components.amount(sum.expense, .expense, context) }
                    }
                }
            }
            Tag.ul { for transaction in transactions { Tag.li { row(transaction) } } }
        }
    }

    /// Searching gives entries by day too, without the day's sums: a filter's sums would not be the day's.
    func days(of transactions: [Transaction]) -> HTML {
        var groups: [(day: CalendarDay, transactions: [Transaction])] = []
        for transaction in transactions {
            if groups.last?.day == transaction.day {
                groups[groups.count - 1].transactions.append(transaction)
            } else {
                groups.append((transaction.day, [transaction]))
            }
        }
        return Tag.div(.class("days")) { groups.map { day($0.day, totals: [], transactions: $0.transactions) } }
    }

    private func row(_ transaction: Transaction) -> HTML {
        let address = Address.make(["account", "entries", transaction.id.uuidString])
        let category = transaction.category?.path(in: context.language) ?? context.text(.noCategory)
        return Tag.a(
            .class("entry"), .id("entry-\(transaction.id.uuidString)"), .href(address), Attribute("data-row", "true"),
            Attribute("data-edit", address + "/edit"), Attribute("data-delete", address + "/delete"),
            .current(transaction.id == selected, as: "true")
        ) {
            Tag.span(.class("badge"), .hidden, text: mark(transaction))
            Tag.span(.class("what")) {
                Tag.span(.class("title")) {
                    Tag.span(.class("clip"), text: transaction.memo.isEmpty ? category : transaction.memo)
                    if !transaction.photos.isEmpty {
                        Icon.named("photo")
                        Tag.span(.class("visually-hidden"), text: context.text(.hasPhotos))
                    }
                }
                Tag.span(
                    .class("sub clip"),
                    text: [transaction.memo.isEmpty ? nil : category, transaction.payment].compactMap(\.self)
                        .joined(separator: " · "))
            }
            Tag.span {
                Tag.span(.class("visually-hidden"), text: context.text(.kind(transaction.kind)) + " ")
                Components.amount(transaction.amount, transaction.kind, context)
            }
        }
    }

    /// The category's emoji, or what the kind does to the balance.
    private func mark(_ transaction: Transaction) -> String {
        if let icon = transaction.category.flatMap({ icons[$0.id] }) { return icon }
        switch transaction.kind {
        case .income: return "+"
        case .expense: return "−"
        case .transfer: return "⇄"
        }
    }
}
