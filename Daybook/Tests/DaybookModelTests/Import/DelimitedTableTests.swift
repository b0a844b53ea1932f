import Testing

@testable import DaybookModel

@Suite struct DelimitedTableTests {
    @Test func cells_quoted_holdSeparatorsBreaksAndQuotes() {
        let table = DelimitedTable("a,b\r\n\"x, y\",\"say \"\"hi\"\"\"\r\n\"two\nlines\",z\n\nlast,1")
        #expect(table.separator == ",")
        #expect(
            table.rows.map(\.cells) == [["a", "b"], ["x, y", "say \"hi\""], ["two\nlines", "z"], ["last", "1"]])
        #expect(table.rows.map(\.line) == [1, 2, 3, 6])
    }

    @Test(arguments: [("a;b;c\n1,5;2;3", ";"), ("a\tb\n1\t2", "\t"), ("a|b\nc|d", "|"), ("a,b\nc;x,d", ",")])
    func separator_isTheOneThatMakesARegularTable(text: String, separator: String) {
        #expect(String(DelimitedTable(text).separator) == separator)
    }

    @Test func quote_thatNeverEnds_isAPlainCharacter() {
        let table = DelimitedTable("a,b\n\"open,2\n3,4")
        #expect(table.rows.map(\.cells) == [["a", "b"], ["\"open", "2"], ["3", "4"]])
    }

    @Test func byteOrderMark_andBlanks_areCut() {
        #expect(DelimitedTable("\u{FEFF} 날짜 , 금액\n").rows.map(\.cells) == [["날짜", "금액"]])
    }

    @Test(arguments: ["", "\n\n", "\"", ",", "\"\"\"", "\r", "a\r\rb"])
    func oddText_isReadWithoutHarm(text: String) {
        for separator in DelimitedTable.separators { _ = DelimitedTable(text, separator: separator).rows }
        #expect(DelimitedTable(text).rows.count <= 2)
    }
}
