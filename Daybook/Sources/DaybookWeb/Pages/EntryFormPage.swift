import DaybookModel
import DaybookViewModels
import Foundation

/// The form of an entry.
@MainActor
struct EntryFormPage {
    let model: TransactionFormViewModel
    let context: PageContext
    /// Where saving and leaving lead.
    let back: String
    var staged: [StagedUpload] = []
    /// Whether the form came back with what was typed.
    var isReturned = false

    func render() -> HTML {
        let title: Phrase = model.id == nil ? .newEntry : .editEntry
        return Layout(context: context, title: context.text(title), place: .account)() {
            Tag.div(.class("page-head")) {
                Tag.div {
                    Components.back(context, to: back, .back)
                    Tag.h1(text: context.text(title))
                }
            }
            form
        }
    }

    private var target: String {
        // What was deleted elsewhere while it was being edited is not lost: saving adds it anew.
        if case .notFound = model.errors.general { return "/account/entries" }
        return model.id.map { Address.make(["account", "entries", $0.uuidString]) } ?? "/account/entries"
    }

    private var form: HTML {
        Tag.form(
            .class("form"), Attribute("method", "post"), .action(target),
            Attribute("enctype", "multipart/form-data"), Attribute("data-guard", "true"),
            isReturned ? Attribute("data-unsaved", "true") : nil, .flag("novalidate")
        ) {
            Fields.hidden(context, back: back)
            if let version = model.version {
                Tag.input(.type("hidden"), .name("version"), .value(VersionParameter.text(version)))
            }
            if let source = model.source {
                Tag.input(.type("hidden"), .name("source"), .value(source.uuidString))
            }
            Fields.base(model.base)
            Fields.summary(context, model.errors)
            Fields.theirs(context, theirs)
            Fields.segments(
                context, name: "kind", legend: .kind, selected: model.kind.rawValue,
                options: TransactionKind.allCases.map { ($0.rawValue, context.text(.kind($0))) })
            Tag.div(.class("row amount-row")) {
                Fields.text(
                    context, name: "amount", value: model.amount, label: .amount, hint: .amountHint,
                    error: model.errors[.amount],
                    extra: [
                        Attribute("inputmode", "decimal"), .class("big"), Attribute("required", "true"),
                        model.id == nil && !isReturned ? .flag("autofocus") : nil,
                    ])
                Fields.select(
                    context, name: "currency", label: .currency, selected: model.currency, options: currencies,
                    error: model.errors[.currency], extra: [.class("tall")])
            }
            Fields.field(context, id: "category", label: .category, error: model.errors[.category]) { attributes in
                Tag.select(attributes + [.name("category")]) {
                    Tag.option(.value(""), text: context.text(.chooseCategory))
                    Fields.categoryOptions(context, model.categories, selected: model.category)
                }
            }
            Fields.text(
                context, name: "memo", value: model.memo, label: .memo, optional: true, error: model.errors[.memo],
                extra: [Attribute("data-suggest", "/account/suggest")])
            Tag.div(.class("row two")) {
                Fields.day(
                    context, name: "day", value: model.day, label: .date, hint: .dateHint, error: model.errors[.day])
                Fields.text(
                    context, name: "payment", value: model.payment, label: .payment, optional: true,
                    hint: .paymentHint, error: model.errors[.payment])
            }
            photos
            Tag.div(.class("form-end sticky")) {
                Tag.button(.type("submit"), .class("button primary"), text: context.text(.save))
                if model.id == nil {
                    Tag.button(
                        .type("submit"), .class("button"), .name("then"), .value("new"),
                        Attribute("data-save-next", "true"), text: context.text(.saveAndNext))
                }
                Tag.a(.class("button quiet"), .href(back), text: context.text(.cancel))
            }
        }
    }

    private var theirs: [(label: Phrase, value: String)] {
        let labels: [(String, Phrase)] = [
            ("kind", .kind), ("amount", .amount), ("currency", .currency), ("category", .category), ("memo", .memo),
            ("day", .date), ("payment", .payment),
        ]
        return labels.compactMap { name, label in
            guard let value = model.theirs[name] else { return nil }
            switch name {
            case "kind": return (label, TransactionKind(rawValue: value).map { context.text(.kind($0)) } ?? value)
            case "category":
                let category = model.categories.first { $0.id.uuidString == value }
                return (label, category?.path(in: context.language) ?? "")
            default: return (label, value)
            }
        }
    }

    private var currencies: [(value: String, text: String)] {
        var codes = Currency.offered.map(\.code)
        if !codes.contains(model.currency) { codes.insert(model.currency, at: 0) }
        return codes.map { ($0, $0) }
    }

    private var photos: HTML {
        Tag.div(.class("stack tight")) {
            if !model.photos.isEmpty {
                Tag.fieldset(.class("field")) {
                    Tag.legend(text: context.text(.photos))
                    PhotoChoice.grid(model.photos, removed: model.removedPhotos, context)
                }
            }
            Components.photoInput(
                context, name: "photos", label: .addPhotos, many: true, error: model.errors[.photos], staged: staged)
        }
    }
}

/// Existing photos of a form, each with a box to take it away.
enum PhotoChoice {
    static func grid(_ photos: [Photo], removed: Set<UUID>, _ context: PageContext) -> HTML {
        Tag.div(.class("photo-grid")) {
            for (index, photo) in photos.enumerated() {
                Tag.figure {
                    Tag.a(.href(Components.photoAddress(photo, .display)), Attribute("data-photo", "true")) {
                        Tag.img(
                            .src(Components.photoAddress(photo, .thumbnail)),
                            Attribute("alt", context.text(.photoNumber(index + 1, of: photos.count))),
                            Attribute("width", "104"), Attribute("height", "104"))
                    }
                    Tag.figcaption {
                        Fields.checkbox(
                            name: "remove", value: photo.id.uuidString, label: context.text(.removePhoto),
                            isOn: removed.contains(photo.id))
                    }
                }
            }
        }
    }
}

/// The moment of a thing's last change in a form: exact, so that equal means unchanged.
enum VersionParameter {
    static func text(_ date: Date) -> String {
        String(date.timeIntervalSinceReferenceDate.bitPattern, radix: 16)
    }

    static func date(_ text: String?) -> Date? {
        text.flatMap { UInt64($0, radix: 16) }.map { Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0)) }
    }
}
