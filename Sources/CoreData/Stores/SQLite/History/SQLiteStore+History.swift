import SQLite

extension SQLiteStore: HistoryStore {
    var keepsHistory: Bool { (try? current().history) != nil }

    func lastTransaction() throws -> Int64 {
        try reading { opened, reader in
            guard opened.history != nil else { return 0 }
            return try HistoryReader(opened: opened, connection: reader.connection).last()
        }
    }

    func transactions(after place: HistoryPlace, withChanges: Bool) throws -> [RecordedTransaction] {
        try reading { opened, reader in
            guard let history = opened.history else { return [] }
            let historyReader = HistoryReader(opened: opened, connection: reader.connection)
            return try historyReader.transactions(of: history, after: place, withChanges: withChanges)
        }
    }

    func deleteTransactions(before place: HistoryPlace) throws {
        let opened = try current()
        guard opened.history != nil else { return }
        try checkWritable()
        let condition: String
        switch place {
        case .none: condition = "1"
        case .transaction: condition = "Z_PK < ?"
        case .date: condition = "ZTIMESTAMP < ?"
        }
        do {
            try opened.connections.write { connection in
                try connection.write {
                    for sql in [
                        "DELETE FROM ACHANGE WHERE ZTRANSACTIONID IN (SELECT Z_PK FROM ATRANSACTION WHERE \(condition))",
                        "DELETE FROM ATRANSACTION WHERE \(condition)",
                    ] {
                        let statement = try connection.prepareOnce(sql, purpose: "delete history")
                        switch place {
                        case .none: break
                        case .transaction(let number): statement.bind(1, integer: number)
                        case .date(let date): statement.bind(1, real: date.timeIntervalSinceReferenceDate)
                        }
                        try statement.run()
                    }
                }
            }
        } catch {
            throw StoreErrors.make(error, during: .writing, store: url)
        }
    }
}

/// Reads the history tables.
private struct HistoryReader {
    let opened: SQLiteStore.Opened
    let connection: Connection

    func last() throws -> Int64 {
        let statement = try connection.prepareOnce(
            "SELECT max(coalesce((SELECT max(Z_PK) FROM ATRANSACTION), 0), "
                + "coalesce((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 16002), 0))",
            purpose: "find the last transaction")
        return try statement.step() ? statement.integer(0) : 0
    }

    /// - Throws: 134301 when transactions between `number` and the oldest one kept are gone.
    private func checkNothingIsMissing(after number: Int64) throws {
        let statement = try connection.prepareOnce(
            "SELECT min(Z_PK) FROM ATRANSACTION", purpose: "find the oldest history")
        let oldest = try statement.step() && !statement.isNull(0) ? statement.integer(0) : try last() &+ 1
        if number < oldest &- 1 {
            throw CoreDataError.make(
                NSPersistentHistoryTokenExpiredError,
                "The history after transaction \(number) has been deleted up to transaction \(oldest &- 1).",
                suggestion: "Read everything anew, and go on from currentPersistentHistoryToken(fromStores:).")
        }
    }

    func transactions(
        of history: HistoryTables, after place: HistoryPlace, withChanges: Bool
    ) throws -> [RecordedTransaction] {
        let condition: String
        switch place {
        case .none: condition = "1"
        case .transaction(let number):
            try checkNothingIsMissing(after: number)
            condition = "t.Z_PK > ?"
        case .date: condition = "t.ZTIMESTAMP > ?"
        }
        func bind(_ statement: Statement) {
            switch place {
            case .none: break
            case .transaction(let number): statement.bind(1, integer: number)
            case .date(let date): statement.bind(1, real: date.timeIntervalSinceReferenceDate)
            }
        }
        let strings = ["AUTHOR", "BUNDLEID", "CONTEXTNAME", "PROCESSID"].map { name in
            history.hasStrings
                ? "coalesce((SELECT ZNAME FROM ATRANSACTIONSTRING WHERE Z_PK = t.Z\(name)TS), t.Z\(name))"
                : "t.Z\(name)"
        }
        let statement = try connection.prepareOnce(
            "SELECT t.Z_PK, t.ZTIMESTAMP, \(strings.joined(separator: ", ")) FROM ATRANSACTION t WHERE \(condition) "
                + "ORDER BY t.Z_PK", purpose: "read the history")
        bind(statement)
        var result: [RecordedTransaction] = []
        var places: [Int64: Int] = [:]
        while try statement.step() {
            places[statement.integer(0)] = result.count
            result.append(
                RecordedTransaction(
                    number: statement.integer(0),
                    timestamp: Date(timeIntervalSinceReferenceDate: statement.real(1)), author: statement.string(2),
                    bundleID: statement.string(3), contextName: statement.string(4), processID: statement.string(5)))
        }
        guard withChanges, !result.isEmpty else { return result }
        let tombstones = (0..<history.tombstones).map { ", c.ZTOMBSTONE\($0)" }.joined()
        let changes = try connection.prepareOnce(
            "SELECT c.Z_PK, c.ZCHANGETYPE, c.ZENTITY, c.ZENTITYPK, c.ZTRANSACTIONID, c.ZCOLUMNS\(tombstones) "
                + "FROM ACHANGE c JOIN ATRANSACTION t ON t.Z_PK = c.ZTRANSACTIONID WHERE \(condition) ORDER BY c.Z_PK",
            purpose: "read the changes of the history")
        bind(changes)
        while try changes.step() {
            // changes of entities that the model has no longer cannot be told of.
            guard let place = places[changes.integer(4)],
                let index = opened.schema.indexByNumber[changes.integer(2)]
            else { continue }
            result[place].changes.append(change(changes, opened.schema.layout.entities[Int(index)], history))
        }
        return result
    }

    private func change(_ statement: Statement, _ layout: EntityLayout, _ history: HistoryTables) -> RecordedChange {
        var change = RecordedChange(
            number: statement.integer(0), type: statement.integer(1), layout: layout, primaryKey: statement.integer(3))
        guard let numbering = history.numbering[layout.index] else { return change }
        if change.type == 1 {
            change.properties = numbering.names(in: statement.bytes(5) ?? [], of: layout)
        } else if change.type == 2 {
            var values: [Int: Any] = [:]
            for (position, slot) in numbering.preserved.prefix(history.tombstones).enumerated() {
                let value = value(statement, Int32(6 + position), layout.slots[slot])
                if let value { values[slot] = value }
            }
            for (slot, value) in values where layout.slots[slot].composite == nil {
                change.tombstone[layout.slots[slot].name] = value
            }
            for composite in layout.composites where composite.enclosing == nil {
                change.tombstone[composite.path] = layout.dictionary(of: composite) { values[$0] }
            }
        }
        return change
    }

    /// A preserved value in the attribute's own type.
    private func value(_ statement: Statement, _ column: Int32, _ slot: Slot) -> Any? {
        if statement.isNull(column) { return nil }
        switch slot.kind {
        case .boolean: return NSNumber(value: statement.integer(column) != 0)
        case .integer, .toOne, .destinationEntity: return NSNumber(value: statement.integer(column))
        case .double, .float: return NSNumber(value: statement.real(column))
        case .decimal: return NSDecimalNumber(decimal: DecimalCodec.decimal(from: statement.real(column)))
        case .date: return Date(timeIntervalSinceReferenceDate: statement.real(column))
        case .string: return statement.string(column)
        case .uri: return statement.string(column).flatMap { URL(string: $0) }
        case .uuid:
            guard let bytes = statement.bytes(column), bytes.count == 16 else { return nil }
            return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        case .binary, .transformable, .liveOnly: return statement.bytes(column).map { Data($0) }
        }
    }
}

extension PropertyNumbering {
    /// The properties whose bits are set, by name; a composite attribute once, whichever of its elements changed.
    func names(in bytes: [UInt8], of layout: EntityLayout) -> [String] {
        func isSet(_ place: Int) -> Bool {
            place >= 0 && place >> 3 < bytes.count && bytes[place >> 3] & (0x80 >> UInt8(place & 7)) != 0
        }
        var names: [String] = []
        for slot in layout.slots where slot.kind != .destinationEntity && isSet(slots[slot.index]) {
            let name = slot.propertyName
            if slot.composite == nil || !names.contains(name) { names.append(name) }
        }
        for relationship in layout.toMany where isSet(toMany[relationship.toManyIndex]) {
            names.append(relationship.name)
        }
        return names
    }
}
