import DaybookModel

/// A page that says why there is nothing else to see, and where to go.
struct MessagePage {
    let context: PageContext
    let title: String
    let text: String
    var home = "/"
    var place: Place?

    func render() -> HTML {
        Layout(context: context, title: title, place: place)() {
            Tag.div(.class("empty")) {
                Icon.named("info", class: "huge")
                Tag.div(.class("stack tight")) {
                    Tag.h1(text: title)
                    Tag.p(.class("muted"), Attribute("data-reason", "true"), text: text)
                }
                Tag.a(
                    .class("button primary"), .href(home), Attribute("data-home", "true"),
                    text: context.text(.goBackToList))
            }
        }
    }
}
