import DaybookModel
import DaybookViewModels

/// A plan with its progress and memos, and a form for the next memo.
@MainActor
struct ReadingPlanPage {
    let model: ReadingPlanViewModel
    let plan: ReadingPlan
    let memoForm: MemoFormViewModel
    let contents: ReadingPlanContents?
    let context: PageContext
    var staged: [StagedUpload] = []
    var isReturned = false
    var typedPage: String?

    private var address: String { Address.make(["reading", plan.id.uuidString]) }

    /// A page of the memos in their order.
    private func address(page: Int) -> String {
        Address.make(
            ["reading", plan.id.uuidString],
            [
                FormField(name: "order", value: model.order == .page ? "" : model.order.rawValue),
                FormField(name: "page", value: page == 0 ? "" : String(page)),
            ])
    }

    func render() -> HTML {
        Layout(
            context: context, title: plan.title, place: .reading, areas: [.reading],
            action: (address + "#text", .newMemo)
        )() {
            Tag.div(.class("page-head")) { Components.back(context, to: "/reading", .reading) }
            Tag.div(.class("panes two")) {
                Tag.section(.id("plan"), .class("card stack"), Attribute("data-live", "true")) { head }
                Tag.div(.class("stack")) {
                    Tag.section(.id("write"), .class("card stack"), .labelledBy("write-title")) { form }
                    Tag.section(
                        .id("memos"), .class("stack"), Attribute("data-live", "true"), .labelledBy("memos-title")
                    ) { memos }
                }
            }
            Tag.div(.id("delete-plan"), Attribute("data-live", "true")) {
                Components.deleteZone(
                    context, to: address + "/delete", label: .deletePlan,
                    hint: context.text(
                        .planContents(memos: contents?.memoCount ?? 0, photos: contents?.photoCount ?? 0)))
            }
        }
    }

    @HTMLBuilder private var head: HTML {
        Tag.div(.class("plan-head")) {
            PlanPieces.cover(plan, isLarge: plan.cover != nil)
            Tag.div(.class("stack tight")) {
                Tag.h1(text: plan.title)
                if let author = plan.author { Tag.p(.class("muted"), text: author) }
                Tag.p { Tag.span(.class("mark"), text: context.text(.status(plan.status))) }
                if let range { Tag.p(.class("small muted"), text: range) }
            }
        }
        Components.error(model.error, context)
        PlanPieces.progress(plan, context)
        if plan.status == .reading || plan.status == .planned { pageForm }
        if let end = ReadingPlanViewModel.offeredEnd(plan, context.today) {
            Tag.div(.class("notice")) {
                Icon.named("info")
                Tag.div(.class("stack tight")) {
                    Tag.p(text: context.text(.lateText))
                    Components.post(
                        context, to: address + "/postpone",
                        label: context.text(.moveEnd(end.short(in: context.language))))
                }
            }
        }
        Tag.div(.class("actions")) {
            Components.button(context.text(.edit), to: address + "/edit", icon: "edit", key: "e")
        }
    }

    private var range: String? {
        switch (plan.startDay, plan.endDay) {
        case (nil, nil): nil
        case (let start?, nil): context.text(.fromOn(context.readable(start)))
        case (nil, let end?): context.text(.untilDay(context.readable(end)))
        case (let start?, let end?): "\(context.readable(start)) – \(context.readable(end))"
        }
    }

    private var pageForm: HTML {
        Tag.form(
            .class("inline-form"), Attribute("method", "post"), .action(address + "/page"),
            Attribute("data-inline", "true")
        ) {
            Fields.hidden(context, back: address)
            Fields.field(context, id: "current-page", label: .howFar, error: pageError) { attributes in
                Tag.input(
                    attributes + [
                        .type("text"), .name("page"), Attribute("inputmode", "numeric"),
                        .value(typedPage ?? "\(plan.currentPage)"), Attribute("autocomplete", "off"),
                    ])
            }
            Tag.button(.type("submit"), .class("button"), text: context.text(.setPage))
        }
    }

    private var pageError: DaybookError? {
        if case .validation(.page, _) = model.error { model.error } else { nil }
    }

    @HTMLBuilder private var form: HTML {
        Tag.h2(.id("write-title"), text: context.text(.newMemo))
        MemoFields(model: memoForm, context: context, staged: staged).form(
            target: address + "/memos", back: address, isReturned: isReturned)
    }

    @HTMLBuilder private var memos: HTML {
        Tag.div(.class("section-head")) {
            Tag.h2(.id("memos-title"), text: context.text(.memoCount(model.memoCount)))
            if model.memoCount > 1 {
                Tag.nav(.class("segments"), .label(context.text(.memoOrder))) {
                    Tag.a(.href(address), .current(model.order == .page, as: "true"), text: context.text(.orderByPage))
                    Tag.a(
                        .href(address + "?order=newest"), .current(model.order == .newest, as: "true"),
                        text: context.text(.orderByTime))
                }
            }
        }
        if model.memos.isEmpty { Components.notice(context.text(.noMemos)) }
        for memo in model.memos {
            MemoCard(memo: memo, context: context, back: address(page: model.page)).render()
        }
        Components.pager(context, page: model.page, hasNext: model.hasNextPage) { address(page: $0) + "#memos" }
    }
}

/// The fields of a memo.
@MainActor
struct MemoFields {
    let model: MemoFormViewModel
    let context: PageContext
    var staged: [StagedUpload] = []

    private var theirs: [(label: Phrase, value: String)] {
        let labels: [(String, Phrase)] = [("text", .memoText), ("kind", .kind), ("page", .memoPage), ("day", .date)]
        return labels.compactMap { name, label in
            model.theirs[name].map { value in
                (label, name == "kind" ? MemoKind(rawValue: value).map { context.text(.memoKind($0)) } ?? value : value)
            }
        }
    }

    func form(target: String, back: String, isReturned: Bool) -> HTML {
        Tag.form(
            .class("form"), Attribute("method", "post"), .action(target), Attribute("enctype", "multipart/form-data"),
            Attribute("data-guard", "true"), isReturned ? Attribute("data-unsaved", "true") : nil, .flag("novalidate")
        ) {
            Fields.hidden(context, back: back)
            if let version = model.version {
                Tag.input(.type("hidden"), .name("version"), .value(VersionParameter.text(version)))
            }
            Fields.base(model.base)
            Fields.summary(context, model.errors, isMemo: true)
            Fields.theirs(context, theirs)
            Fields.textArea(
                context, name: "text", value: model.text, label: .memoText, error: model.errors[.text],
                extra: [Attribute("data-shortcut", "n")])
            Fields.segments(
                context, name: "kind", legend: .kind, selected: model.kind.rawValue,
                options: MemoKind.allCases.map { ($0.rawValue, context.text(.memoKind($0))) })
            Fields.text(
                context, name: "page", value: model.page, label: .memoPage, optional: true, hint: .memoPageHint,
                error: model.errors[.page])
            if model.id == nil {
                Tag.details(
                    .id("more-of-memo"),
                    .flag("open", model.errors[.day] != nil || model.errors[.photos] != nil || !staged.isEmpty)
                ) {
                    Tag.summary(text: context.text(.dateAndPhoto))
                    Tag.div(.class("stack")) { dayAndPhoto }
                }
            } else {
                dayAndPhoto
            }
            Tag.div(.class("form-end")) {
                Tag.button(.type("submit"), .class("button primary"), text: context.text(.save))
                if model.id != nil { Tag.a(.class("button quiet"), .href(back), text: context.text(.cancel)) }
            }
        }
    }

    @HTMLBuilder private var dayAndPhoto: HTML {
        Fields.day(context, name: "day", value: model.day, label: .date, error: model.errors[.day])
        if let photo = model.photo {
            Tag.fieldset(.class("field")) {
                Tag.legend(text: context.text(.photo))
                PhotoChoice.grid([photo], removed: model.removesPhoto ? [photo.id] : [], context)
            }
        }
        Components.photoInput(
            context, name: "photo", label: model.photo == nil ? .addPhoto : .replacePhoto, many: false,
            error: model.errors[.photos], staged: staged)
    }

    /// A page of its own, for editing.
    func page(back: String) -> HTML {
        let target = Address.make(["reading", model.planID.uuidString, "memos", model.id?.uuidString ?? ""])
        return Layout(context: context, title: context.text(.editMemo), place: .reading)() {
            Tag.div(.class("page-head")) {
                Tag.div {
                    Tag.a(.class("back"), .href(back), Attribute("data-shortcut", "Escape")) {
                        Icon.named("left")
                        Tag.span(text: model.plan?.title ?? context.text(.back))
                    }
                    Tag.h1(text: context.text(.editMemo))
                }
            }
            form(target: target, back: back, isReturned: !model.errors.isEmpty)
        }
    }
}
