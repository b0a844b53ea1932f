/// Line icons from one sprite; they decorate and are hidden from screen readers.
enum Icon {
    static let plus = named("plus")

    static func named(_ name: String, class extra: String = "") -> HTML {
        Tag.svg(
            .class(extra.isEmpty ? "icon" : "icon \(extra)"), .hidden, Attribute("focusable", "false")
        ) {
            Tag.use(.href(Assets.address("icons.svg") + "#" + name))
        }
    }
}
