import Foundation
import Testing

@testable import DaybookModel

@Suite struct BookmoryTests {
    private func read(_ data: Data) throws -> ParsedFile {
        let reader = ImportReader(homeCurrency: .krw, today: try #require(CalendarDay(iso: "2026-03-31")))
        return try reader.read(data, options: ImportOptions())
    }

    @Test(.needsSamples) func sample_becomesAPlanForEachReading_withItsNotes() throws {
        let file = try read(try Samples.data("reading/bookmory-backup.bookmory"))
        #expect(file.format == .bookmory)
        #expect(file.rows.map(\.state) == [.new, .new, .new, .leftOut])
        #expect(file.rows[3].problem == .deletedAtSource)
        let first = try #require(file.rows[0].book)
        #expect(first.title == "어린 왕자 (세계문학 #12)" && first.author == "앙투안 드  생텍쥐페리")
        #expect(first.status == .done && first.totalPages == 148 && first.memos.isEmpty)
        let again = try #require(file.rows[1].book)
        #expect(again.status == .reading && again.currentPage == 72 && again.endDay == nil)
        #expect(again.memos.map(\.kind) == [.quotation, .memo] && again.memos.allSatisfy { $0.page == "15" })
        #expect(again.memos.map(\.text) == ["중요한 것은 눈에 보이지 않아.", "다시 생각할 것\n둘째 줄\n셋째 줄"])
        let planned = try #require(file.rows[2].book)
        #expect(planned.status == .planned && planned.totalPages == nil && planned.startDay == nil)
    }

    @Test(.needsSamples) func sample_importedTwice_addsNothingTheSecondTime() async throws {
        let daybook = try TestDaybook()
        let data = try Samples.data("reading/bookmory-backup.bookmory")
        for expected in [3, 0] {
            let preview = try await value(
                daybook.data.imports.open(data, fileName: "b.bookmory", options: ImportOptions()))
            #expect(
                try await value(daybook.data.imports.run(id: preview.id, options: ImportOptions())).added == expected)
        }
        let plans = try await value(daybook.data.plans.plans(matching: ""))
        #expect(plans.map(\.currentPage).sorted() == [0, 72, 148] && plans.map(\.memoCount).sorted() == [0, 0, 2])
    }

    /// A damaged file gives an error, whichever byte is wrong, and never more.
    @Test(.needsSamples) func damagedDatabase_isRefusedOrRead_neverWorse() throws {
        let archive = try #require(ZipArchive(Array(try Samples.data("reading/bookmory-backup.bookmory"))))
        let bytes = try #require(archive.data("new_bookmory.db"))
        let whole = try #require(SQLiteTable(bytes, table: "entry"))
        #expect(whole.rows.count == 4)
        var random = SampleRandom(seed: 7)
        for _ in 0..<3000 {
            var damaged = bytes
            for _ in 0...random.next(in: 0...3) {
                damaged[random.next(in: 0...damaged.count - 1)] = UInt8(random.next(in: 0...255))
            }
            _ = SQLiteTable(damaged, table: "entry")
        }
        for length in stride(from: 0, to: bytes.count, by: 97) {
            _ = SQLiteTable(Array(bytes.prefix(length)), table: "entry")
        }
        #expect(SQLiteTable(bytes, table: "nothing") == nil)
    }

    @Test func quill_textIsTakenOutOfItsPieces() {
        #expect(
            BookmoryReader.plain(#"[{"insert":"a"},{"insert":"\n","attributes":{"list":"bullet"}},{"insert":"b\n"}]"#)
                == "a\nb")
        #expect(BookmoryReader.plain(#"{"ops":[{"insert":"a"},{"insert":{"image":"x"}}]}"#) == "a")
        #expect(BookmoryReader.plain("just words") == "just words")
    }
}
