import DaybookModel
import DaybookViewModels

/// The form of an item.
@MainActor
struct CollectionItemFormPage {
    let model: CollectionItemFormViewModel
    let context: PageContext
    var staged: [StagedUpload] = []
    var isReturned = false

    func render() -> HTML {
        let title: Phrase = model.id == nil ? .newItem : .editItem
        let collection = Address.make(["collections", model.collectionID.uuidString])
        let target = collection + "/items" + (model.id.map { "/\($0.uuidString)" } ?? "")
        return Layout(context: context, title: context.text(title), place: .collections)() {
            Tag.div(.class("page-head")) {
                Tag.div {
                    Tag.a(.class("back"), .href(collection), Attribute("data-shortcut", "Escape")) {
                        Icon.named("left")
                        Tag.span(text: model.collection?.name(in: context.language) ?? context.text(.back))
                    }
                    Tag.h1(text: context.text(title))
                }
            }
            Tag.form(
                .class("form"), Attribute("method", "post"), .action(target),
                Attribute("enctype", "multipart/form-data"), Attribute("data-guard", "true"),
                isReturned ? Attribute("data-unsaved", "true") : nil, .flag("novalidate")
            ) {
                Fields.hidden(context, back: collection)
                Fields.base(model.base)
                Fields.summary(context, model.errors)
                Fields.theirs(context, theirs)
                Tag.div(.class("row two")) {
                    for language in names {
                        Fields.text(
                            context, name: "name-\(language.rawValue)", value: model.names[language] ?? "",
                            label: language == .korean ? .nameKorean : .nameEnglish, optional: language != names[0],
                            error: language == names[0] ? model.errors[.name] : nil)
                    }
                }
                Tag.div(.class("row two")) {
                    Fields.text(
                        context, name: "group", value: RegionGroup.title(model.group, in: context.language),
                        label: .group, optional: true,
                        error: model.errors[.group])
                    Fields.text(
                        context, name: "number", value: model.number, label: .number, optional: true,
                        error: model.errors[.number])
                }
                Tag.div(.class("row two")) {
                    Fields.text(
                        context, name: "variant", value: model.variant, label: .variant, optional: true,
                        error: model.errors[.variant])
                    Fields.text(
                        context, name: "quantity", value: model.quantity, label: .quantity,
                        error: model.errors[.quantity], extra: [Attribute("inputmode", "numeric")])
                }
                Fields.textArea(
                    context, name: "note", value: model.note, label: .note, optional: true,
                    error: model.errors[.note], isLow: true)
                if let picture = model.item?.picture {
                    Tag.fieldset(.class("field")) {
                        Tag.legend(text: context.text(.photo))
                        PhotoChoice.grid([picture], removed: model.removesPicture ? [picture.id] : [], context)
                    }
                }
                Components.photoInput(
                    context, name: "picture", label: model.item?.picture == nil ? .photo : .replacePhoto, many: false,
                    error: model.errors[.photos], staged: staged)
                Tag.div(.class("form-end sticky")) {
                    Tag.button(.type("submit"), .class("button primary"), text: context.text(.save))
                    Tag.a(.class("button quiet"), .href(collection), text: context.text(.cancel))
                }
            }
            if let item = model.item {
                Tag.div(.class("danger-zone")) {
                    Components.post(
                        context, to: target + "/wish",
                        label: context.text(item.isWished ? .unwish : .wish), icon: "star",
                        fields: [("wished", item.isWished ? "false" : "true")], back: collection, inline: false)
                }
                Components.deleteZone(
                    context, to: target + "/delete", label: .deleteItem, hint: context.text(.deleteEntryHint))
            }
        }
    }

    private var theirs: [(label: Phrase, value: String)] {
        let labels: [(String, Phrase)] = [
            ("name-ko", .nameKorean), ("name-en", .nameEnglish), ("group", .group), ("number", .number),
            ("variant", .variant), ("quantity", .quantity), ("note", .note),
        ]
        return labels.compactMap { name, label in
            model.theirs[name].map { (label, RegionGroup.title($0, in: context.language)) }
        }
    }

    /// The page's language first.
    private var names: [Language] { [context.language] + Language.allCases.filter { $0 != context.language } }
}
