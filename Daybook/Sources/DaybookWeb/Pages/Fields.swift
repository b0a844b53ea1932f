import DaybookModel
import DaybookViewModels

/// Form controls with their labels, hints and errors tied together.
enum Fields {
    /// The fields that every form of ours carries.
    @HTMLBuilder static func hidden(_ context: PageContext, back: String? = nil) -> HTML {
        Tag.input(.type("hidden"), .name("token"), .value(context.token))
        Tag.input(.type("hidden"), .name("back"), .value(back ?? context.address))
    }

    /// What the form said when it was opened, to be held against a newer version after a conflict.
    @HTMLBuilder static func base(_ values: [String: String]) -> HTML {
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            Tag.input(.type("hidden"), .name("was-" + name), .value(value))
        }
    }

    /// What was saved elsewhere in fields that were changed here too.
    @HTMLBuilder static func theirs(_ context: PageContext, _ values: [(label: Phrase, value: String)]) -> HTML {
        if !values.isEmpty {
            Tag.div(.class("notice"), .id("theirs")) {
                Icon.named("info")
                Tag.div {
                    Tag.p(text: context.text(.savedElsewhere))
                    Tag.dl(.class("facts")) {
                        for (label, value) in values {
                            Tag.dt(text: context.text(label))
                            Tag.dd(text: value.isEmpty ? "–" : value)
                        }
                    }
                }
            }
        }
    }

    /// A label, its control, a hint and an error.
    static func field(
        _ context: PageContext, id: String, label: Phrase, optional: Bool = false, hint: Phrase? = nil,
        error: DaybookError? = nil, message: String? = nil, control: ([Attribute]) -> HTML
    ) -> HTML {
        let sentence = message ?? error.map { context.message($0) }
        var described: [String] = []
        if sentence != nil { described.append("\(id)-error") }
        if hint != nil { described.append("\(id)-hint") }
        var attributes: [Attribute] = [.id(id)]
        if !described.isEmpty { attributes.append(Attribute("aria-describedby", described.joined(separator: " "))) }
        if sentence != nil { attributes.append(Attribute("aria-invalid", "true")) }
        return Tag.div(.class("field")) {
            Tag.label(.for(id)) {
                context.text(label)
                if optional { Tag.span(.class("optional"), text: " (\(context.text(.optional)))") }
            }
            control(attributes)
            if let sentence { errorLine(sentence, id: "\(id)-error") }
            if let hint { Tag.p(.class("hint"), .id("\(id)-hint"), text: context.text(hint)) }
        }
    }

    static func errorLine(_ sentence: String, id: String) -> HTML {
        Tag.p(.class("error"), .id(id)) {
            Icon.named("alert")
            Tag.span(text: sentence)
        }
    }

    static func text(
        _ context: PageContext, name: String, value: String, label: Phrase, optional: Bool = false,
        hint: Phrase? = nil, error: DaybookError? = nil, extra: [Attribute?] = []
    ) -> HTML {
        field(context, id: name, label: label, optional: optional, hint: hint, error: error) { attributes in
            Tag.input(
                attributes + [.type("text"), .name(name), .value(value), Attribute("autocomplete", "off")]
                    + extra.compactMap(\.self))
        }
    }

    /// A text field that takes `어제` and `3/31`, with the browser's calendar beside it.
    static func day(
        _ context: PageContext, name: String, value: String, label: Phrase, optional: Bool = false,
        hint: Phrase? = nil, error: DaybookError? = nil
    ) -> HTML {
        field(context, id: name, label: label, optional: optional, hint: hint, error: error) { attributes in
            Tag.div(.class("date-row")) {
                Tag.input(
                    attributes + [
                        .type("text"), .name(name), .value(value), Attribute("autocomplete", "off"),
                        Attribute("data-day", "true"),
                    ])
                Tag.input(
                    [
                        .type("date"), .class("date-picker"), .label(context.text(.pickDate)),
                        Attribute("data-picks", name), Attribute("data-needs-script", "true"), .value(value),
                        Attribute("tabindex", "-1"),
                    ] + [Attribute.flag("hidden")].compactMap(\.self))
            }
        }
    }

    static func textArea(
        _ context: PageContext, name: String, value: String, label: Phrase, optional: Bool = false,
        hint: Phrase? = nil, error: DaybookError? = nil, isLow: Bool = false, extra: [Attribute?] = []
    ) -> HTML {
        field(context, id: name, label: label, optional: optional, hint: hint, error: error) { attributes in
            // A line end after the start tag is dropped by browsers, so one more is put there.
            Tag.textarea(
                attributes + [.name(name)] + (isLow ? [.class("low")] : []) + extra.compactMap(\.self)
            ) { "\n" + value }
        }
    }

    static func select(
        _ context: PageContext, name: String, label: Phrase, selected: String, options: [(value: String, text: String)],
        optional: Bool = false, hint: Phrase? = nil, error: DaybookError? = nil, extra: [Attribute?] = []
    ) -> HTML {
        field(context, id: name, label: label, optional: optional, hint: hint, error: error) { attributes in
            Tag.select(attributes + [.name(name)] + extra.compactMap(\.self)) {
                for option in options {
                    Tag.option(.value(option.value), .flag("selected", option.value == selected), text: option.text)
                }
            }
        }
    }

    /// A choice of few, side by side.
    static func segments(
        _ context: PageContext, name: String, legend: Phrase, selected: String,
        options: [(value: String, text: String)]
    ) -> HTML {
        Tag.fieldset(.class("field")) {
            Tag.legend(text: context.text(legend))
            Tag.div(.class("segments")) {
                for option in options {
                    Tag.input(
                        .type("radio"), .id("\(name)-\(option.value)"), .name(name), .value(option.value),
                        .flag("checked", option.value == selected))
                    Tag.label(.for("\(name)-\(option.value)"), text: option.text)
                }
            }
        }
    }

    static func checkbox(name: String, value: String = "1", label: String, isOn: Bool) -> HTML {
        Tag.label(.class("check")) {
            Tag.input(.type("checkbox"), .name(name), .value(value), .flag("checked", isOn))
            Tag.span(text: label)
        }
    }

    /// All categories of a kind, or of every kind when the script is to choose.
    static func categoryOptions(
        _ context: PageContext, _ categories: [DaybookModel.Category], selected: String
    ) -> HTML {
        HTML.join(
            TransactionKind.allCases.map { kind in
                let own = categories.filter { $0.kind == kind }
                guard !own.isEmpty else { return HTML.empty }
                return Tag.optgroup(Attribute("label", context.text(.kind(kind)))) {
                    for category in own {
                        Tag.option(
                            .value(category.id.uuidString), Attribute("data-kind", kind.rawValue),
                            .flag("selected", category.id.uuidString == selected),
                            // The name comes first: typing its beginning chooses it.
                            text: (category.parentID == nil ? "" : "\u{2003}") + category.name(in: context.language)
                                + (category.icon.map { " \($0)" } ?? ""))
                    }
                }
            })
    }

    /// The sentence above a form that came back.
    @HTMLBuilder static func summary(_ context: PageContext, _ errors: FormErrors, isMemo: Bool = false) -> HTML {
        if isMemo, case .notFound(.plan, _) = errors.general {
            Tag.div(
                .class("notice error-notice"), .role("alert"), Attribute("tabindex", "-1"),
                Attribute("data-summary", "true")
            ) {
                Icon.named("alert")
                Tag.div(.class("stack tight")) {
                    Tag.p(text: context.text(.planInTrash))
                    Tag.p {
                        Tag.a(
                            .class("button"), .href("/trash"), Attribute("target", "_blank"),
                            Attribute("rel", "noopener"), text: context.text(.openTrash))
                    }
                }
            }
        } else if let general = errors.general {
            notice(context.message(general), remark(general).map(context.text))
        } else if !errors.isEmpty {
            notice(context.text(.formHasErrors), nil)
        }
    }

    /// What saving again would do.
    private static func remark(_ error: DaybookError) -> Phrase? {
        switch error {
        case .conflict: .overwriteHint
        case .notFound(.transaction, _), .notFound(.plan, _): .savesAsNew
        default: nil
        }
    }

    private static func notice(_ sentence: String, _ more: String?) -> HTML {
        Tag.div(
            .class("notice error-notice"), .role("alert"), Attribute("tabindex", "-1"),
            Attribute("data-summary", "true")
        ) {
            Icon.named("alert")
            Tag.div {
                Tag.p(text: sentence)
                if let more { Tag.p(text: more) }
            }
        }
    }
}
