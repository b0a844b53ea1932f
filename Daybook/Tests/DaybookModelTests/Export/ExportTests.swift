import Foundation
import Testing

@testable import DaybookModel

@Suite struct ExportTests {
    let daybook: TestDaybook

    init() throws {
        daybook = try TestDaybook()
    }

    private func table(_ table: ExportTable) async throws -> Data {
        try await value(daybook.data.exports.table(table, language: .korean))
    }

    private func entries(_ daybook: TestDaybook) async throws -> [String] {
        let list = try await value(
            daybook.data.transactions.transactions(matching: TransactionFilter(), limit: nil, offset: 0))
        return list.transactions.map {
            [
                $0.day.iso, $0.kind.rawValue, $0.amount.plainText, $0.amount.currency.code,
                $0.category?.path(in: .korean),
                $0.memo, $0.payment,
            ].map { $0 ?? "-" }.joined(separator: "|")
        }.sorted()
    }

    private func imported(_ data: Data, _ name: String, into other: TestDaybook) async throws -> ImportResult {
        let preview = try await value(other.data.imports.open(data, fileName: name, options: ImportOptions()))
        #expect(preview.questions.isEmpty)
        return try await value(other.data.imports.run(id: preview.id, options: ImportOptions()))
    }

    private func fill() async throws {
        let manager = try daybook.data.transactions
        for draft in [
            try await daybook.draft(12_300, "점심, \"김밥\"\n둘째 줄"), try await daybook.draft(7, "=SUM(A1)"),
            try await daybook.draft(5392, "coffee", currency: .usd),
            try await daybook.draft(500, "-5 할인", day: "2026-01-31"),
        ] { _ = try await value(manager.add(draft, photos: [])) }
        var salary = try await daybook.draft(2_850_000, "월급", key: "salary", kind: .income)
        salary.payment = "우리 통장"
        _ = try await value(manager.add(salary, photos: [.test()]))
        let gone = try await value(manager.add(try await daybook.draft(1, "지운 것"), photos: []))
        _ = try await value(manager.delete(id: gone.id))
    }

    @Test func entries_takenOutAndImported_areTheSame() async throws {
        try await fill()
        let data = try await table(.entries)
        #expect(data.starts(with: [0xEF, 0xBB, 0xBF]))
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.contains("'=SUM(A1)") && !text.contains(",=SUM") && !text.contains("지운 것"))
        let other = try TestDaybook()
        let result = try await imported(data, "entries.csv", into: other)
        #expect(result.added == 5 && result.unreadable.isEmpty)
        // Line breaks are the one thing that stays in a cell and not in a memo's first line; both sides keep them.
        #expect(try await entries(other) == entries(daybook))
    }

    @Test func plans_takenOutAndImported_areTheSame() async throws {
        let manager = try daybook.data.plans
        for draft in [
            ReadingPlanDraft(
                title: "구운몽", author: "김만중", endDay: CalendarDay(iso: "2026-03-01"), totalPages: 352, currentPage: 352,
                status: .done),
            ReadingPlanDraft(title: "Emma", author: "Jane Austen", totalPages: 474, status: .planned),
        ] { _ = try await value(manager.add(draft, cover: nil)) }
        let other = try TestDaybook()
        #expect(try await imported(try await table(.plans), "plans.csv", into: other).added == 2)
        func read(_ daybook: TestDaybook) async throws -> [String] {
            try await value(daybook.data.plans.plans(matching: "")).map {
                "\($0.title)|\($0.author ?? "")|\($0.totalPages ?? 0)|\($0.status)|\($0.endDay?.iso ?? "")"
            }
        }
        #expect(try await read(other) == read(daybook))
    }

    @Test func collection_takenOutAndImported_isTheSame() async throws {
        let text = "name,group,number,owned\n빨강,왕,1,O\n파랑,왕,2,X\n@at,왕비,1,O\n"
        let preview = try await value(
            daybook.data.imports.open(Data(text.utf8), fileName: "우표.csv", options: ImportOptions()))
        let id = try #require(
            try await value(daybook.data.imports.run(id: preview.id, options: ImportOptions())).collectionID)
        let other = try TestDaybook()
        let result = try await imported(try await table(.collection(id)), "stamps.csv", into: other)
        let there = try #require(result.collectionID)
        #expect(result.added == 3)
        func read(_ daybook: TestDaybook, _ id: UUID) async throws -> [String] {
            try await value(daybook.data.collections.items(collectionID: id, matching: CollectionItemFilter())).map {
                "\($0.name(in: .korean))|\($0.group ?? "")|\($0.number ?? "")|\($0.isOwned)"
            }
        }
        #expect(try await read(other, there) == read(daybook, id))
        let missing = await failure(try daybook.data.exports.table(.collection(UUID()), language: .korean))
        guard case .notFound(.collection, _) = missing else {
            Issue.record("\(String(describing: missing))")
            return
        }
    }

    @Test(.needsVips) func archive_unpacked_isADataFolderAgain() async throws {
        try await fill()
        let plan = try await value(
            daybook.data.plans.add(ReadingPlanDraft(title: "Walden", totalPages: 300), cover: .test(90)))
        let memo = MemoDraft(
            text: "첫 문장", page: "3", kind: .quotation, day: try #require(CalendarDay(iso: "2026-03-05")))
        _ = try await value(daybook.data.memos.add(memo, planID: plan.id, photo: nil))
        let file = try await value(daybook.data.exports.archive(language: .english))
        let zip = try #require(ZipArchive(Array(try Data(contentsOf: file.url))))
        #expect(file.name.hasPrefix("daybook-2026-") && file.byteCount > 0)
        #expect(zip.names.contains("csv/entries.csv") && zip.names.contains("README.txt"))
        let other = try TestDaybook(unpacked: zip)
        #expect(try await entries(other) == entries(daybook))
        let memos = try await value(other.data.memos.memos(planID: plan.id, order: .page))
        #expect(memos.map(\.text) == ["첫 문장"])
        let cover = try #require(try await value(other.data.plans.plan(id: plan.id)).cover)
        let original = try await value(other.data.photos.file(of: cover.id, rendition: .original))
        #expect(try Data(contentsOf: original.url) == PhotoUpload.test(90).data)
        #expect(try await value(other.data.photos.file(of: cover.id, rendition: .thumbnail)).byteCount > 0)
        // What is written later is in the next one, and writing goes on meanwhile.
        _ = try await value(daybook.data.transactions.add(try await daybook.draft(99, "나중"), photos: []))
        let second = try await value(daybook.data.exports.archive(language: .english))
        let later = try #require(ZipArchive(Array(try Data(contentsOf: second.url))))
        #expect(String(decoding: try #require(later.data("csv/entries.csv")), as: UTF8.self).contains("나중"))
        try daybook.reopen()
        #expect(!FileManager.default.fileExists(atPath: second.url.path), "nothing of it stays in the data folder")
    }

    /// A backup's file as the export writes it, and what is in it.
    private func backup() async throws -> (file: URL, photo: Photo) {
        try await fill()
        let plan = try await value(daybook.data.plans.add(ReadingPlanDraft(title: "Walden"), cover: .test(90)))
        return (try await value(daybook.data.exports.archive(language: .korean)).url, try #require(plan.cover))
    }

    @Test(.needsVips) func archive_restored_isWhatItWas_andIsCounted() async throws {
        let (file, cover) = try await backup()
        let place = try TemporaryFolder()
        let target = place.url.appendingPathComponent("new")
        let contents = try ArchiveRestore.restore(file, to: target)
        let entries = try await value(
            daybook.data.transactions.transactions(matching: TransactionFilter(), limit: nil, offset: 0))
        #expect(contents.entries == entries.count && contents.plans == 1 && contents.photos >= 1)
        let data = try DaybookData.open(folder: target)
        #expect(
            try await value(data.transactions.transactions(matching: TransactionFilter(), limit: nil, offset: 0))
                == entries)
        let original = try await value(data.photos.file(of: cover.id, rendition: .original))
        #expect(try Data(contentsOf: original.url) == PhotoUpload.test(90).data)
        data.close()
        #expect(try place.names() == ["new"])
        #expect(throws: DaybookError.folderNotEmpty(path: target.path)) { try ArchiveRestore.restore(file, to: target) }
    }

    @Test(.needsVips) func archive_damagedAnywhere_isRefusedAndLeavesNothing() async throws {
        let (file, _) = try await backup()
        let bytes = try Data(contentsOf: file)
        let place = try TemporaryFolder()
        let damaged = place.url.appendingPathComponent("damaged.zip")
        let archive = try #require(ZipArchive(Array(bytes)))
        // Any byte of the database; tables and the text are for people, and are not read.
        let start = try #require(bytes.range(of: Data("SQLite format 3".utf8)), "it is stored as it is").lowerBound
        var random = SampleRandom(seed: 11)
        for round in 0..<12 {
            var copy = bytes
            if round < 8 {
                let size = try #require(archive.data("daybook.sqlite")).count
                copy[start + random.next(in: 0...min(size, bytes.count - start) / 2)] ^= 0x5A
            } else {
                copy = copy.prefix(bytes.count / (round - 6))
            }
            try Data(copy).write(to: damaged)
            #expect(throws: DaybookError.validation(.file, .notABackup)) {
                try ArchiveRestore.restore(damaged, to: place.url.appendingPathComponent("new"))
            }
        }
        #expect(try place.names() == ["damaged.zip"])
        try Data("no archive".utf8).write(to: damaged)
        #expect(throws: DaybookError.validation(.file, .notABackup)) {
            try ArchiveRestore.restore(damaged, to: place.url.appendingPathComponent("new"))
        }
    }

    @Test(.needsVips) func imageFolder_takenAway_costsNoBackupAndNoNewPhoto() async throws {
        try await fill()
        let folder = daybook.folder.url.appendingPathComponent("images")
        try FileManager.default.removeItem(at: folder)
        let file = try await value(daybook.data.exports.archive(language: .korean)).url
        #expect(ZipArchive(Array(try Data(contentsOf: file)))?.names.contains("daybook.sqlite") == true)
        let plan = try await value(daybook.data.plans.add(ReadingPlanDraft(title: "Walden"), cover: .test(90)))
        let cover = try #require(plan.cover)
        #expect(
            try await value(daybook.data.photos.file(of: cover.id, rendition: .original)).url.path
                .hasPrefix(folder.path))
    }

    /// An image that is gone must not cost the rest.
    @Test(.needsVips) func archive_ofADataFolderThatLostImages_isRestoredAndSaysSo() async throws {
        try await fill()
        let plan = try await value(daybook.data.plans.add(ReadingPlanDraft(title: "Walden"), cover: .test(90)))
        let original = try await value(
            daybook.data.photos.file(of: try #require(plan.cover).id, rendition: .original))
        try FileManager.default.removeItem(at: original.url)
        let file = try await value(daybook.data.exports.archive(language: .korean)).url
        let place = try TemporaryFolder()
        let target = place.url.appendingPathComponent("new")
        let contents = try ArchiveRestore.restore(file, to: target)
        #expect(contents.missingPhotos == 1 && contents.plans == 1 && contents.photos >= 1)
        #expect(contents.message(in: .english).contains("Of the photos, 1 had lost"))
        let data = try DaybookData.open(folder: target)
        #expect(try await value(data.plans.plan(id: plan.id)).title == "Walden")
        data.close()
    }

    @Test func fileNames_ofCollections_areSafeAndDiffer() {
        var taken: Set<String> = []
        let names = ["../../etc", "a/b", "A/B", "", "우표"].map { ExportRows.fileName($0, &taken) }
        #expect(names == ["------etc", "a-b", "A-B 2", "collection", "우표"])
    }
}

extension TestDaybook {
    /// One on a folder into which an archive was unpacked.
    convenience init(unpacked zip: ZipArchive) throws {
        try self.init()
        close()
        let root = folder.url
        for name in zip.names where name.hasPrefix("images/") || name.hasPrefix("daybook.sqlite") {
            try? FileManager.default.removeItem(at: root.appendingPathComponent(name))
        }
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(at: root.appendingPathComponent("daybook.sqlite" + suffix))
        }
        for name in zip.names where name.hasPrefix("images/") || name.hasPrefix("daybook.sqlite") {
            try Data(try #require(zip.data(name))).write(to: root.appendingPathComponent(name))
        }
        try reopen()
    }
}
