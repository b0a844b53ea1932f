import CoreData
import Foundation

/// Makes a data folder out of a backup file.
public enum ArchiveRestore {
    /// What a backup held, to be told to a person.
    public struct Contents: Hashable, Sendable {
        /// Entries of the account book.
        public let entries: Int
        /// Reading plans.
        public let plans: Int
        /// Memos.
        public let memos: Int
        /// Items of collections.
        public let items: Int
        /// Photos.
        public let photos: Int
        /// Photos, of those, whose image the backup does not have: it was gone when the backup was made.
        public let missingPhotos: Int

        /// What was restored, for a person, and what the backup lacks.
        public func message(in language: Language) -> String {
            let restored = language.choose(
                "되살림: 내역 \(entries), 독서 계획 \(plans), 메모 \(memos), 컬렉션 항목 \(items), 사진 \(photos)",
                "Restored: \(entries) entries, \(plans) reading plans, \(memos) memos, \(items) items, \(photos) photos"
            )
            guard missingPhotos > 0 else { return restored }
            return restored
                + language.choose(
                    "\n사진 가운데 \(missingPhotos)장은 백업할 때 이미 파일이 없었습니다.",
                    "\nOf the photos, \(missingPhotos) had lost their image before the backup was made.")
        }
    }

    /// Unpacks a backup into a folder that holds no data yet.
    ///
    /// Everything is unpacked beside the folder and opened there first; the folder is made only when all of it is right.
    ///
    /// - Throws: `DaybookError.folderNotEmpty` when there is data in the folder, `.validation(.file, .notABackup)` for a
    ///   file that is none or is damaged, `.newerData`, `.diskFull`, `.folderUnusable`, `.storage`. Nothing is changed then.
    public static func restore(_ file: URL, to folder: URL) throws(DaybookError) -> Contents {
        let manager = FileManager.default
        if let there = try? manager.contentsOfDirectory(atPath: folder.path), !there.isEmpty {
            throw .folderNotEmpty(path: folder.path)
        }
        guard access(file.path, R_OK) == 0 else {
            throw .validation(.file, .notReadable(cause: "\(file.path): \(String(cString: strerror(errno)))"))
        }
        let data: Data
        do {
            data = try Data(contentsOf: file, options: .mappedIfSafe)
        } catch {
            throw .validation(.file, .notReadable(cause: "\(file.path): \(error.localizedDescription)"))
        }
        guard let archive = ZipArchive(Array(data)), archive.names.contains(DatabaseCopy.fileName) else {
            throw .validation(.file, .notABackup)
        }
        let part = folder.deletingLastPathComponent()
            .appendingPathComponent(".\(folder.lastPathComponent).restoring-\(UUID().uuidString.prefix(8))")
        do {
            try manager.createDirectory(
                at: part.appendingPathComponent("images", isDirectory: true), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try unpack(archive, to: part)
            let contents = try look(part, file, Set(archive.names))
            // An empty folder gives way; one that has something in it by now does not.
            if manager.fileExists(atPath: folder.path), rmdir(folder.path) != 0 {
                throw DaybookError.folderNotEmpty(path: folder.path)
            }
            try manager.moveItem(at: part, to: folder)
            return contents
        } catch {
            // What was unpacked is of no use, and what keeps it from being removed is not what went wrong.
            try? manager.removeItem(at: part)
            switch DaybookError(cause: error) {
            case .storage(let cause): throw .folderUnusable(path: folder.path, cause: cause)
            case let told: throw told
            }
        }
    }

    /// Bytes that a database may have: as many as an archive without ZIP64 tells.
    private static let databaseLimit = 4 << 30

    /// Only names that a backup has are taken, so that none leads out of the folder.
    private static func unpack(_ archive: ZipArchive, to folder: URL) throws {
        for name in archive.names {
            let isImage = name.hasPrefix("images/") && PhotoStore.isOriginal(String(name.dropFirst(7)))
            guard isImage || name == DatabaseCopy.fileName || name == DatabaseCopy.fileName + "-wal" else { continue }
            guard let bytes = archive.data(name, limit: databaseLimit) else {
                throw DaybookError.validation(.file, .notABackup)
            }
            try DurableFile.write(Data(bytes), to: folder.appendingPathComponent(name))
        }
    }

    /// Opens what was unpacked and counts it.
    ///
    /// An image that was gone when the backup was made is not in it; one that is there has to be whole.
    private static func look(_ folder: URL, _ file: URL, _ names: Set<String>) throws -> Contents {
        let data: DaybookData
        do throws(DaybookError) {
            data = try DaybookData.open(folder: folder)
        } catch {
            switch error {
            case .damaged: throw DaybookError.validation(.file, .notABackup)
            case .newerData: throw DaybookError.newerData(path: file.path)
            default: throw error
            }
        }
        defer { data.close() }
        let context = data.storage.container.newBackgroundContext()
        return try context.performAndWait {
            Result {
                var missing = 0
                for photo in try context.all(PhotoEntity.self) {
                    guard let id = photo.id, let type = photo.mediaType.flatMap(PhotoMediaType.init) else { continue }
                    let name = PhotoStore.originalName(id, type)
                    guard names.contains("images/\(name)") else {
                        if photo.trashedAt == nil { missing += 1 }
                        continue
                    }
                    guard DurableFile.size(of: data.storage.photos.url(name)) == Int(photo.byteCount) else {
                        throw DaybookError.validation(.file, .notABackup)
                    }
                }
                return Contents(
                    entries: try context.count(TransactionEntity.self, .living),
                    plans: try context.count(ReadingPlanEntity.self, .living),
                    memos: try context.count(MemoEntity.self, .livingMemo),
                    items: try context.count(
                        CollectionItemEntity.self,
                        NSPredicate(format: "trashedAt == nil AND collection.trashedAt == nil")),
                    photos: try context.count(PhotoEntity.self, .living), missingPhotos: missing)
            }
        }.get()
    }
}
