import DaybookModel
import DaybookViewModels

/// Taking everything out: one archive, or a table at a time.
@MainActor
struct ExportPage {
    let model: ExportViewModel
    let context: PageContext

    func render() -> HTML {
        Layout(context: context, title: context.text(.export), place: .settings, areas: [.collections])() {
            Tag.div(.class("page-head")) {
                Tag.div {
                    Components.back(context, to: "/settings", .settings)
                    Tag.h1(text: context.text(.export))
                }
            }
            Tag.div(.class("stack narrow")) {
                Components.error(model.error, context)
                Tag.section(.class("card stack"), .labelledBy("whole-title")) {
                    Tag.h2(.id("whole-title"), text: context.text(.exportAll))
                    Tag.p(text: context.text(.exportAllText))
                    Tag.p(.class("hint"), text: context.text(.restoreHint))
                    Tag.div(.class("actions")) { download("/export/archive", .downloadAll, style: "primary") }
                }
                Tag.section(.class("card stack"), .labelledBy("tables-title")) {
                    Tag.h2(.id("tables-title"), text: context.text(.exportTables))
                    Tag.p(text: context.text(.exportTablesText))
                    Tag.ul(.class("link-list"), .id("tables"), Attribute("data-live", "true")) {
                        link("/export/entries", context.text(.accountBook))
                        link("/export/plans", context.text(.readingPlans))
                        link("/export/memos", context.text(.memos))
                        for collection in model.collections {
                            link(
                                Address.make(["export", "collections", collection.id.uuidString]),
                                collection.name(in: context.language))
                        }
                    }
                }
            }
        }
    }

    private func download(_ address: String, _ label: Phrase, style: String) -> HTML {
        Tag.a(.class("button \(style)"), .href(address), Attribute.flag("download")) {
            Icon.named("download")
            Tag.span(text: context.text(label))
        }
    }

    private func link(_ address: String, _ label: String) -> HTML {
        Tag.li {
            Tag.a(.href(address), Attribute.flag("download")) {
                Icon.named("download")
                Tag.span(text: "\(label) (CSV)")
            }
        }
    }
}
