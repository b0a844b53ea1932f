import SQLite
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The files beside a store that hold large binary values.
///
/// Source: sqlite-format, section 7.
///
/// A value is one tag byte and the bytes (1), or the tag 2, a UUID as text and a zero byte: the name of the
/// file. Files are written and synced before the transaction that refers to them and removed after the one
/// that stops to. A journal names the files concerned meanwhile, so that what a crash leaves is found when
/// the store is opened next; whatever no row refers to is then removed.
struct ExternalFiles: Sendable {
    static let inlineTag: UInt8 = 1
    static let fileTag: UInt8 = 2
    /// Values longer than this go into a file.
    ///
    /// Apple's limit is about 100 KB.
    static let inlineLimit = 100_000

    /// Nil when every value stays inline.
    private let directory: URL?

    init(store: URL?) {
        directory = store.map {
            Self.supportDirectory(of: $0).appendingPathComponent("_EXTERNAL_DATA", isDirectory: true)
        }
    }

    /// `.name_SUPPORT` beside the store.
    static func supportDirectory(of store: URL) -> URL {
        store.deletingLastPathComponent()
            .appendingPathComponent(".\(store.deletingPathExtension().lastPathComponent)_SUPPORT", isDirectory: true)
    }

    // MARK: Reading

    /// The bytes behind a stored value.
    ///
    /// - Throws: 134060 when the file is missing or the value has no tag.
    static func data(_ stored: Data, in files: ExternalFiles?) throws -> Data {
        switch stored.first {
        case nil: return Data()
        case inlineTag: return Data(stored.dropFirst())
        case fileTag:
            guard let name = fileName(in: stored) else { break }
            guard let directory = files?.directory else {
                throw CoreDataError.make(NSCoreDataError, "The store keeps no files, but a value refers to \(name).")
            }
            do {
                return try SyncedFile.contents(directory.appendingPathComponent(name))
            } catch {
                throw CoreDataError.make(
                    NSCoreDataError, "The file \(name) in \(directory.path) cannot be read.",
                    suggestion: "Copy the store together with its _SUPPORT directory.", underlying: error)
            }
        default: break
        }
        throw CoreDataError.make(
            NSCoreDataError, "A binary value that allows external storage has no valid tag.",
            suggestion: "The store was written without external storage; migrate it after changing that option.")
    }

    /// The file that a stored value refers to; nil when it holds its bytes itself, or no plain file name.
    static func fileName(in stored: some Collection<UInt8>) -> String? {
        guard stored.first == fileTag else { return nil }
        let name = String(decoding: stored.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
        // Apple's framework writes UUIDs; anything else could lead out of the directory.
        return UUID(uuidString: name) == nil ? nil : name
    }

    // MARK: Writing

    /// True when the save touches values that may lie in files.
    func concerns(_ changes: StoreChanges) -> Bool {
        func allows(_ layout: EntityLayout) -> Bool { layout.slots.contains { $0.allowsExternalStorage } }
        return changes.inserts.contains { allows($0.layout) } || changes.updates.contains { allows($0.layout) }
            || changes.deletes.contains { allows($0.layout) }
    }

    /// Puts every value that allows external storage into its stored form, writing and syncing files.
    func stage(_ changes: inout StoreChanges) throws -> StagedFiles {
        var names: [String] = []
        var contents: [Data] = []
        func convert(_ values: inout ContiguousArray<SlotValue>, _ layout: EntityLayout) {
            for slot in layout.slots where slot.allowsExternalStorage {
                guard case .data(let data) = values[slot.index] else { continue }
                if data.count > Self.inlineLimit, directory != nil {
                    let name = UUID().uuidString
                    names.append(name)
                    contents.append(data)
                    values[slot.index] = .data(Data([Self.fileTag]) + Data(name.utf8) + Data([0]))
                } else {
                    values[slot.index] = .data(Data([Self.inlineTag]) + data)
                }
            }
        }
        for index in changes.inserts.indices {
            convert(&changes.inserts[index].values, changes.inserts[index].layout)
        }
        for index in changes.updates.indices {
            convert(&changes.updates[index].values, changes.updates[index].layout)
        }
        let staged = StagedFiles(directory: directory, created: names)
        if !names.isEmpty, let directory {
            do {
                try staged.begin()
                for (name, data) in zip(names, contents) {
                    try SyncedFile.write(data, to: directory.appendingPathComponent(name))
                }
                try SyncedFile.syncDirectory(directory)
            } catch {
                try staged.abandon()
                throw error
            }
        }
        return staged
    }

    // MARK: After a crash

    /// Removes files that an interrupted save left behind.
    ///
    /// Holds the write lock meanwhile.
    func sweep(_ connection: Connection, _ schema: StoreSchema) throws {
        let manager = FileManager.default
        guard let directory, manager.fileExists(atPath: directory.path) else { return }
        let journals = try manager.contentsOfDirectory(atPath: directory.path)
            .filter { $0.hasPrefix(StagedFiles.journalPrefix) }
        if journals.isEmpty { return }
        try connection.write {
            for journal in journals {
                let url = directory.appendingPathComponent(journal)
                // a journal that is locked belongs to a save that is going on in another process.
                guard let lock = try FileLock(url) else { continue }
                let names = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
                for name in names where UUID(uuidString: name) != nil {
                    if try isReferred(name, connection, schema) { continue }
                    let file = directory.appendingPathComponent(name)
                    if manager.fileExists(atPath: file.path) { try manager.removeItem(at: file) }
                }
                try manager.removeItem(at: url)
                lock.release()
            }
        }
    }

    private func isReferred(_ name: String, _ connection: Connection, _ schema: StoreSchema) throws -> Bool {
        let stored = [Self.fileTag] + Array(name.utf8) + [0]
        for case let mapping? in schema.entities {
            for case let column? in mapping.externalSlots.map({ mapping.columns[$0] }) {
                let statement = try connection.prepareOnce(
                    "SELECT 1 FROM \(mapping.table) WHERE \(column) = ? LIMIT 1", purpose: "look for a file's row")
                stored.withUnsafeBytes { statement.bind(1, blob: $0) }
                if try statement.step() { return true }
            }
        }
        return false
    }
}

/// The files of one save, between staging and the end of its transaction.
final class StagedFiles {
    static let journalPrefix = ".pending-"
    /// Of a journal that is being made; no file of its save is there yet.
    static let newJournalPrefix = ".beginning-"

    /// Nil when every value stays inline; there are no files then.
    private let directory: URL?
    private let created: [String]
    private var replaced: [String] = []
    private var journal: URL?
    private var lock: FileLock?

    init(directory: URL?, created: [String]) {
        self.directory = directory
        self.created = created
    }

    /// Writes the journal before the first file.
    func begin() throws {
        guard let directory else { return }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let id = UUID().uuidString
        let new = directory.appendingPathComponent(Self.newJournalPrefix + id)
        let url = directory.appendingPathComponent(Self.journalPrefix + id)
        try SyncedFile.write(Data(names.utf8), to: new)
        // Locked before it has the name that others look for: one that is not locked is taken for a crash's.
        do {
            lock = try FileLock(new)
            try SyncedFile.rename(new, to: url)
        } catch {
            try FileManager.default.removeItem(at: new)
            throw error
        }
        journal = url
        try SyncedFile.syncDirectory(directory)
    }

    private var names: String { (created + replaced).joined(separator: "\n") }

    /// Notes a stored value that the transaction overwrites or deletes.
    func willReplace(_ stored: [UInt8]) {
        if let name = ExternalFiles.fileName(in: stored) { replaced.append(name) }
    }

    /// Called inside the transaction, at its end: names the files that must go once it is committed.
    func willCommit() throws {
        if replaced.isEmpty { return }
        if journal == nil { return try begin() }
        if let lock { try lock.replaceContents(with: Data(names.utf8)) }
    }

    /// After the commit: removes what no row refers to any more.
    func finish() throws {
        try remove(replaced)
    }

    /// After a failure: removes what was written for nothing.
    func abandon() throws {
        try remove(created)
    }

    private func remove(_ names: [String]) throws {
        let manager = FileManager.default
        for name in names {
            guard let url = directory?.appendingPathComponent(name) else { continue }
            if manager.fileExists(atPath: url.path) { try manager.removeItem(at: url) }
        }
        if let journal {
            try manager.removeItem(at: journal)
            self.journal = nil
        }
        lock?.release()
        lock = nil
    }
}
