import Foundation
import Testing

@testable import DaybookModel

/// How long files that were opened for importing are kept.
@Suite struct ImportFilesTests {
    private let start = Date(timeIntervalSinceReferenceDate: 0)

    private func parsed() throws -> (ImportFiles.Choices, ParsedFile) {
        let today = try #require(CalendarDay(iso: "2026-06-10"))
        let file = try ImportReader(homeCurrency: .krw, today: today).read(
            Data("date,memo,amount\n2026-05-01,a,-1\n".utf8), options: ImportOptions())
        return (ImportFiles.Choices(ImportOptions(), home: .krw, today: today), file)
    }

    @Test func file_isKeptAnHourAfterItWasLookedAtLast() {
        var files = ImportFiles()
        let id = UUID()
        files.keep(Data([1]), fileName: "a.csv", id: id, now: start)
        #expect(files.find(id, now: start + 3599)?.fileName == "a.csv")
        #expect(files.find(id, now: start + 3599 + 3599) != nil)
        #expect(files.find(id, now: start + 3599 + 3599 + 3600) == nil && files.count == 0)
    }

    @Test func rows_areKeptTwoMinutes_ofOneFile_andTheBytesStay() throws {
        var files = ImportFiles()
        let (choices, file) = try parsed()
        let (first, second) = (UUID(), UUID())
        for id in [first, second] { files.keep(Data([1]), fileName: "a.csv", id: id, now: start) }
        files.note(file, of: first, choices, now: start)
        #expect(files.parsed(first, choices, now: start + 100) == file)
        files.trim(now: start + 219)
        #expect(files.hasParsed)
        files.trim(now: start + 220)
        #expect(!files.hasParsed && files.count == 2)
        files.note(file, of: first, choices, now: start + 300)
        files.note(file, of: second, choices, now: start + 300)
        #expect(files.parsed(first, choices, now: start + 300) == nil)
        #expect(files.parsed(second, choices, now: start + 300) == file)
        files.drop(second)
        #expect(!files.hasParsed && files.count == 1)
        files.note(file, of: second, choices, now: start + 300)
        #expect(!files.hasParsed, "rows of a file that is gone are not kept")
    }

    @Test func bytesAndCount_haveBounds_andTheFileOpenedLastStays() {
        var files = ImportFiles()
        let ids = (0..<20).map { _ in UUID() }
        for (number, id) in ids.enumerated() {
            files.keep(Data([1]), fileName: "a", id: id, now: start + Double(number))
        }
        #expect(files.count == ImportFiles.keptCount && files.find(ids[19], now: start + 20) != nil)
        let large = UUID()
        files.keep(Data(count: ImportFiles.keptByteCount + 1), fileName: "b", id: large, now: start + 21)
        #expect(files.count == 1 && files.find(large, now: start + 21) != nil)
    }

    @Test func memory_canBeGivenBack() {
        #if canImport(Glibc)
            #expect(FreedMemory.giveBack())
        #else
            #expect(!FreedMemory.giveBack())
        #endif
    }
}
