import Testing

@testable import DaybookWeb

struct HTMLTests {
    @Test(arguments: [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"), ("a & b", "a &amp; b"),
        ("\"'`", "&quot;&#39;&#96;"), ("점심 😀", "점심 😀"), ("a\u{0}b", "a\u{FFFD}b"), ("a\rb", "a&#13;b"),
    ])
    func text_withMarkup_isEscaped(text: String, markup: String) {
        #expect(Tag.p(text: text).rendered == "<p>\(markup)</p>")
        #expect(Tag.p { text }.rendered == "<p>\(markup)</p>")
        #expect(Tag.p(.title(text)).rendered == "<p title=\"\(markup)\"></p>")
    }

    @Test(arguments: ["javascript:alert(1)", "//evil.example", "data:text/html,x", "JAVASCRIPT:x", "", " /account"])
    func href_addressElsewhere_becomesNothing(address: String) {
        #expect(Tag.a(.href(address)).rendered == "<a href=\"#\"></a>")
    }

    @Test(arguments: ["/account?a=1&b=2", "#text", "?page=2"])
    func href_addressHere_isKept(address: String) {
        #expect(Tag.a(.href(address)).rendered == "<a href=\"\(HTML.escape(address))\"></a>")
    }

    @Test func builder_conditionsAndLoops_keepTheOrder() {
        let flag = true
        let html = Tag.ul {
            for number in 1...2 { Tag.li { "\(number)" } }
            if flag { Tag.li { "<" } } else { Tag.li { "no" } }
            if !flag { Tag.li { "never" } }
        }
        #expect(html.rendered == "<ul><li>1</li><li>2</li><li>&lt;</li></ul>")
    }

    @Test func voidElement_hasNoEnd() {
        let html = Tag.input(.type("text"), .flag("checked"), .flag("disabled", false))
        #expect(html.rendered == "<input type=\"text\" checked>")
    }

    @Test func escape_longText_escapesEveryPlace() {
        let text = String(repeating: "<a&b>", count: 1000)
        let escaped = HTML.escape(text)
        #expect(!escaped.contains("<"))
        #expect(escaped == String(repeating: "&lt;a&amp;b&gt;", count: 1000))
    }
}
