import Combine
import CoreData
import Foundation

/// Exports: tables as CSV, and one archive that is a data folder again when it is unpacked.
final class ExportCoreDataManager: ExportManaging {
    private let storage: Storage
    private let today: @Sendable () -> CalendarDay

    init(storage: Storage, today: @escaping @Sendable () -> CalendarDay) {
        self.storage = storage
        self.today = today
    }

    func table(_ table: ExportTable, language: Language) -> AnyPublisher<Data, DaybookError> {
        storage.read { context in Data(try ExportRows(context: context, language: language).csv(table)) }
    }

    func archive(language: Language) -> AnyPublisher<ExportedFile, DaybookError> {
        let day = today()
        return storage.between { folder in
            let work = folder.appendingPathComponent(Self.folderName, isDirectory: true)
            // The one made before is taken away: one archive at a time is enough for anyone's disk.
            if FileManager.default.fileExists(atPath: work.path) { try FileManager.default.removeItem(at: work) }
            try FileManager.default.createDirectory(
                at: work, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try DatabaseCopy.make(from: folder, to: work) { _ in }
            try Self.linkPhotos(from: self.storage.photos, to: work)
            return work
        }
        .flatMap { work in
            // Writes go on while the copy is packed.
            self.storage.read { context in
                do {
                    return try Self.pack(
                        work, tables: ExportRows(context: context, language: language).all(), day: day,
                        language: language)
                } catch {
                    // Half an archive is none; the next one made removes what cannot be removed now.
                    try? FileManager.default.removeItem(at: work)
                    throw error
                }
            }
        }
        .eraseToAnyPublisher()
    }

    func backUp() -> AnyPublisher<DailyBackup?, DaybookError> { DailyBackups(storage: storage, today: today).make() }

    func backups() -> AnyPublisher<[DailyBackup], DaybookError> { DailyBackups(storage: storage, today: today).all() }

    static let folderName = "export"
    private static let database = DatabaseCopy.fileName

    /// Gives the originals a second name, so that a photo that is removed meanwhile is still there to be packed.
    private static func linkPhotos(from photos: PhotoStore, to work: URL) throws {
        let target = work.appendingPathComponent("images", isDirectory: true)
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        // Somebody may have taken the folder away; the rest is worth a backup all the more.
        guard FileManager.default.fileExists(atPath: photos.folder.path) else { return }
        for name in try FileManager.default.contentsOfDirectory(atPath: photos.folder.path)
        where PhotoStore.isOriginal(name) {
            try FileManager.default.linkItem(at: photos.url(name), to: target.appendingPathComponent(name))
        }
    }

    private static func pack(
        _ work: URL, tables: [(name: String, bytes: [UInt8])], day: CalendarDay, language: Language
    ) throws -> ExportedFile {
        let url = work.appendingPathComponent("daybook.zip")
        let zip = try ZipWriter(url)
        try zip.add("README.txt", Data(readme(language).utf8))
        for table in tables { try zip.add(table.name, Data(table.bytes)) }
        for suffix in ["", "-wal"] {
            let file = work.appendingPathComponent(database + suffix)
            guard FileManager.default.fileExists(atPath: file.path) else { continue }
            try zip.add(database + suffix, file: file)
        }
        let images = work.appendingPathComponent("images", isDirectory: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: images.path).sorted() {
            try zip.add("images/" + name, file: images.appendingPathComponent(name))
        }
        try zip.finish()
        try FileManager.default.removeItem(at: images)
        for suffix in ["", "-wal", "-shm"] { try DurableFile.remove(work.appendingPathComponent(database + suffix)) }
        return ExportedFile(
            name: "daybook-\(day.iso).zip", url: url, byteCount: DurableFile.size(of: url) ?? 0)
    }

    private static func readme(_ language: Language) -> String {
        language.choose(
            """
            데이북에서 내보낸 자료입니다.

            daybook.sqlite  모든 자료가 든 SQLite 데이터베이스
            images/         사진 원본
            csv/            같은 자료를 표로 적은 것 (UTF-8). 엑셀 등에서 열고, 메모 말고는 데이북에서 다시 가져올 수 있습니다.

            되살리려면 daybook --restore 이파일 --data 빈폴더 로 시작하세요. 이 파일을 빈 폴더에 풀고 daybook --data 그폴더 로 시작해도 됩니다.

            """,
            """
            Everything that was in Daybook.

            daybook.sqlite  the SQLite database with all of it
            images/         the photos as they were given
            csv/            the same as tables (UTF-8), for spreadsheets; Daybook imports all but the memos

            To restore it, start daybook --restore THIS-FILE --data EMPTY-FOLDER. Unpacking it into an empty folder and
            starting daybook --data THAT-FOLDER does the same.

            """)
    }
}
