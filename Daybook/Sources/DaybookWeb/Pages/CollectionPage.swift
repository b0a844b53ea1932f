import DaybookModel
import DaybookViewModels

/// A collection: progress, filters that stay, and items to tick.
@MainActor
struct CollectionPage {
    let model: CollectionViewModel
    let collection: ItemCollection
    let context: PageContext

    private var address: String { Address.make(["collections", collection.id.uuidString]) }
    private var name: String { collection.name(in: context.language) }

    func render() -> HTML {
        Layout(
            context: context, title: name, place: .collections, areas: [.collections],
            action: (address + "/items/new", .newItem)
        )() {
            Tag.div(.class("page-head")) {
                Tag.div {
                    Components.back(context, to: "/collections", .collections)
                    Tag.h1(text: name)
                }
            }
            Tag.div(.class("stack")) {
                Tag.div(.id("progress"), .class("card stack tight"), Attribute("data-live", "true")) {
                    Components.error(model.error, context)
                    Tag.p {
                        Tag.strong(.class("number"), text: context.text(.progress(collection.progress)))
                    }
                    Components.progress(
                        collection.progress, context, labelled: "\(name): \(context.text(.progress))")
                }
                filter
                Tag.div(.id("items"), Attribute("data-live", "true")) { items }
                manage
            }
        }
    }

    /// The address with another choice by state; the rest of the filter stays.
    private func address(_ ownership: CollectionItemFilter.Ownership) -> String {
        Address.make(
            ["collections", collection.id.uuidString],
            [
                FormField(name: "show", value: ownership.rawValue),
                FormField(name: "group", value: model.filter.group ?? ""),
                FormField(name: "q", value: model.filter.text),
            ])
    }

    private var filter: HTML {
        Tag.div(.class("filter-bar")) {
            Tag.nav(
                .id("ownership"), .class("segments"), .label(context.text(.ownedFilter)), Attribute("data-live", "true")
            ) {
                for ownership in CollectionItemFilter.Ownership.allCases {
                    Tag.a(
                        .href(address(ownership)), .current(model.filter.ownership == ownership, as: "true"),
                        text: context.text(.ownership(ownership)))
                }
            }
            Tag.form(
                .class("filter-form"), Attribute("method", "get"), .action(address), Attribute("data-filter", "true"),
                .role("search")
            ) {
                Tag.input(.type("hidden"), .name("show"), .value(model.filter.ownership.rawValue))
                if !collection.groups.isEmpty {
                    Fields.select(
                        context, name: "group", label: .group, selected: model.filter.group ?? "",
                        options: [("", context.text(.allGroups))]
                            + collection.groups.map { group in
                                (
                                    group.group,
                                    "\(RegionGroup.title(group.group, in: context.language)) · \(group.progress.owned) / \(group.progress.total)"
                                )
                            })
                }
                Fields.field(context, id: "q", label: .searchItems) { attributes in
                    Tag.input(
                        attributes + [
                            .type("search"), .name("q"), .value(model.filter.text), Attribute("data-shortcut", "/"),
                        ])
                }
                Tag.button(.type("submit"), .class("button"), text: context.text(.search))
            }
        }
    }

    @HTMLBuilder private var items: HTML {
        Tag.p(
            .class("muted small"), Attribute("data-count", "true"), text: context.text(.itemCount(model.itemCount)))
        if model.items.isEmpty {
            Components.notice(context.text(collection.progress.total == 0 ? .noItems : .noItemShown))
        }
        for (group, items) in grouped(model.items) {
            if let group {
                Tag.div(.class("group-title")) {
                    Tag.h2(text: RegionGroup.title(group, in: context.language))
                    if let progress = collection.groups.first(where: { $0.group == group })?.progress {
                        Tag.span(.class("muted small number"), text: context.text(.progress(progress)))
                    }
                }
            }
            Tag.div(.class("items")) { for item in items { card(item) } }
        }
        Components.pager(context, page: model.page, hasNext: model.hasNextPage) {
            Address.setting("page", to: $0 == 0 ? "" : String($0), in: context.address)
        }
    }

    private func grouped(_ items: [CollectionItem]) -> [(group: String?, items: [CollectionItem])] {
        var order: [String?] = []
        var byGroup: [String?: [CollectionItem]] = [:]
        for item in items {
            if byGroup[item.group] == nil { order.append(item.group) }
            byGroup[item.group, default: []].append(item)
        }
        return order.map { ($0, collection.ordered(byGroup[$0] ?? [], in: context.language)) }
    }

    /// The progress that pressing an item leads to.
    private func after(_ item: CollectionItem) -> OwnedProgress {
        OwnedProgress(
            owned: collection.progress.owned + (item.isOwned ? -1 : 1), total: collection.progress.total)
    }

    private func card(_ item: CollectionItem) -> HTML {
        let name = item.name(in: context.language)
        let target = address + "/items/\(item.id.uuidString)"
        let more = [item.number, item.variant, item.quantity > 1 ? "× \(item.quantity)" : nil]
            .compactMap(\.self).joined(separator: " · ")
        return Tag.div(
            .class(item.isOwned ? "item owned" : "item"), .id("item-\(item.id.uuidString)"),
            Attribute("data-key-id", item.id.uuidString), Attribute("data-edit", target + "/edit"),
            Attribute("data-delete", target + "/delete")
        ) {
            Tag.form(Attribute("method", "post"), .action(target + "/toggle"), Attribute("data-inline", "true")) {
                Fields.hidden(context, back: context.address)
                Tag.button(
                    .type("submit"), .class("toggle"), Attribute("aria-pressed", item.isOwned ? "true" : "false"),
                    Attribute("data-row", "true"),
                    Attribute("data-says", context.text(.nowOwned(name, item.isOwned, collection.progress))),
                    // Said when the item leaves the list by being pressed, as it does under a filter.
                    Attribute("data-then", context.text(.nowOwned(name, !item.isOwned, after(item))))
                ) {
                    Tag.span(.class("tick"), .hidden) { Icon.named("check") }
                    if let picture = item.picture {
                        // The name stands beside it.
                        Tag.img(
                            .class("thumb"), .src(Components.photoAddress(picture, .thumbnail)), Attribute("alt", ""),
                            Attribute("loading", "lazy"), Attribute("width", "48"), Attribute("height", "48"))
                    }
                    Tag.span {
                        Tag.span(.class("name"), text: name)
                        if !more.isEmpty { Tag.span(.class("small muted"), text: more) }
                        if item.isWished { Tag.span(.class("small muted"), text: " ☆ \(context.text(.wished))") }
                    }
                }
            }
            Tag.a(
                .class("icon-button"), .href(target + "/edit"), .label("\(context.text(.edit)): \(name)")
            ) { Icon.named("edit") }
        }
    }

    private var manage: HTML {
        Tag.details(.class("card"), .id("manage")) {
            Tag.summary(text: context.text(.manage))
            Tag.div(.class("stack")) {
                Tag.form(.class("inline-form"), Attribute("method", "post"), .action(address + "/rename")) {
                    Fields.hidden(context, back: address)
                    Fields.text(context, name: "name", value: name, label: .collectionName)
                    Tag.button(.type("submit"), .class("button"), text: context.text(.rename))
                }
                Tag.div(.class("actions")) {
                    Components.post(
                        context, to: address + "/mark", label: context.text(.markShownOwned),
                        fields: markFields("true"), back: context.address)
                    Components.post(
                        context, to: address + "/mark", label: context.text(.markShownMissing),
                        fields: markFields("false"), back: context.address)
                    Components.button(context.text(.copyMissing), to: address + "/missing", icon: "copy")
                    Components.button(context.text(.reset), to: address + "/reset", icon: "undo")
                }
                Components.deleteZone(
                    context, to: address + "/delete", label: .deleteCollection, hint: context.text(.deleteEntryHint))
            }
        }
    }

    private func markFields(_ owned: String) -> [(String, String)] {
        [
            ("owned", owned), ("show", model.filter.ownership.rawValue), ("group", model.filter.group ?? ""),
            ("q", model.filter.text),
        ]
    }

    /// Asks before a reset: how many, and the name when they are many.
    func renderReset(typed: String) -> HTML {
        Layout(context: context, title: context.text(.resetTitle), place: .collections)() {
            Components.back(context, to: address, .back)
            Tag.div(.class("card form")) {
                Tag.h1(text: context.text(.resetTitle))
                Tag.p(text: "\(name): \(context.text(.resetCount(collection.progress.owned)))")
                Tag.p(.class("muted"), text: context.text(.resetKeeps))
                Tag.form(.class("stack"), Attribute("method", "post"), .action(address + "/reset"), .flag("novalidate"))
                {
                    Fields.hidden(context, back: address)
                    if collection.progress.owned > CollectionViewModel.unaskedReset {
                        Fields.field(
                            context, id: "name", label: .collectionName, hint: .typeName,
                            message: model.error == nil ? nil : context.text(.nameDiffers)
                        ) { attributes in
                            Tag.input(
                                attributes + [
                                    .type("text"), .name("name"), .value(typed), Attribute("autocomplete", "off"),
                                ])
                        }
                    }
                    Tag.div(.class("form-end")) {
                        Tag.button(.type("submit"), .class("button danger"), text: context.text(.reset))
                        Tag.a(.class("button"), .href(address), text: context.text(.cancel))
                    }
                }
            }
        }
    }

    /// What is missing, as text to be copied.
    func renderMissing(_ missing: [CollectionItem]) -> HTML {
        let lines = grouped(missing).flatMap(\.items).map { item in
            [item.number, item.name(in: context.language), item.variant].compactMap(\.self).joined(separator: " ")
        }
        return Layout(context: context, title: context.text(.copyMissing), place: .collections)() {
            Components.back(context, to: address, .back)
            Tag.div(.class("card form")) {
                Tag.h1(text: "\(name) · \(context.text(.copyMissing))")
                Tag.p(.class("muted"), text: context.text(.itemCount(lines.count)))
                Tag.label(.class("visually-hidden"), .for("missing"), text: context.text(.copyMissing))
                Tag.textarea(
                    .id("missing"), .flag("readonly"), Attribute("rows", "\(min(max(lines.count, 4), 24))")
                ) { "\n" + lines.joined(separator: "\n") }
                Tag.button(
                    .type("button"), .class("button primary"), Attribute("data-copy", "missing"),
                    Attribute("data-needs-script", "true"), .flag("hidden"), text: context.text(.copyText))
            }
        }
    }
}
