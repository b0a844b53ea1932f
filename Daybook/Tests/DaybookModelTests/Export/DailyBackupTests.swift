import Foundation
import Testing

@testable import DaybookModel

@Suite(.needsVips) struct DailyBackupTests {
    private func entries(_ data: DaybookData) async throws -> TransactionList {
        try await value(data.transactions.transactions(matching: TransactionFilter(), limit: nil, offset: 0))
    }

    @Test func backup_isADataFolder_withThePhotos() async throws {
        let daybook = try TestDaybook()
        let entry = try await value(
            daybook.data.transactions.add(try await daybook.draft(1200, "점심"), photos: [.test(10), .test(20)]))
        let made = try #require(try await value(daybook.data.exports.backUp()))
        #expect(made.photoCount == 2 && made.databaseBytes > 0)
        #expect(try await value(daybook.data.exports.backUp()) == nil, "one a day")
        #expect(try await value(daybook.data.exports.backups()) == [made])
        // What happens afterwards changes nothing in it.
        let before = try await entries(daybook.data)
        _ = try await value(daybook.data.transactions.delete(id: entry.id))
        _ = try await value(daybook.data.trash.empty(trashedBefore: nil))
        #expect(try daybook.images().isEmpty)
        let copy = try TemporaryFolder()
        let restored = copy.url.appendingPathComponent("restored")
        try FileManager.default.copyItem(at: URL(fileURLWithPath: made.folder), to: restored)
        let data = try DaybookData.open(folder: restored)
        #expect(try await entries(data) == before)
        for photo in entry.photos {
            let file = try await value(data.photos.file(of: photo.id, rendition: .original))
            #expect(file.byteCount == photo.byteCount)
        }
        data.close()
    }

    @Test func backups_ofTheLastSevenDays_areKept_andNothingElseIsTouched() async throws {
        let daybook = try TestDaybook()
        let folder = daybook.folder.url.appendingPathComponent("backups")
        for other in ["earlier-version", "my own"] {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent(other), withIntermediateDirectories: true)
        }
        var days: [CalendarDay] = []
        for _ in 0..<9 {
            days.append(try #require(try await value(daybook.data.exports.backUp())).day)
            daybook.clock.advance(days: 1)
        }
        #expect(try await value(daybook.data.exports.backups()).map(\.day) == Array(days.reversed().prefix(7)))
        let names = try daybook.folder.names(in: "backups")
        #expect(names.suffix(2) == ["earlier-version", "my own"] && names.count == 9)
    }

    @Test func backup_thatWasCutOff_isNone_andIsMadeAgain() async throws {
        let daybook = try TestDaybook()
        let day = CalendarDay(daybook.clock.now, in: .gmt)
        let part = daybook.folder.url.appendingPathComponent("backups/\(day.iso).part")
        try FileManager.default.createDirectory(at: part, withIntermediateDirectories: true)
        try Data("half".utf8).write(to: part.appendingPathComponent("daybook.sqlite"))
        #expect(try await value(daybook.data.exports.backups()).isEmpty)
        #expect(try await value(daybook.data.exports.backUp())?.day == day)
        #expect(try daybook.folder.names(in: "backups") == [day.iso])
    }

    @Test func backup_thatCannotBeMade_leavesNoHalf() async throws {
        let daybook = try TestDaybook()
        try Data("x".utf8).write(to: daybook.folder.url.appendingPathComponent("backups"))
        guard case .storage? = await failure(try daybook.data.exports.backUp()) else {
            Issue.record("no error")
            return
        }
        _ = try await value(daybook.data.transactions.add(try await daybook.draft(1), photos: []))
    }
}
