import DaybookModel
import DaybookViewModels

/// Entries of all time that pass a filter, with their sums.
@MainActor
struct SearchPage {
    let model: TransactionSearchViewModel
    let context: PageContext

    func render() -> HTML {
        Layout(
            context: context, title: context.text(.searchEntries), place: .account, areas: [.account],
            action: ("/account/entries/new", .newEntry)
        )() {
            Tag.div(.class("page-head")) {
                Tag.div {
                    Components.back(context, to: "/account", .accountBook)
                    Tag.h1(text: context.text(.searchEntries))
                }
            }
            Tag.div(.class("stack")) {
                filter
                Tag.div(.id("found"), .class("stack"), Attribute("data-live", "true")) { results }
            }
        }
    }

    private var filter: HTML {
        Tag.form(
            .class("card stack"), Attribute("method", "get"), .action("/account/search"),
            Attribute("data-filter", "true"), .role("search")
        ) {
            if let batch = model.importBatch {
                Tag.input(.type("hidden"), .name("import"), .value(batch.uuidString))
            }
            Fields.field(context, id: "q", label: .searchWords, hint: .searchHint) { attributes in
                Tag.input(
                    attributes + [
                        .type("search"), .name("q"), .value(model.text), Attribute("data-shortcut", "/"),
                        Attribute("enterkeyhint", "search"),
                    ] + (!model.isFiltered ? [Attribute.flag("autofocus")].compactMap(\.self) : []))
            }
            Tag.div(.class("row two")) {
                Fields.select(
                    context, name: "kind", label: .kind, selected: model.kind?.rawValue ?? "",
                    options: [("", context.text(.all))]
                        + TransactionKind.allCases.map { ($0.rawValue, context.text(.kind($0))) })
                Fields.field(context, id: "category", label: .category) { attributes in
                    Tag.select(attributes + [.name("category")]) {
                        Tag.option(.value(""), text: context.text(.all))
                        Tag.option(
                            .value("none"), .flag("selected", model.category == "none"),
                            text: context.text(.noCategory))
                        Fields.categoryOptions(context, model.categories, selected: model.category)
                    }
                }
            }
            Tag.details(.flag("open", hasDetails)) {
                Tag.summary(text: context.text(.moreFilters))
                Tag.div(.class("stack")) {
                    Tag.div(.class("row two")) {
                        Fields.text(
                            context, name: "min", value: model.minimum, label: .minimum,
                            error: amountError(model.minimum),
                            extra: [Attribute("inputmode", "decimal")])
                        Fields.text(
                            context, name: "max", value: model.maximum, label: .maximum,
                            error: amountError(model.maximum),
                            extra: [Attribute("inputmode", "decimal")])
                    }
                    Tag.div(.class("row two")) {
                        Fields.day(
                            context, name: "from", value: model.from, label: .fromDay, error: model.errors[.startDay])
                        Fields.day(
                            context, name: "through", value: model.through, label: .throughDay,
                            error: model.errors[.endDay])
                    }
                }
            }
            Tag.div(.class("actions")) {
                Tag.button(.type("submit"), .class("button primary"), text: context.text(.search))
                Tag.a(.class("button quiet"), .href("/account/search"), text: context.text(.clear))
            }
        }
    }

    private var hasDetails: Bool {
        !(model.minimum + model.maximum + model.from + model.through).isEmpty || !model.errors.isEmpty
    }

    private func amountError(_ typed: String) -> DaybookError? { typed.isEmpty ? nil : model.errors[.amount] }

    @HTMLBuilder private var results: HTML {
        Components.error(model.error, context)
        // The form itself stays as it is while it acts at once, so what is wrong with it is said here too.
        if model.list == nil { for error in model.errors.all { Components.error(error, context) } }
        if let list = model.list {
            Tag.div(.class("card stack tight")) {
                Tag.p(Attribute("data-count", "true")) {
                    Tag.strong(text: context.text(.entryCount(list.count)))
                }
                for totals in list.totals where totals.income.minorUnits > 0 || totals.expense.minorUnits > 0 {
                    Tag.dl(.class("totals")) {
                        Tag.div {
                            Tag.dt(text: context.text(.income))
                            Tag.dd(
                                .class("amount income"), text: totals.income.signed(as: .income, in: context.language))
                        }
                        Tag.div {
                            Tag.dt(text: context.text(.expense))
                            Tag.dd(
                                .class("amount expense"),
                                text: totals.expense.signed(as: .expense, in: context.language)
                            )
                        }
                        Tag.div {
                            Tag.dt(text: context.text(.balance))
                            Tag.dd(.class("amount"), text: context.readable(totals.balance))
                        }
                    }
                }
            }
            if list.transactions.isEmpty {
                Components.notice(context.text(.nothingFound))
            } else {
                EntryList(context: context, icons: CategoryIcons.all(model.categories)).days(of: list.transactions)
                Components.pager(context, page: model.page, hasNext: model.hasNextPage) {
                    Address.setting("page", to: String($0), in: context.address)
                }
            }
        }
    }
}
