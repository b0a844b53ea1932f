import DaybookModel
import DaybookViewModels

/// Settings, and the ways to categories, imports and the trash.
@MainActor
struct SettingsPage {
    let model: SettingsViewModel
    let context: PageContext

    func render() -> HTML {
        Layout(context: context, title: context.text(.settings), place: .settings, areas: [.settings])() {
            Tag.div(.class("page-head")) { Tag.h1(text: context.text(.settings)) }
            Tag.div(.class("stack narrow")) {
                Components.error(model.error, context)
                Tag.form(
                    .class("card form"), Attribute("method", "post"), .action("/settings"),
                    Attribute("data-guard", "true"), .flag("novalidate")
                ) {
                    Fields.hidden(context, back: "/settings")
                    Fields.base(Self.base(model.settings))
                    fields
                    Tag.div(.class("form-end")) {
                        Tag.button(.type("submit"), .class("button primary"), text: context.text(.save))
                    }
                }
                Tag.section(.class("card"), .labelledBy("data-title")) {
                    Tag.h2(.id("data-title"), text: context.text(.dataSection))
                    Tag.ul(.class("link-list")) {
                        link("/account/categories", "list", .categories)
                        link("/import", "import", .importFile)
                        link("/export", "download", .export)
                        link("/trash", "trash", .trash)
                    }
                }
            }
        }
    }

    /// What the form says of settings, by the names of its fields.
    static func base(_ settings: DaybookSettings) -> [String: String] {
        [
            "language": settings.language?.rawValue ?? "", "currency": settings.homeCurrency.code,
            "month-start": String(settings.monthStartDay), "week": settings.weekStart.rawValue,
            "keys": settings.singleKeyShortcuts ? "on" : "",
        ]
    }

    private func link(_ address: String, _ icon: String, _ label: Phrase) -> HTML {
        Tag.li {
            Tag.a(.href(address)) {
                Icon.named(icon)
                Tag.span(text: context.text(label))
            }
        }
    }

    @HTMLBuilder private var fields: HTML {
        Fields.summary(context, model.errors)
        Fields.segments(
            context, name: "language", legend: .language, selected: model.settings.language?.rawValue ?? "",
            options: [("", context.text(.browserLanguage))] + Language.allCases.map { ($0.rawValue, $0.ownName) })
        common
        Fields.segments(
            context, name: "week", legend: .weekStart, selected: model.settings.weekStart.rawValue,
            options: [("sunday", context.text(.sunday)), ("monday", context.text(.monday))])
        Fields.checkbox(name: "keys", label: context.text(.singleKeys), isOn: model.settings.singleKeyShortcuts)
    }

    @HTMLBuilder private var common: HTML {
        Tag.div(.class("row two")) {
            Fields.select(
                context, name: "currency", label: .homeCurrency, selected: model.settings.homeCurrency.code,
                options: Currency.offered.map { ($0.code, $0.code) })
            Fields.text(
                context, name: "month-start", value: model.monthStartDay, label: .monthStart, hint: .monthStartHint,
                error: model.errors[.monthStartDay], extra: [Attribute("inputmode", "numeric")])
        }
    }

    /// The first start: three questions, all of which may be skipped.
    func renderStart() -> HTML {
        Layout(context: context, title: context.text(.welcome), place: nil)() {
            Tag.div(.class("card form")) {
                Tag.h1(text: context.text(.welcome))
                Tag.p(text: context.text(.welcomeText))
                Tag.form(.class("stack"), Attribute("method", "post"), .action("/start"), .flag("novalidate")) {
                    Fields.hidden(context, back: "/account")
                    Fields.summary(context, model.errors)
                    Fields.segments(
                        context, name: "language", legend: .language, selected: context.language.rawValue,
                        options: Language.allCases.map { ($0.rawValue, $0.ownName) })
                    common
                    Tag.div(.class("form-end")) {
                        Tag.button(.type("submit"), .class("button primary"), text: context.text(.start))
                        Tag.button(
                            .type("submit"), .class("button quiet"), .name("skip"), .value("1"),
                            text: context.text(.skip))
                    }
                }
            }
        }
    }
}
