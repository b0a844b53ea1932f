import DaybookModel
import DaybookViewModels

/// The form of a plan.
@MainActor
struct ReadingPlanFormPage {
    let model: ReadingPlanFormViewModel
    let context: PageContext
    var staged: [StagedUpload] = []
    var isReturned = false

    private var theirs: [(label: Phrase, value: String)] {
        let labels: [(String, Phrase)] = [
            ("title", .title), ("author", .author), ("start", .startDay), ("end", .endDay), ("pages", .totalPages),
            ("current", .currentPage), ("status", .status),
        ]
        return labels.compactMap { name, label in
            model.theirs[name].map { value in
                (
                    label,
                    name == "status" ? ReadingStatus(rawValue: value).map { context.text(.status($0)) } ?? value : value
                )
            }
        }
    }

    func render() -> HTML {
        let title: Phrase = model.id == nil ? .newPlan : .editPlan
        // What was deleted elsewhere while it was being edited is not lost: saving adds it anew.
        let isGone = if case .notFound = model.errors.general { true } else { false }
        let target = isGone ? nil : model.id.map { Address.make(["reading", $0.uuidString]) }
        return Layout(context: context, title: context.text(title), place: .reading)() {
            Tag.div(.class("page-head")) {
                Tag.div {
                    Components.back(context, to: target ?? "/reading", .back)
                    Tag.h1(text: context.text(title))
                }
            }
            Tag.form(
                .class("form"), Attribute("method", "post"), .action(target ?? "/reading"),
                Attribute("enctype", "multipart/form-data"), Attribute("data-guard", "true"),
                isReturned ? Attribute("data-unsaved", "true") : nil, .flag("novalidate")
            ) {
                Fields.hidden(context, back: target ?? "/reading")
                if let version = model.version {
                    Tag.input(.type("hidden"), .name("version"), .value(VersionParameter.text(version)))
                }
                if let source = model.source {
                    Tag.input(.type("hidden"), .name("source"), .value(source.uuidString))
                }
                Fields.base(model.base)
                Fields.summary(context, model.errors)
                Fields.theirs(context, theirs)
                Fields.text(
                    context, name: "title", value: model.title, label: .title, error: model.errors[.title],
                    extra: [Attribute("required", "true"), model.id == nil && !isReturned ? .flag("autofocus") : nil])
                Fields.text(
                    context, name: "author", value: model.author, label: .author, optional: true,
                    error: model.errors[.author])
                Fields.segments(
                    context, name: "status", legend: .status, selected: model.status.rawValue,
                    options: ReadingStatus.allCases.map { ($0.rawValue, context.text(.status($0))) })
                Tag.div(.class("row two")) {
                    Fields.day(
                        context, name: "start", value: model.startDay, label: .startDay, optional: true,
                        error: model.errors[.startDay])
                    Fields.day(
                        context, name: "end", value: model.endDay, label: .endDay, optional: true,
                        error: model.errors[.endDay])
                }
                Tag.div(.class("row two")) {
                    Fields.text(
                        context, name: "pages", value: model.totalPages, label: .totalPages, optional: true,
                        error: model.errors[.totalPages], extra: [Attribute("inputmode", "numeric")])
                    Fields.text(
                        context, name: "page", value: model.currentPage, label: .currentPage, optional: true,
                        error: model.errors[.page], extra: [Attribute("inputmode", "numeric")])
                }
                if let cover = model.cover {
                    Tag.fieldset(.class("field")) {
                        Tag.legend(text: context.text(.cover))
                        PhotoChoice.grid([cover], removed: model.removesCover ? [cover.id] : [], context)
                    }
                }
                Components.photoInput(
                    context, name: "cover", label: model.cover == nil ? .cover : .replacePhoto, many: false,
                    error: model.errors[.photos], staged: staged)
                Tag.div(.class("form-end sticky")) {
                    Tag.button(.type("submit"), .class("button primary"), text: context.text(.save))
                    Tag.a(.class("button quiet"), .href(target ?? "/reading"), text: context.text(.cancel))
                }
            }
        }
    }
}
