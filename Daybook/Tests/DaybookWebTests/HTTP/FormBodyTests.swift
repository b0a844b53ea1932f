import Testing

@testable import DaybookWeb

struct FormBodyTests {
    @Test func urlEncoded_plusPercentAndHangul_areDecoded() {
        let form = FormBody.urlEncoded("memo=%EC%A0%90%EC%8B%AC+a%2Bb&empty=&flag&x=1&x=2".utf8)
        #expect(form["memo"] == "점심 a+b")
        #expect(form["empty"] == "")
        #expect(form["flag"] == "")
        #expect(form["x"] == "2")
        #expect(form.all("x") == ["1", "2"])
        #expect(form["none"] == nil)
    }

    @Test(arguments: [("a=%", "%"), ("a=%4", "%4"), ("a=%zz", "%zz"), ("a=100%25", "100%"), ("a=%FF", "\u{FFFD}")])
    func urlEncoded_brokenPercent_isText(body: String, value: String) {
        #expect(FormBody.urlEncoded(body.utf8)["a"] == value)
    }

    @Test func address_encodesWhatIsNotPlain() {
        let address = Address.make(
            ["collections", "a/b ?#%"], [FormField(name: "q", value: "점심&x=1"), FormField(name: "none", value: "")])
        #expect(address == "/collections/a%2Fb%20%3F%23%25?q=%EC%A0%90%EC%8B%AC%26x%3D1")
    }

    @Test(arguments: ["//evil.example", "https://evil.example", "/\\evil", "javascript:alert(1)", "", "/a\nb", "x"])
    func local_addressElsewhere_isReplaced(address: String) {
        #expect(Address.local(address, or: "/account") == "/account")
    }

    @Test func setting_queryField_isReplacedAndOthersStay() {
        #expect(Address.setting("page", to: "2", in: "/a?q=x&page=1") == "/a?q=x&page=2")
        #expect(Address.setting("page", to: nil, in: "/a?page=1") == "/a")
        #expect(Address.setting("said", to: "a b", in: "/a") == "/a?said=a%20b")
    }
}
