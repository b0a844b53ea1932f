import CoreData
import Foundation

extension Storage {
    /// Opens the stack on a folder and brings image files in step with the rows.
    ///
    /// Nobody else on the machine may read what is in the files.
    ///
    /// - Throws: `DaybookError.folderInUse`, `.folderUnusable`, `.damaged`, `.newerData`, `.migrationFailed`, `.diskFull`,
    ///   `.storage`.
    static func open(
        folder: URL, limits: PhotoLimits, now: @escaping @Sendable () -> Date
    ) throws(DaybookError) -> Storage {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .folderUnusable(path: folder.path, cause: error.localizedDescription)
        }
        let lock: FolderLock
        let photos: PhotoStore
        do throws(DaybookError) {
            lock = try FolderLock(folder: folder)
            photos = try PhotoStore(folder: folder.appendingPathComponent("images"), limits: limits)
        } catch {
            if case .storage(let cause) = error { throw .folderUnusable(path: folder.path, cause: cause) }
            throw error
        }
        // An archive that was made earlier has been taken away, or nobody wants it.
        let exported = folder.appendingPathComponent(ExportCoreDataManager.folderName)
        if DurableFile.size(of: exported) != nil { try? FileManager.default.removeItem(at: exported) }
        let file = folder.appendingPathComponent("daybook.sqlite")
        let isNew = DurableFile.size(of: file) == nil
        let container = NSPersistentContainer(name: "Daybook")
        let backup = isNew ? nil : try keepEarlierVersion(file, model: container.managedObjectModel)
        let description = NSPersistentStoreDescription(url: file)
        description.shouldAddStoreAsynchronously = false
        // What was acknowledged must outlive a power failure, not only the process.
        description.setValue("FULL" as NSString, forPragmaNamed: "synchronous")
        container.persistentStoreDescriptions = [description]
        var problem: (any Error)?
        container.loadPersistentStores { _, error in problem = error }
        if let problem { throw Self.openingFailure(problem, file: file, backup: backup) }
        DurableFile.keepPrivate(["", "-wal", "-shm"].map { URL(fileURLWithPath: file.path + $0) })
        let storage = Storage(container: container, photos: photos, lock: lock, now: now)
        try storage.prepare(isNew: isNew)
        return storage
    }

    /// Why the database could not be opened, in words that help.
    private static func openingFailure(_ problem: any Error, file: URL, backup: URL?) -> DaybookError {
        let told = DaybookError(cause: problem)
        guard case .storage = told else { return told }
        if let backup {
            return .migrationFailed(path: file.path, backup: backup.path, cause: problem.localizedDescription)
        }
        let error = problem as NSError
        switch error.code {
        case NSPersistentStoreIncompatibleVersionHashError, NSMigrationMissingSourceModelError:
            return .newerData(path: file.path)
        default: break
        }
        // SQLITE_PERM, SQLITE_READONLY, SQLITE_CANTOPEN: the file is there, but not for us.
        let code = (error.userInfo[NSSQLiteErrorDomain] as? NSNumber)?.intValue ?? 0
        if [3, 8, 14].contains(code & 0xFF) {
            return .folderUnusable(path: file.deletingLastPathComponent().path, cause: error.localizedDescription)
        }
        return .damaged(path: file.path, cause: error.localizedDescription)
    }

    /// Why the database, which could be opened, cannot be read.
    private static func readingFailure(_ problem: any Error, path: String?) -> DaybookError {
        let error = problem as NSError
        // SQLITE_CORRUPT, SQLITE_NOTADB: trying again helps nobody.
        guard let path, let code = error.userInfo[NSSQLiteErrorDomain] as? NSNumber,
            [11, 26].contains(code.intValue & 0xFF)
        else { return DaybookError(cause: problem) }
        return .damaged(path: path, cause: error.localizedDescription)
    }

    /// Sweeps the image folder and gives a fresh database its categories and catalogue.
    private func prepare(isNew: Bool) throws(DaybookError) {
        let context = container.newBackgroundContext()
        let result: Result<Void, DaybookError> = context.performAndWait {
            do {
                var rows: [UUID: PhotoMediaType] = [:]
                for photo in try context.all(PhotoEntity.self) {
                    if let id = photo.id, let type = photo.mediaType.flatMap(PhotoMediaType.init) { rows[id] = type }
                }
                _ = try photos.sweep(rows: rows, settingAside: isNew, newest: try Self.lastChange(in: context))
                try seed(context)
                if context.hasChanges { try context.save() }
                return .success(())
            } catch {
                return .failure(Self.readingFailure(error, path: container.persistentStoreDescriptions[0].url?.path))
            }
        }
        try result.get()
    }

    /// The latest moment that a row tells of; nil when none does.
    private static func lastChange(in context: NSManagedObjectContext) throws -> Date? {
        let keys = [
            ("TransactionEntity", "updatedAt"), ("TransactionEntity", "trashedAt"), ("ReadingPlanEntity", "updatedAt"),
            ("MemoEntity", "updatedAt"), ("PhotoEntity", "createdAt"), ("PhotoEntity", "trashedAt"),
            ("ImportBatchEntity", "importedAt"),
        ]
        return try keys.compactMap { entity, key in
            let request = NSFetchRequest<NSManagedObject>(entityName: entity)
            request.sortDescriptors = [NSSortDescriptor(key: key, ascending: false)]
            request.fetchLimit = 1
            return try context.fetch(request).first?.value(forKey: key) as? Date
        }.max()
    }

    /// Makes the built-in categories and catalogue once; what a person removed later stays removed.
    private func seed(_ context: NSManagedObjectContext) throws {
        let key = SettingsCoreDataManager.Key.seeded
        guard try context.first(SettingEntity.self, NSPredicate(format: "key == %@", key)) == nil else { return }
        let session = WriteSession(context: context, storage: self, staged: [])
        var position: Int32 = 0
        for entry in BuiltInCategories.all {
            let top = Self.category(entry.key, entry.korean, entry.kind, entry.icon, &position, session)
            for child in entry.children {
                Self.category(child.key, child.korean, entry.kind, nil, &position, session).parent = top
            }
        }
        let countries = try CollectionCoreDataManager.makeCollection(
            names: CountryCatalogue.names, catalogueID: CountryCatalogue.id, in: session)
        for (index, entry) in CountryCatalogue.entries().enumerated() {
            let item = CollectionItemEntity(context: context)
            item.id = session.makeID()
            item.catalogueKey = entry.code
            item.take(CollectionItemDraft(names: entry.names, group: entry.group))
            item.position = Int32(clamping: index)
            item.collection = countries
        }
        try SettingsCoreDataManager.set(key, to: "1", in: context)
    }

    @discardableResult
    private static func category(
        _ key: String, _ name: String, _ kind: TransactionKind, _ icon: String?, _ position: inout Int32,
        _ session: WriteSession
    ) -> CategoryEntity {
        let category = CategoryEntity(context: session.context)
        category.id = session.makeID()
        category.createdAt = session.now
        category.builtInKey = key
        category.name = name
        category.kind = kind.rawValue
        category.icon = icon
        category.position = position
        position += 1
        return category
    }
}
