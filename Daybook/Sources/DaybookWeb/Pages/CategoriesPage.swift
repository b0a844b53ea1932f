import DaybookModel
import DaybookViewModels
import Foundation

/// The categories by kind, each to be renamed or deleted, and a form for one more.
@MainActor
struct CategoriesPage {
    let model: CategoryListViewModel
    let context: PageContext
    /// What was typed into the form for one more, when it came back.
    var typed: (name: String, icon: String, kind: TransactionKind, parent: String) = ("", "", .expense, "")

    func render() -> HTML {
        Layout(context: context, title: context.text(.categories), place: .settings, areas: [.account])() {
            Tag.div(.class("page-head")) {
                Tag.div {
                    Components.back(context, to: "/settings", .settings)
                    Tag.h1(text: context.text(.categories))
                }
            }
            Tag.div(.class("stack narrow")) {
                Components.error(model.error, context)
                form
                Tag.div(.id("categories"), .class("stack"), Attribute("data-live", "true")) {
                    for kind in TransactionKind.allCases { list(kind) }
                }
            }
        }
    }

    private var form: HTML {
        Tag.form(
            .class("card form"), Attribute("method", "post"), .action("/account/categories"), .flag("novalidate")
        ) {
            Tag.h2(text: context.text(.newCategory))
            Fields.hidden(context)
            Fields.summary(context, model.errors)
            Fields.segments(
                context, name: "kind", legend: .kind, selected: typed.kind.rawValue,
                options: TransactionKind.allCases.map { ($0.rawValue, context.text(.kind($0))) })
            Tag.div(.class("row two")) {
                Fields.text(
                    context, name: "name", value: typed.name, label: .name, error: model.errors[.name])
                Fields.text(
                    context, name: "icon", value: typed.icon, label: .icon, optional: true, hint: .iconHint,
                    error: model.errors[.icon])
            }
            Fields.select(
                context, name: "parent", label: .parentCategory, selected: typed.parent,
                options: [("", context.text(.topLevel))]
                    + model.categories.filter { $0.parentID == nil }
                    .map { ($0.id.uuidString, "\(context.text(.kind($0.kind))) · \($0.name(in: context.language))") },
                error: model.errors[.category])
            Tag.div(.class("form-end")) {
                Tag.button(.type("submit"), .class("button primary"), text: context.text(.add))
            }
        }
    }

    @HTMLBuilder private func list(_ kind: TransactionKind) -> HTML {
        let own = model.categories.filter { $0.kind == kind }
        if !own.isEmpty {
            Tag.section(.class("card"), .labelledBy("kind-\(kind.rawValue)-title")) {
                Tag.h2(.id("kind-\(kind.rawValue)-title"), text: context.text(.kind(kind)))
                Tag.ul(.class("list-plain")) {
                    for category in own {
                        Tag.li {
                            Tag.span(
                                text: (category.parentID == nil ? "" : "\u{2003}")
                                    + [category.icon, category.name(in: context.language)].compactMap(\.self).joined(
                                        separator: " "))
                            Components.button(
                                context.text(.edit),
                                to: Address.make(["account", "categories", category.id.uuidString]),
                                style: "quiet")
                        }
                    }
                }
            }
        }
    }

    /// One category: its name and icon, and deleting it.
    func renderOne(_ category: DaybookModel.Category, name: String, icon: String) -> HTML {
        let address = Address.make(["account", "categories", category.id.uuidString])
        return Layout(context: context, title: category.name(in: context.language), place: .settings)() {
            Tag.div(.class("page-head")) {
                Tag.div {
                    Components.back(context, to: "/account/categories", .categories)
                    Tag.h1(text: category.path(in: context.language))
                }
            }
            Tag.form(
                .class("form"), Attribute("method", "post"), .action(address), Attribute("data-guard", "true"),
                .flag("novalidate")
            ) {
                Fields.hidden(context, back: "/account/categories")
                Fields.base(["name": category.name(in: context.language), "icon": category.icon ?? ""])
                Fields.summary(context, model.errors)
                Fields.theirs(
                    context,
                    [("name", Phrase.name), ("icon", .icon)].compactMap { name, label in
                        model.theirs[name].map { (label, $0) }
                    })
                Tag.div(.class("row two")) {
                    Fields.text(context, name: "name", value: name, label: .name, error: model.errors[.name])
                    Fields.text(
                        context, name: "icon", value: icon, label: .icon, optional: true, hint: .iconHint,
                        error: model.errors[.icon])
                }
                Tag.div(.class("form-end")) {
                    Tag.button(.type("submit"), .class("button primary"), text: context.text(.save))
                }
            }
            Tag.form(
                .class("danger-zone"), Attribute("method", "post"), .action(address + "/delete")
            ) {
                Fields.hidden(context, back: "/account/categories")
                Fields.select(
                    context, name: "replacement", label: .moveEntriesTo, selected: "",
                    options: [("", context.text(.moveNowhere))]
                        + model.categories.filter {
                            // What lies below it goes with it.
                            $0.kind == category.kind && $0.id != category.id && $0.parentID != category.id
                        }
                        .map { ($0.id.uuidString, $0.path(in: context.language)) },
                    hint: .deleteCategoryHint, error: model.errors[.category])
                Tag.button(.type("submit"), .class("button danger")) {
                    Icon.named("trash")
                    Tag.span(text: context.text(.deleteCategory))
                }
            }
        }
    }
}
