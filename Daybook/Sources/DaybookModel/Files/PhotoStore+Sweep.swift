import Foundation

extension PhotoStore {
    /// What a sweep did.
    struct SweepResult: Equatable {
        /// Files given their real names.
        var published = 0
        /// Files without a row that were removed, or set aside.
        var removed = 0
        /// Photos whose original is not there although the row is.
        var missing: Set<UUID> = []
    }

    /// The folder for files that no row names although the database is new: it may be the wrong or an emptied one.
    static let asideName = "set-aside"

    /// Brings the folder in step with the rows: call once at the start, before anything else uses the folder.
    ///
    /// Files whose names are not of the store's own making are left alone.
    ///
    /// - Parameters:
    ///   - rows: every photo that the database names.
    ///   - settingAside: moves files without a row to a folder instead of removing them.
    ///   - newest: when the database was last written to, as far as its rows tell. An original that came later belongs to
    ///     a later state of it, which may come back: it is set aside, and taken back once a row names it again.
    /// - Throws: `DaybookError.storage` when the folder cannot be read, or a file cannot be moved or removed.
    func sweep(rows: [UUID: PhotoMediaType], settingAside: Bool = false, newest: Date? = nil) throws(DaybookError)
        -> SweepResult
    {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            throw .storage("list \(folder.lastPathComponent): \(error.localizedDescription)")
        }
        var result = SweepResult()
        var originals: Set<UUID> = []
        for name in names.sorted() {
            guard let id = UUID(uuidString: String(name.prefix(36))), name.dropFirst(36).first == "." else { continue }
            let isWorking = name.hasSuffix(Self.stagingSuffix + ".jpg")
            let isStaged = name.hasSuffix(Self.stagingSuffix)
            let final = isStaged ? String(name.dropLast(Self.stagingSuffix.count)) : name
            guard let mediaType = rows[id], !isWorking else {
                let isLater = !isStaged && Self.isOriginal(name) && self.isLater(name, than: newest)
                if settingAside || isLater, !isWorking {
                    try setAside(name)
                } else {
                    try DurableFile.remove(url(name))
                }
                result.removed += 1
                continue
            }
            if isStaged {
                try DurableFile.rename(url(name), to: url(final))
                result.published += 1
            }
            if final == Self.originalName(id, mediaType) { originals.insert(id) }
        }
        for (id, mediaType) in rows where !originals.contains(id) {
            let name = Self.originalName(id, mediaType)
            let aside = url(Self.asideName).appendingPathComponent(name)
            guard DurableFile.size(of: aside) != nil else { continue }
            try DurableFile.rename(aside, to: url(name))
            originals.insert(id)
            result.published += 1
        }
        if result.published + result.removed > 0 { try DurableFile.sync(folder) }
        result.missing = Set(rows.keys).subtracting(originals)
        return result
    }

    /// A file whose date cannot be read counts as later: what is set aside can be taken back, what is removed cannot.
    private func isLater(_ name: String, than newest: Date?) -> Bool {
        guard let newest else { return false }
        let values = try? url(name).resourceValues(forKeys: [.contentModificationDateKey])
        return values?.contentModificationDate.map { $0 > newest } ?? true
    }

    private func setAside(_ name: String) throws(DaybookError) {
        let aside = url(Self.asideName)
        do {
            try FileManager.default.createDirectory(at: aside, withIntermediateDirectories: true)
        } catch {
            throw .storage("create \(Self.asideName): \(error.localizedDescription)")
        }
        try DurableFile.rename(url(name), to: aside.appendingPathComponent(name))
    }
}
