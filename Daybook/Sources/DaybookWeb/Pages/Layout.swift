import DaybookModel
import DaybookViewModels

/// A place in the navigation.
enum Place: String, CaseIterable, Sendable {
    case account, reading, collections, settings

    var address: String { "/\(rawValue)" }
    var icon: String { rawValue }

    var short: Phrase {
        switch self {
        case .account: .accountShort
        case .reading: .reading
        case .collections: .collections
        case .settings: .settings
        }
    }
}

/// The frame around every page: head, navigation, messages, keyboard help.
struct Layout {
    let context: PageContext
    let title: String
    let place: Place?
    /// Changes that make open tabs renew the page.
    var areas: Set<DataArea> = []
    /// The page's main action; on a phone a round button.
    var action: (address: String, label: Phrase)?

    func callAsFunction(@HTMLBuilder content: () -> HTML) -> HTML {
        let main = content()
        return HTML.document(
            Tag.html(.lang(context.language.rawValue)) {
                head
                Tag.body(
                    Attribute("data-areas", areas.map(\.rawValue).sorted().joined(separator: " ")),
                    context.settings.singleKeyShortcuts ? nil : Attribute("data-keys", "off")
                ) {
                    Tag.a(.class("skip"), .href("#content"), text: context.text(.skipToContent))
                    banner
                    Tag.div(.class("shell")) {
                        navigation
                        Tag.main(.id("content"), Attribute("tabindex", "-1")) { main }
                    }
                    Tag.div(.id("toasts"), .class("toasts")) { toast }
                    Tag.div(
                        .id("announcer"), .class("visually-hidden"), .role("status"), Attribute("aria-live", "polite"))
                    photoView
                    help
                    Tag.form(
                        .class("visually-hidden"), .hidden, Attribute("method", "post"), .action("/undo"),
                        Attribute("data-inline", "true"), Attribute("data-undo-last", "true")
                    ) {
                        Fields.hidden(context)
                    }
                    words
                }
            })
    }

    private var head: HTML {
        Tag.head {
            Tag.meta(Attribute("charset", "utf-8"))
            Tag.meta(
                .name("viewport"), Attribute("content", "width=device-width, initial-scale=1, viewport-fit=cover"))
            Tag.meta(.name("color-scheme"), Attribute("content", "light dark"))
            Tag.meta(.name("daybook-token"), Attribute("content", context.token))
            Tag.title(text: "\(title) · \(context.text(.daybook))")
            Tag.link(Attribute("rel", "stylesheet"), .href(Assets.address("app.css")))
            Tag.link(Attribute("rel", "icon"), .href(Assets.address("favicon.svg")), Attribute("type", "image/svg+xml"))
            Tag.link(Attribute("rel", "manifest"), .href(Assets.address("manifest.json")))
            Tag.script(.src(Assets.address("app.js")), .flag("defer"))
        }
    }

    private var banner: HTML {
        Tag.div(.id("banner"), .class("banner"), .role("alert"), .flag("hidden")) {
            Tag.span(Attribute("data-text", "true"))
            Tag.button(.type("button"), .class("button"), text: context.text(.retry))
            Tag.a(.class("button"), .href("/"), .flag("hidden"), text: context.text(.goBackToList))
        }
    }

    private var navigation: HTML {
        Tag.nav(.class("nav"), .label(context.text(.mainNavigation))) {
            Tag.a(.class("brand"), .href("/")) {
                Tag.img(.src(Assets.address("favicon.svg")), Attribute("alt", ""), Attribute("width", "30"))
                context.text(.daybook)
            }
            if let action {
                Tag.a(.class("fab"), .href(action.address), Attribute("data-shortcut", "n")) {
                    Icon.plus
                    Tag.span(.class("fab-label"), text: context.text(action.label))
                }
            }
            Tag.ul {
                for item in Place.allCases {
                    Tag.li {
                        Tag.a(.href(item.address), .current(item == place)) {
                            Icon.named(item.icon)
                            Tag.span(text: context.text(item.short))
                        }
                    }
                }
            }
            Tag.ul(.class("secondary")) {
                Tag.li { languageSwitch }
                Tag.li {
                    Tag.a(.href("/import"), .current(context.address.hasPrefix("/import"))) {
                        Icon.named("import")
                        Tag.span(text: context.text(.importFile))
                    }
                }
                Tag.li {
                    Tag.a(.href("/trash"), .current(context.address.hasPrefix("/trash"))) {
                        Icon.named("trash")
                        Tag.span(text: context.text(.trash))
                    }
                }
            }
        }
    }

    /// The other language, by its own name; what is being typed stays.
    private var languageSwitch: HTML {
        let other = context.language == .korean ? Language.english : .korean
        return Tag.form(
            Attribute("method", "post"), .action("/language"), Attribute("data-language", "true")
        ) {
            Fields.hidden(context)
            Tag.button(
                .type("submit"), .class("nav-button"), .name("language"), .value(other.rawValue),
                .lang(other.rawValue)
            ) {
                Icon.named("language")
                Tag.span(text: other.ownName)
            }
        }
    }

    @HTMLBuilder private var toast: HTML {
        if let toast = context.toast {
            Tag.div(.class("toast")) {
                Tag.span(Attribute("data-text", "true"), text: context.text(.event(toast.event)))
                Tag.div(.class("actions")) {
                    if toast.canUndo {
                        Tag.form(
                            Attribute("method", "post"), .action("/undo"), Attribute("data-inline", "true"),
                            Attribute("data-follow", "true")
                        ) {
                            Fields.hidden(context)
                            Tag.input(.type("hidden"), .name("step"), .value(toast.step.uuidString))
                            Tag.button(.type("submit"), .class("button"), text: context.text(.undo))
                        }
                    }
                    Tag.button(
                        .type("button"), .class("icon-button"), .label(context.text(.close)),
                        Attribute("data-close", "true"), .flag("hidden")
                    ) {
                        Icon.named("close")
                    }
                }
            }
        }
    }

    private var photoView: HTML {
        Tag.dialog(.id("photo-view"), .class("photo-view"), .label(context.text(.photo))) {
            Tag.img(Attribute("alt", ""))
            Tag.button(
                .type("button"), .class("button"), Attribute("data-dialog-close", "true"), .flag("autofocus"),
                text: context.text(.close))
        }
    }

    private var help: HTML {
        let keys: [([String], Phrase)] = [
            (["n"], .keyNew), (["/"], .search), (["j", "k"], .keyMove), (["Enter"], .keyOpen), (["e"], .edit),
            (["Delete"], .delete), (["[", "]"], .keyMonth), (["Ctrl+Z"], .keyUndo), (["Ctrl+Enter"], .saveAndNext),
            (["Esc"], .keyLeave), (["?"], .keyHelp),
        ]
        return Tag.dialog(.id("help"), .labelledBy("help-title")) {
            Tag.div(.class("stack")) {
                Tag.h2(.id("help-title"), text: context.text(.help))
                Tag.dl(.class("keys")) {
                    for (names, meaning) in keys {
                        Tag.dt { for name in names { Tag.kbd(text: name) } }
                        Tag.dd(text: context.text(meaning))
                    }
                }
                Tag.p(.class("hint"), text: context.text(.keysOff))
                Tag.button(
                    .type("button"), .class("button"), Attribute("data-dialog-close", "true"),
                    text: context.text(.close))
            }
        }
    }

    /// What the script says, in the page's language.
    private var words: HTML {
        let pairs: [(String, Phrase)] = [
            ("offline", .offline), ("online", .online), ("failed", .failed), ("gone", .goneElsewhere),
            ("copied", .copied), ("kept", .typedIsKept),
        ]
        // The sentence that the server would say to a picture that is not even tried.
        let tooManyPixels = DaybookError.validation(
            .photos, .photoTooManyPixels(megapixels: PhotoLimits().pixelCount / 1_000_000, fileName: nil))
        let said =
            pairs.map { ($0.0, context.text($0.1)) } + [
                ("tooManyPixels", context.message(tooManyPixels))
            ]
        let fields = said.map { "\"\($0.0)\":\(jsonString($0.1))" }.joined(separator: ",")
        return Tag.div(.id("words"), .flag("hidden"), Attribute("data-words", "{\(fields)}"))
    }

    private func jsonString(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
