import SQLite

/// Writes memberships that are kept outside the member's row.
struct MembershipWriter {
    let connection: Connection
    let schema: StoreSchema

    /// Removes all rows of a join table about one object.
    static func removal(_ join: JoinMapping, column: String) -> SQL {
        SQL.of("DELETE FROM \(join.table) WHERE \(column) = ?", purpose: "remove memberships of a deleted object")
    }

    func write(_ changes: [StoreChanges.MembershipChange]) throws {
        for change in changes {
            guard let mapping = schema[change.relationship.owner]?.toMany[change.relationship.toManyIndex] else {
                throw CoreDataError.make(
                    NSPersistentStoreSaveError, "The relationship \(change.relationship.name) is not stored.",
                    suggestion: "Transient relationships have no place in a store.")
            }
            if let join = mapping.join {
                try write(change, mapping, join)
            } else {
                try writeStray(change, mapping)
            }
        }
    }

    private func write(
        _ change: StoreChanges.MembershipChange, _ mapping: ToManyMapping, _ join: JoinMapping
    ) throws {
        let remove = try connection.statement(
            SQL.of(
                "DELETE FROM \(join.table) WHERE \(mapping.ownerColumn) = ? AND \(mapping.memberColumn) = ?",
                purpose: "remove a member"))
        let add = try connection.statement(
            SQL.of(
                "INSERT OR IGNORE INTO \(join.table) (\(mapping.ownerColumn), \(mapping.memberColumn)) VALUES (?, ?)",
                purpose: "add a member"))
        func run(_ statement: Statement, _ first: Int64, _ second: Int64) throws {
            statement.bind(1, integer: first)
            statement.bind(2, integer: second)
            try statement.run()
        }
        let owner = change.owner.primaryKey
        for member in change.removed {
            try run(remove, owner, member.primaryKey)
            if join.isReflexive { try run(remove, member.primaryKey, owner) }
        }
        for member in change.added {
            try run(add, owner, member.primaryKey)
            if join.isReflexive, member.primaryKey != owner { try run(add, member.primaryKey, owner) }
        }
    }

    /// A to-many without inverse: the owner's key stands in the member's row.
    private func writeStray(_ change: StoreChanges.MembershipChange, _ mapping: ToManyMapping) throws {
        let order = mapping.orderColumn.map { ", \($0) = NULL" } ?? ""
        let remove = try connection.statement(
            SQL.of(
                "UPDATE \(mapping.table) SET \(mapping.ownerColumn) = NULL\(order) "
                    + "WHERE Z_PK = ? AND \(mapping.ownerColumn) = ?", purpose: "remove a member"))
        let add = try connection.statement(
            SQL.of(
                "UPDATE \(mapping.table) SET \(mapping.ownerColumn) = ?\(order) WHERE Z_PK = ?",
                purpose: "add a member"))
        for member in change.removed {
            remove.bind(1, integer: member.primaryKey)
            remove.bind(2, integer: change.owner.primaryKey)
            try remove.run()
        }
        for member in change.added {
            add.bind(1, integer: change.owner.primaryKey)
            add.bind(2, integer: member.primaryKey)
            try add.run()
        }
    }
}
