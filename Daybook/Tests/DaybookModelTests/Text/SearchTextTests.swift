import Testing

@testable import DaybookModel

@Suite struct SearchTextTests {
    @Test(arguments: [("Café ＡＢＣ", "cafe abc"), ("점심 Lunch", "점심 lunch"), ("ＮＡＮＤ①", "nand1"), ("", "")])
    func folded_ignoresCaseWidthAndAccents(text: String, expected: String) {
        #expect(SearchText.folded(text) == expected)
    }

    @Test func folded_decomposedHangul_isTheSame() {
        #expect(SearchText.folded("\u{110C}\u{1165}\u{11B7}심") == "점심")
    }

    @Test(arguments: ["가각간 Ａé", "\u{1112}\u{1161}\u{11AB}글"])
    func folded_longText_isFoldedLikeShort(piece: String) {
        #expect(
            SearchText.folded(String(repeating: piece, count: 900))
                == String(repeating: SearchText.folded(piece), count: 900))
    }

    @Test func words_ofInitials_areFoundAmongInitials() {
        #expect(SearchText.initials("점심 Lunch 값") == "ㅈㅅ lunch ㄱ")
        #expect(SearchText.words(" ㅈㅅ  Lunch 점ㅅ") == [.initials("ㅈㅅ"), .text("lunch"), .text(SearchText.folded("점ㅅ"))])
        #expect(SearchText.words("   ").isEmpty)
    }
}
