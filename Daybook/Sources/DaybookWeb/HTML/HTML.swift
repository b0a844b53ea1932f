/// A piece of a page.
///
/// Text becomes markup only by being escaped; there is no way to put a string in unescaped.
struct HTML: Sendable, Equatable {
    /// The markup; file-private to this folder's element functions by convention of having no public initializer.
    private(set) var rendered: String

    /// Nothing.
    static let empty = HTML(escaped: "")

    /// Text, escaped.
    init(text: String) {
        rendered = Self.escape(text)
    }

    fileprivate init(escaped: String) {
        rendered = escaped
    }

    /// Whether there is nothing in it.
    var isEmpty: Bool { rendered.isEmpty }

    static func + (left: HTML, right: HTML) -> HTML { HTML(escaped: left.rendered + right.rendered) }

    static func join(_ pieces: some Sequence<HTML>) -> HTML {
        var result = ""
        for piece in pieces { result += piece.rendered }
        return HTML(escaped: result)
    }

    /// Escapes for text and for quoted attribute values alike, and drops what HTML cannot carry.
    static func escape(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || specials.contains($0) }) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 16)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
            case UInt8(ascii: "\""): bytes.append(contentsOf: "&quot;".utf8)
            case UInt8(ascii: "'"): bytes.append(contentsOf: "&#39;".utf8)
            case UInt8(ascii: "`"): bytes.append(contentsOf: "&#96;".utf8)
            case 0x09, 0x0A: bytes.append(byte)
            case 0x0D: bytes.append(contentsOf: "&#13;".utf8)
            case 0..<0x20: bytes.append(contentsOf: "\u{FFFD}".utf8)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let specials = Set("&<>\"'`".utf8)

    /// An element.
    ///
    /// Names come from `Tag`'s constants, never from input.
    fileprivate static func element(_ name: String, _ attributes: [Attribute], void: Bool, _ content: HTML) -> HTML {
        var result = "<" + name
        for attribute in attributes { result += attribute.rendered }
        result += ">"
        if !void { result += content.rendered + "</" + name + ">" }
        return HTML(escaped: result)
    }

    /// A whole document.
    static func document(_ root: HTML) -> HTML { HTML(escaped: "<!doctype html>\n" + root.rendered) }
}

/// Gathers what stands between braces: strings are text, conditions and loops work.
@resultBuilder
enum HTMLBuilder {
    static func buildExpression(_ expression: HTML) -> HTML { expression }
    static func buildExpression(_ expression: HTML?) -> HTML { expression ?? .empty }
    static func buildExpression(_ expression: String) -> HTML { HTML(text: expression) }
    static func buildExpression(_ expression: [HTML]) -> HTML { HTML.join(expression) }
    static func buildBlock() -> HTML { .empty }
    static func buildPartialBlock(first: HTML) -> HTML { first }
    static func buildPartialBlock(accumulated: HTML, next: HTML) -> HTML { accumulated + next }
    static func buildOptional(_ component: HTML?) -> HTML { component ?? .empty }
    static func buildEither(first component: HTML) -> HTML { component }
    static func buildEither(second component: HTML) -> HTML { component }
    static func buildArray(_ components: [HTML]) -> HTML { HTML.join(components) }
}

/// An element's name; called like a function it makes the element.
struct Tag: Sendable {
    fileprivate let name: String
    fileprivate var void = false

    fileprivate init(_ name: String, void: Bool = false) {
        self.name = name
        self.void = void
    }

    func callAsFunction(_ attributes: Attribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
        HTML.element(name, attributes.compactMap(\.self), void: void, content())
    }

    func callAsFunction(_ attributes: Attribute?..., text: String) -> HTML {
        HTML.element(name, attributes.compactMap(\.self), void: void, HTML(text: text))
    }

    func callAsFunction(_ attributes: Attribute?...) -> HTML {
        HTML.element(name, attributes.compactMap(\.self), void: void, .empty)
    }

    func callAsFunction(_ attributes: [Attribute], @HTMLBuilder content: () -> HTML) -> HTML {
        HTML.element(name, attributes, void: void, content())
    }

    func callAsFunction(_ attributes: [Attribute]) -> HTML {
        HTML.element(name, attributes, void: void, .empty)
    }
}

extension Tag {
    static let html = Tag("html")
    static let head = Tag("head")
    static let title = Tag("title")
    static let meta = Tag("meta", void: true)
    static let link = Tag("link", void: true)
    static let script = Tag("script")
    static let body = Tag("body")
    static let header = Tag("header")
    static let footer = Tag("footer")
    static let nav = Tag("nav")
    static let main = Tag("main")
    static let section = Tag("section")
    static let article = Tag("article")
    static let aside = Tag("aside")
    static let h1 = Tag("h1")
    static let h2 = Tag("h2")
    static let h3 = Tag("h3")
    static let p = Tag("p")
    static let div = Tag("div")
    static let span = Tag("span")
    static let strong = Tag("strong")
    static let small = Tag("small")
    static let a = Tag("a")
    static let ul = Tag("ul")
    static let ol = Tag("ol")
    static let li = Tag("li")
    static let dl = Tag("dl")
    static let dt = Tag("dt")
    static let dd = Tag("dd")
    static let blockquote = Tag("blockquote")
    static let figure = Tag("figure")
    static let figcaption = Tag("figcaption")
    static let img = Tag("img", void: true)
    static let table = Tag("table")
    static let caption = Tag("caption")
    static let thead = Tag("thead")
    static let tbody = Tag("tbody")
    static let tfoot = Tag("tfoot")
    static let tr = Tag("tr")
    static let th = Tag("th")
    static let td = Tag("td")
    static let form = Tag("form")
    static let fieldset = Tag("fieldset")
    static let legend = Tag("legend")
    static let label = Tag("label")
    static let input = Tag("input", void: true)
    static let select = Tag("select")
    static let option = Tag("option")
    static let optgroup = Tag("optgroup")
    static let datalist = Tag("datalist")
    static let textarea = Tag("textarea")
    static let button = Tag("button")
    static let progress = Tag("progress")
    static let details = Tag("details")
    static let summary = Tag("summary")
    static let dialog = Tag("dialog")
    static let time = Tag("time")
    static let kbd = Tag("kbd")
    static let hr = Tag("hr", void: true)
    static let br = Tag("br", void: true)
    static let template = Tag("template")
    static let svg = Tag("svg")
    static let use = Tag("use")
    static let g = Tag("g")
    static let rect = Tag("rect")
    static let path = Tag("path")
    static let circle = Tag("circle")
    static let line = Tag("line")
    static let svgText = Tag("text")
}
