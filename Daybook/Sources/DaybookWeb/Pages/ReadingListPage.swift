import DaybookModel
import DaybookViewModels

/// Reading plans in their groups, with search through books and memos.
@MainActor
struct ReadingListPage {
    let model: ReadingListViewModel
    let context: PageContext

    func render() -> HTML {
        Layout(
            context: context, title: context.text(.reading), place: .reading, areas: [.reading],
            action: ("/reading/new", .newPlan)
        )() {
            Tag.div(.class("page-head")) {
                Tag.h1(text: context.text(.reading))
                Tag.div(.class("actions compact")) {
                    Components.button(
                        context.text(.statistics), to: "/reading/statistics", icon: "chart", style: "quiet")
                    Components.button(context.text(.importFile), to: "/import", icon: "import", style: "quiet")
                }
            }
            Tag.div(.class("stack")) {
                search
                Tag.div(.id("plans"), .class("stack"), Attribute("data-live", "true")) {
                    Components.error(model.error, context)
                    groups
                }
            }
        }
    }

    private var search: HTML {
        Tag.form(
            .class("search"), Attribute("method", "get"), .action("/reading"), Attribute("data-filter", "true"),
            .role("search")
        ) {
            Tag.label(.class("visually-hidden"), .for("q"), text: context.text(.searchReading))
            Tag.input(
                .type("search"), .id("q"), .name("q"), .value(model.text),
                Attribute("placeholder", context.text(.searchReading)), Attribute("data-shortcut", "/"),
                Attribute("enterkeyhint", "search"))
            Tag.button(.type("submit"), .class("button"), text: context.text(.search))
        }
    }

    @HTMLBuilder private var groups: HTML {
        if model.isEmpty {
            if model.text.isEmpty {
                Components.empty(
                    icon: "reading", title: context.text(.emptyReading), text: context.text(.emptyReadingText)
                ) {
                    Components.button(context.text(.newPlan), to: "/reading/new", icon: "plus", style: "primary")
                    Components.button(context.text(.importFile), to: "/import", icon: "import")
                }
            } else {
                Components.notice(context.text(.nothingRead))
            }
        }
        group("current", context.text(.currentPlans), model.current)
        group("coming", context.text(.comingPlans), model.coming)
        for (year, plans) in model.done {
            group(
                "done-\(year.map { "\($0)" } ?? "none")",
                "\(context.text(.donePlans)) · \(year.map { "\($0)" } ?? context.text(.noYear))", plans)
        }
        group("stopped", context.text(.stoppedPlans), model.stopped)
        if !model.memos.isEmpty {
            Tag.section(.class("stack tight"), .labelledBy("memos-found")) {
                Tag.h2(.id("memos-found"), text: context.text(.memosFound(model.memos.count)))
                for memo in model.memos {
                    MemoCard(memo: memo, context: context, showsTitle: true, hasActions: false).render()
                }
            }
        }
    }

    @HTMLBuilder private func group(_ id: String, _ title: String, _ plans: [ReadingPlan]) -> HTML {
        if !plans.isEmpty {
            Tag.section(.labelledBy("group-\(id)")) {
                Tag.div(.class("section-head")) {
                    Tag.h2(.id("group-\(id)"), text: title)
                    Tag.span(.class("muted small"), text: context.text(.bookCount(plans.count)))
                }
                Tag.div(.class("plans")) { for plan in plans { card(plan) } }
            }
        }
    }

    private func card(_ plan: ReadingPlan) -> HTML {
        Tag.a(
            .class("plan"), .id("plan-\(plan.id.uuidString)"),
            .href(Address.make(["reading", plan.id.uuidString])), Attribute("data-row", "true"),
            Attribute("data-edit", Address.make(["reading", plan.id.uuidString, "edit"])),
            Attribute("data-delete", Address.make(["reading", plan.id.uuidString, "delete"]))
        ) {
            PlanPieces.cover(plan)
            Tag.div(.class("stack tight")) {
                Tag.div {
                    Tag.p(.class("title"), text: plan.title)
                    if let author = plan.author { Tag.p(.class("muted small"), text: author) }
                }
                PlanPieces.progress(plan, context)
            }
        }
    }
}

/// Parts of a plan that list and page share.
enum PlanPieces {
    static func cover(_ plan: ReadingPlan, isLarge: Bool = false) -> HTML {
        Tag.span(.class(isLarge ? "cover large" : "cover"), .hidden) {
            if let cover = plan.cover {
                Tag.img(.src(Components.photoAddress(cover, .thumbnail)), Attribute("alt", ""))
            } else {
                Icon.named("reading")
            }
        }
    }

    @HTMLBuilder static func progress(_ plan: ReadingPlan, _ context: PageContext) -> HTML {
        if plan.status == .reading || plan.status == .stopped, let total = plan.totalPages, total > 0 {
            Tag.progress(
                Attribute("max", "\(total)"), .value("\(min(plan.currentPage, total))"),
                .label(context.text(.progress)),
                Attribute("aria-valuetext", context.text(.pageOf(plan.currentPage, total))))
        }
        Tag.p(.class("small muted"), text: facts(plan, context).joined(separator: " · "))
    }

    private static func facts(_ plan: ReadingPlan, _ context: PageContext) -> [String] {
        var facts: [String] = []
        switch plan.status {
        case .reading, .stopped:
            if plan.totalPages != nil || plan.currentPage > 0 {
                facts.append(context.text(.pageOf(plan.currentPage, plan.totalPages)))
            }
        case .planned, .done:
            if let total = plan.totalPages { facts.append(context.text(.pageCount(total))) }
        }
        if plan.status == .reading || plan.status == .planned, let days = plan.daysLeft(today: context.today) {
            facts.append(context.text(.daysLeft(days)))
        }
        if plan.status == .reading, let pages = plan.pagesPerDay(today: context.today), pages > 0 {
            facts.append(context.text(.pagesPerDay(pages)))
        }
        if plan.status == .done, let end = plan.endDay { facts.append(context.readable(end)) }
        if plan.memoCount > 0 { facts.append(context.text(.memoCount(plan.memoCount))) }
        if facts.isEmpty { facts.append(context.text(.status(plan.status))) }
        return facts
    }
}

/// A memo with its page, day and photo.
struct MemoCard {
    let memo: Memo
    let context: PageContext
    /// Where deleting it leads; nil means its plan.
    var back: String?
    var showsTitle = false
    var hasActions = true

    func render() -> HTML {
        let plan = Address.make(["reading", memo.planID.uuidString])
        let address = Address.make(["reading", memo.planID.uuidString, "memos", memo.id.uuidString])
        return Tag.article(
            .class("memo \(memo.kind.rawValue)"), .id("memo-\(memo.id.uuidString)"),
            Attribute("data-key-id", memo.id.uuidString), Attribute("data-edit", address + "/edit"),
            Attribute("data-delete", address + "/delete")
        ) {
            if showsTitle {
                Tag.a(
                    .href(Address.setting("memo", to: memo.id.uuidString, in: plan) + "#memo-\(memo.id.uuidString)"),
                    Attribute("data-row", "true"), text: memo.planTitle)
            }
            if memo.kind == .quotation {
                Tag.span(.class("visually-hidden"), text: context.text(.memoKindQuotation))
                Tag.blockquote(.class("text"), text: memo.text)
            } else {
                Tag.p(.class("text"), text: memo.text)
            }
            if let photo = memo.photo { Components.photoGrid([photo], context) }
            Tag.div(.class("memo-foot")) {
                Tag.span(
                    text: [memo.page.map { context.text(.memoPageLabel($0)) }, context.relative(memo.day)]
                        .compactMap(\.self).joined(separator: " · "))
                if hasActions {
                    Tag.div(.class("actions")) {
                        Tag.a(
                            .class("icon-button"), .href(address + "/edit"),
                            .label("\(context.text(.editMemo)): \(memo.text.prefix(30))")
                        ) { Icon.named("edit") }
                        Tag.form(
                            Attribute("method", "post"), .action(address + "/delete"), Attribute("data-inline", "true")
                        ) {
                            Fields.hidden(context, back: back ?? plan)
                            Tag.button(
                                .type("submit"), .class("icon-button"),
                                .label("\(context.text(.delete)): \(memo.text.prefix(30))")
                            ) { Icon.named("trash") }
                        }
                    }
                }
            }
        }
    }
}
