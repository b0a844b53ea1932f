import DaybookModel
import DaybookViewModels

/// Pieces that several pages share.
enum Components {
    static func amount(_ money: Money, _ kind: TransactionKind, _ context: PageContext, class extra: String = "")
        -> HTML
    {
        Tag.span(.class("amount \(kind.rawValue) \(extra)"), text: money.signed(as: kind, in: context.language))
    }

    static func button(_ text: String, to address: String, icon: String? = nil, style: String = "", key: String? = nil)
        -> HTML
    {
        Tag.a(
            .class("button \(style)"), .href(address), key.map { Attribute("data-shortcut", $0) }
        ) {
            if let icon { Icon.named(icon) }
            Tag.span(text: text)
        }
    }

    /// A form that is one button.
    static func post(
        _ context: PageContext, to address: String, label: String, icon: String? = nil, style: String = "",
        fields: [(String, String)] = [], back: String? = nil, inline: Bool = true, key: String? = nil
    ) -> HTML {
        Tag.form(
            Attribute("method", "post"), .action(address),
            inline ? Attribute("data-inline", "true") : nil, inline ? Attribute("data-follow", "true") : nil
        ) {
            Fields.hidden(context, back: back)
            for field in fields { Tag.input(.type("hidden"), .name(field.0), .value(field.1)) }
            Tag.button(
                .type("submit"), .class("button \(style)"), key.map { Attribute("data-shortcut", $0) }
            ) {
                if let icon { Icon.named(icon) }
                Tag.span(text: label)
            }
        }
    }

    static func empty(icon: String, title: String, text: String, @HTMLBuilder actions: () -> HTML) -> HTML {
        Tag.div(.class("empty")) {
            Icon.named(icon, class: "huge")
            Tag.div(.class("stack tight")) {
                Tag.h2(text: title)
                Tag.p(.class("muted"), text: text)
            }
            Tag.div(.class("actions"), content: actions)
        }
    }

    /// The ways to the page before and the page after; nothing where there is one page.
    @HTMLBuilder static func pager(
        _ context: PageContext, page: Int, hasNext: Bool, address: (Int) -> String
    ) -> HTML {
        if page > 0 || hasNext {
            Tag.nav(.class("actions pager"), .label(context.text(.pager))) {
                if page > 0 { button(context.text(.previous), to: address(page - 1), icon: "left") }
                Tag.span(.class("muted"), text: context.text(.pageNumber(page)))
                if hasNext { button(context.text(.next), to: address(page + 1), icon: "right") }
            }
        }
    }

    static func notice(_ text: String, style: String = "", icon: String = "info") -> HTML {
        Tag.div(.class("notice \(style)")) {
            Icon.named(icon)
            Tag.p(text: text)
        }
    }

    @HTMLBuilder static func error(_ error: DaybookError?, _ context: PageContext) -> HTML {
        if let error {
            Tag.div(.class("notice error-notice"), .role("alert")) {
                Icon.named("alert")
                Tag.p(text: context.message(error))
            }
        }
    }

    static func back(_ context: PageContext, to address: String, _ label: Phrase) -> HTML {
        Tag.a(.class("back"), .href(address), Attribute("data-shortcut", "Escape")) {
            Icon.named("left")
            Tag.span(text: context.text(label))
        }
    }

    /// A bar whose length is a share of the whole; the number stands beside it in text.
    static func bar(_ share: Double, class style: String = "") -> HTML {
        let width = min(100, max(0, share * 100))
        // Two decimals are finer than a pixel.
        let text = String(Int((width * 100).rounded()) / 100) + "." + twoDigits(Int((width * 100).rounded()) % 100)
        return Tag.svg(
            .class("bar"), .hidden, Attribute("focusable", "false"), Attribute("preserveAspectRatio", "none")
        ) {
            Tag.rect(
                .class("track"), Attribute("width", "100%"), Attribute("height", "100%"), Attribute("rx", "5"))
            if width > 0 {
                Tag.rect(
                    .class("fill \(style)"), Attribute("width", "\(text)%"), Attribute("height", "100%"),
                    Attribute("rx", "5"))
            }
        }
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    static func progress(_ progress: OwnedProgress, _ context: PageContext, labelled: String) -> HTML {
        Tag.progress(
            Attribute("max", "\(max(progress.total, 1))"), .value("\(progress.owned)"), .label(labelled),
            Attribute("aria-valuetext", context.text(.progress(progress))))
    }

    static func photoAddress(_ photo: Photo, _ rendition: PhotoRendition) -> String {
        Address.make(["photos", photo.id.uuidString, rendition.rawValue])
    }

    static func photoGrid(_ photos: [Photo], _ context: PageContext) -> HTML {
        Tag.div(.class("photo-grid large")) {
            for (index, photo) in photos.enumerated() {
                Tag.a(.href(photoAddress(photo, .display)), Attribute("data-photo", "true")) {
                    Tag.img(
                        .src(photoAddress(photo, .thumbnail)),
                        Attribute("alt", context.text(.photoNumber(index + 1, of: photos.count))),
                        Attribute("loading", "lazy"), Attribute("width", "150"), Attribute("height", "150"))
                }
            }
        }
    }

    /// Choosing photos to add; files that came with a form that was refused are offered again.
    static func photoInput(
        _ context: PageContext, name: String, label: Phrase, many: Bool, error: DaybookError?, staged: [StagedUpload]
    ) -> HTML {
        Tag.div(.class("drop"), Attribute("data-drop", "true")) {
            if !staged.isEmpty {
                Tag.fieldset(.class("field")) {
                    Tag.legend(text: context.text(.stagedPhotos))
                    for upload in staged {
                        Fields.checkbox(
                            name: "staged", value: upload.id.uuidString,
                            label: "\(upload.fileName) – \(context.text(.keepPhoto))", isOn: true)
                    }
                }
            }
            Fields.field(context, id: name, label: label, optional: true, hint: .photoHint, error: error) {
                attributes in
                Tag.input(
                    attributes
                        + [
                            .type("file"), .name(name), Attribute("accept", acceptedPhotos),
                            Attribute("data-photos", "true"),
                            Attribute("data-pixels", "\(PhotoLimits().pixelCount)"),
                        ] + (many ? [Attribute.flag("multiple")].compactMap(\.self) : []))
            }
            Tag.div(.class("previews"))
        }
    }

    private static let acceptedPhotos = "image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif"

    static func deleteZone(
        _ context: PageContext, to address: String, label: Phrase, hint: String, fields: [(String, String)] = []
    ) -> HTML {
        Tag.div(.class("danger-zone")) {
            Tag.p(.class("hint"), text: hint)
            post(
                context, to: address, label: context.text(label), icon: "trash", style: "danger", fields: fields,
                inline: false, key: "Delete")
        }
    }
}
