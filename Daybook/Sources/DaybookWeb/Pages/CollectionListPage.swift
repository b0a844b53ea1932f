import DaybookModel
import DaybookViewModels

/// All collections with their progress, and a form for a new one.
@MainActor
struct CollectionListPage {
    let model: CollectionListViewModel
    let context: PageContext

    func render() -> HTML {
        Layout(
            context: context, title: context.text(.collections), place: .collections, areas: [.collections],
            action: ("/collections#name", .newCollection)
        )() {
            Tag.div(.class("page-head")) {
                Tag.h1(text: context.text(.collections))
                Tag.div(.class("actions compact")) {
                    Components.button(context.text(.importFile), to: "/import", icon: "import", style: "quiet")
                }
            }
            Tag.div(.class("stack")) {
                Tag.div(.id("collections"), Attribute("data-live", "true")) {
                    Components.error(model.error, context)
                    if model.collections.isEmpty {
                        Components.empty(
                            icon: "collections", title: context.text(.emptyCollections),
                            text: context.text(.emptyCollectionsText)
                        ) {
                            Components.button(context.text(.importFile), to: "/import", icon: "import")
                        }
                    }
                    Tag.div(.class("collection-grid")) { for collection in model.collections { card(collection) } }
                }
                form
            }
        }
    }

    private func card(_ collection: ItemCollection) -> HTML {
        let name = collection.name(in: context.language)
        return Tag.a(
            .class("collection-card"), .id("collection-\(collection.id.uuidString)"),
            .href(Address.make(["collections", collection.id.uuidString])), Attribute("data-row", "true"),
            Attribute("data-delete", Address.make(["collections", collection.id.uuidString, "delete"]))
        ) {
            Tag.strong(text: name)
            Components.progress(collection.progress, context, labelled: "\(name): \(context.text(.progress))")
            Tag.span(.class("small muted number"), text: context.text(.progress(collection.progress)))
        }
    }

    private var form: HTML {
        Tag.form(
            .class("card form"), Attribute("method", "post"), .action("/collections"), .flag("novalidate")
        ) {
            Tag.h2(text: context.text(.newCollection))
            Fields.hidden(context)
            Fields.text(
                context, name: "name", value: model.newName, label: .collectionName, error: model.errors[.name],
                extra: [Attribute("data-shortcut", "n")])
            Tag.div(.class("form-end")) {
                Tag.button(.type("submit"), .class("button primary"), text: context.text(.add))
            }
        }
    }
}
