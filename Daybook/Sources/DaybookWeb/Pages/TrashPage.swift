import DaybookModel
import DaybookViewModels
import Foundation

/// What was deleted, each to be restored.
@MainActor
struct TrashPage {
    let model: TrashViewModel
    let context: PageContext

    func render() -> HTML {
        Layout(
            context: context, title: context.text(.trash), place: nil, areas: [.account, .reading, .collections])() {
                Tag.div(.class("page-head")) {
                    Tag.h1(text: context.text(.trash))
                    if let contents = model.contents, !contents.isEmpty {
                        Components.button(context.text(.emptyTrash), to: "/trash/empty", icon: "trash", style: "danger")
                    }
                }
                Tag.div(.id("trash"), .class("stack narrow"), Attribute("data-live", "true")) {
                    Components.error(model.error, context)
                    if let contents = model.contents {
                        if contents.isEmpty {
                            Components.empty(
                                icon: "trash", title: context.text(.trashEmpty), text: context.text(.trashText)
                            ) {}
                        } else {
                            Tag.p(.class("muted"), text: context.text(.trashText))
                            lists(contents)
                            smallLists(contents)
                            Components.pager(context, page: model.page, hasNext: model.hasNextPage) {
                                Self.address(page: $0)
                            }
                        }
                    }
                }
            }
    }

    private static func address(page: Int) -> String { page == 0 ? "/trash" : "/trash?page=\(page)" }

    @HTMLBuilder private func lists(_ contents: TrashContents) -> HTML {
        section(
            .entry, .accountBook, contents.counts.transactions,
            contents.transactions.map { transaction in
                (transaction.id, transaction.named(in: context.language), transaction.trashedAt)
            })
        section(
            .plan, .reading, contents.counts.plans,
            contents.plans.map { plan in
                let memos = plan.memoCount > 0 ? " · \(context.text(.memoCount(plan.memoCount)))" : ""
                return (plan.id, plan.title + memos, plan.trashedAt)
            })
        section(
            .memo, .memos, contents.counts.memos,
            contents.memos.map { ($0.id, "\($0.text.prefix(120)) · \($0.planTitle)", $0.trashedAt) })
        section(
            .collection, .collections, contents.counts.collections,
            contents.collections.map { collection in
                let name = collection.name(in: context.language)
                return (
                    collection.id, "\(name) · \(context.text(.progress(collection.progress)))", collection.trashedAt
                )
            })
    }

    @HTMLBuilder private func smallLists(_ contents: TrashContents) -> HTML {
        section(
            .item, .items, contents.counts.items,
            contents.items.map { item in
                let parts = [item.name(in: context.language), item.number, item.variant].compactMap(\.self)
                return (item.id, parts.joined(separator: " · "), item.trashedAt)
            })
        section(
            .category, .trashedCategories, contents.counts.categories,
            contents.categories.map { category in
                let kind = context.text(.kind(category.kind))
                return (category.id, "\(category.path(in: context.language)) · \(kind)", category.trashedAt)
            })
    }

    @HTMLBuilder private func section(
        _ kind: TrashViewModel.Kind, _ title: Phrase, _ count: Int,
        _ things: [(id: UUID, text: String, since: Date?)]
    ) -> HTML {
        if !things.isEmpty {
            Tag.section(.class("card"), .labelledBy("trash-\(kind.rawValue)")) {
                Tag.h2(
                    .id("trash-\(kind.rawValue)"), text: "\(context.text(title)) (\(count.formattedWithCommas))")
                Tag.ul(.class("list-plain")) {
                    for thing in things {
                        Tag.li {
                            Tag.div(.class("what")) {
                                Tag.p(text: thing.text)
                                if let since = thing.since {
                                    Tag.p(
                                        .class("small muted"),
                                        text: context.text(.deletedOn(since.readable(in: context.language))))
                                }
                            }
                            Components.post(
                                context, to: Address.make(["trash", kind.rawValue, thing.id.uuidString, "restore"]),
                                label: context.text(.restore), icon: "undo",
                                back: Self.address(page: model.page))
                        }
                    }
                }
            }
        }
    }

    /// Asks before the trash is emptied for good.
    func renderEmptying() -> HTML {
        Layout(context: context, title: context.text(.emptyTrashTitle), place: nil)() {
            Components.back(context, to: "/trash", .trash)
            Tag.div(.class("card form")) {
                Tag.h1(text: context.text(.emptyTrashTitle))
                Tag.p(text: context.text(.emptyTrashWarning))
                Tag.div(.class("form-end")) {
                    Components.post(
                        context, to: "/trash/empty", label: context.text(.emptyTrash), icon: "trash", style: "danger",
                        back: "/trash", inline: false)
                    Tag.a(.class("button"), .href("/trash"), text: context.text(.cancel))
                }
            }
        }
    }
}
