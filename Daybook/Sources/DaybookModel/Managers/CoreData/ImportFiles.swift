import Foundation

/// Files that were opened for importing, for as long as somebody may come back to them.
///
/// Bytes are kept for an hour, what was read of them for two minutes and of one file only: it takes many times the room,
/// and can be read again.
struct ImportFiles {
    /// A file that was opened, with when it was last looked at.
    struct Kept {
        let data: Data
        let fileName: String
        var lastUse: Date
    }

    /// What decides how a file is read.
    struct Choices: Equatable {
        let options: ImportOptions
        let home: Currency
        let today: CalendarDay

        init(_ options: ImportOptions, home: Currency, today: CalendarDay) {
            self.options = ImportOptions(
                format: options.format, encoding: options.encoding, separator: options.separator,
                headerRow: options.headerRow, roles: options.roles, dateOrder: options.dateOrder,
                decimalMark: options.decimalMark, currency: options.currency, repeatedLines: options.repeatedLines)
            self.home = home
            self.today = today
        }
    }

    static let keptCount = 8
    static let keptByteCount = 96 << 20
    static let lifetime: TimeInterval = 60 * 60
    static let parsedLifetime: TimeInterval = 2 * 60

    private var files: [UUID: Kept] = [:]
    /// The file read last: the steps of an import ask for the same thing one after the other.
    private var parsed: (id: UUID, choices: Choices, file: ParsedFile, lastUse: Date)?

    /// How many files are kept.
    var count: Int { files.count }
    /// Whether the rows of a file are kept.
    var hasParsed: Bool { parsed != nil }

    /// Keeps a file; those that were looked at longest ago make room.
    mutating func keep(_ data: Data, fileName: String, id: UUID, now: Date) {
        trim(now: now)
        files[id] = Kept(data: data, fileName: fileName, lastUse: now)
        while files.count > 1,
            files.count > Self.keptCount || files.values.reduce(0, { $0 + $1.data.count }) > Self.keptByteCount,
            let oldest = files.filter({ $0.key != id }).min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            drop(oldest.key)
        }
    }

    /// A file that is kept; looking at it keeps it longer.
    mutating func find(_ id: UUID, now: Date) -> Kept? {
        trim(now: now)
        files[id]?.lastUse = now
        return files[id]
    }

    /// What was read of a file under the same choices.
    mutating func parsed(_ id: UUID, _ choices: Choices, now: Date) -> ParsedFile? {
        guard let known = parsed, known.id == id, known.choices == choices else { return nil }
        parsed?.lastUse = now
        return known.file
    }

    /// Keeps what was read of a file, in place of what was read of another.
    mutating func note(_ file: ParsedFile, of id: UUID, _ choices: Choices, now: Date) {
        guard files[id] != nil else { return }
        parsed = (id, choices, file, now)
    }

    /// Drops what was read of a file.
    mutating func dropParsed(_ id: UUID) {
        if parsed?.id == id { parsed = nil }
    }

    /// Drops a file.
    mutating func drop(_ id: UUID) {
        files[id] = nil
        dropParsed(id)
    }

    /// Drops what nobody looked at for long.
    mutating func trim(now: Date) {
        if let known = parsed, now.timeIntervalSince(known.lastUse) >= Self.parsedLifetime { parsed = nil }
        for (id, kept) in files where now.timeIntervalSince(kept.lastUse) >= Self.lifetime { drop(id) }
    }
}
