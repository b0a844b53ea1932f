import DaybookModel
import DaybookViewModels

/// An entry with all its fields and photos.
@MainActor
struct EntryDetailPage {
    let transaction: Transaction
    let context: PageContext
    /// Where "back to the list" leads.
    let list: String

    func render() -> HTML {
        let address = Address.make(["account", "entries", transaction.id.uuidString])
        let heading =
            transaction.memo.isEmpty
            ? transaction.category?.path(in: context.language) ?? context.text(.kind(transaction.kind))
            : transaction.memo
        return Tag.div(.id("entry-detail"), .class("card stack"), Attribute("data-live", "true")) {
            Components.back(context, to: list, .goBackToList)
            Tag.div(.class("stack tight")) {
                Tag.h1(.class("detail-title"), text: heading)
                Tag.p(.class("detail-amount")) {
                    Tag.span(.class("visually-hidden"), text: context.text(.kind(transaction.kind)) + " ")
                    Components.amount(transaction.amount, transaction.kind, context)
                }
            }
            Tag.dl(.class("facts")) {
                fact(.kind, context.text(.kind(transaction.kind)))
                fact(.date, context.readable(transaction.day))
                fact(.category, category)
                if let payment = transaction.payment { fact(.payment, payment) }
                if !transaction.memo.isEmpty { fact(.memo, transaction.memo) }
                fact(.changedAt, transaction.updatedAt.readable(in: context.language))
            }
            if !transaction.photos.isEmpty {
                Tag.section(.class("stack tight"), .label(context.text(.photos))) {
                    Tag.h2(text: context.text(.photos))
                    Components.photoGrid(transaction.photos, context)
                }
            }
            Tag.div(.class("actions")) {
                Components.button(context.text(.edit), to: address + "/edit", icon: "edit", style: "primary", key: "e")
                Components.button(
                    context.text(.duplicate),
                    to: Address.make(
                        ["account", "entries", "new"], [FormField(name: "from", value: transaction.id.uuidString)]),
                    icon: "copy")
            }
            Components.deleteZone(
                context, to: address + "/delete", label: .delete, hint: context.text(.deleteEntryHint),
                fields: [("list", list)])
        }
    }

    private var category: String {
        guard let category = transaction.category else { return context.text(.noCategory) }
        return [category.icon, category.path(in: context.language)].compactMap(\.self).joined(separator: " ")
    }

    @HTMLBuilder private func fact(_ label: Phrase, _ value: String) -> HTML {
        Tag.dt(text: context.text(label))
        Tag.dd(text: value)
    }
}
