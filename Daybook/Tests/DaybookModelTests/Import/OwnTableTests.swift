import Foundation
import Testing

@testable import DaybookModel

/// What was exported is imported again.
@Suite struct OwnTableTests {
    let daybook: TestDaybook

    init() throws {
        daybook = try TestDaybook()
    }

    @Test func ownEntries_leaveNothingOpen_andAreNotDoubled() async throws {
        let dinar = try #require(Currency(code: "BHD"))
        _ = try await value(
            daybook.data.transactions.add(try await daybook.draft(1234, "pearl", currency: dinar), photos: []))
        _ = try await value(
            daybook.data.transactions.add(try await daybook.draft(5000, "coffee", day: "2026-03-04"), photos: []))
        let table = try await value(daybook.data.exports.table(.entries, language: .english))
        let preview = try await value(
            daybook.data.imports.open(table, fileName: "entries.csv", options: ImportOptions()))
        #expect(preview.questions.isEmpty)
        #expect(
            preview.rows.map(\.transaction?.amount) == [
                Money(minorUnits: 1234, currency: dinar), Money(minorUnits: 5000, currency: .krw),
            ])
        #expect(preview.rows.map(\.state) == [.similar, .similar] && preview.wantedCount == 0)
        // One that is chosen all the same comes.
        let line = preview.rows[1].line
        let result = try await value(
            daybook.data.imports.run(id: preview.id, options: ImportOptions(repeatedLines: [line])))
        #expect(result.added == 1)
        // Into an empty book all of it goes.
        let other = try TestDaybook()
        let there = try await value(
            other.data.imports.open(table, fileName: "entries.csv", options: ImportOptions()))
        #expect(there.wantedCount == 2)
    }

    @Test func emptyFile_andMixedEncodings_areSaid() throws {
        let reader = ImportReader(homeCurrency: .krw, today: CalendarDay(dayCount: 739_700))
        #expect(throws: DaybookError.validation(.file, .emptyFile)) {
            try reader.read(Data(), options: ImportOptions())
        }
        let mixed = Data("날짜,금액\n".utf8) + Data([0xB0, 0xA1, 0xB3, 0xFF, 0xFE, 0x0A])
        #expect(throws: DaybookError.validation(.file, .unknownEncoding)) {
            try reader.read(mixed, options: ImportOptions())
        }
    }

    @Test func restore_ofAFileThatIsNotThere_givesTheSystemsReason() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("none.zip")
        let error = #expect(throws: DaybookError.self) {
            try ArchiveRestore.restore(file, to: folder.url.appendingPathComponent("data"))
        }
        let message = try #require(error).message(in: .english)
        #expect(message.contains("none.zip") && message.contains("No such file"))
    }
}
