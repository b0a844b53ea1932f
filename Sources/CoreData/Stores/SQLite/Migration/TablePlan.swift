/// How one table of the new schema is filled from one of the old.
struct TablePlan {
    let schema: TableSchema
    /// The quoted name of the old table; nil when the table starts empty.
    let oldTable: String?
    /// `Z_ENT` of rows that come along, old and new.
    let numbers: [(old: Int64, new: Int64)]
    let columns: [ColumnPlan]
    /// Quoted columns of the old table that the old model knows.
    let oldColumns: [String]

    struct ColumnPlan {
        let name: String
        let type: ColumnType
        /// By old entity number; rows of other entities have no value.
        let values: [Int64: ColumnValue]
    }

    /// The new `Z_ENT` from the old.
    var entityNumber: String {
        if numbers.allSatisfy({ $0.old == $0.new }) { return "Z_ENT" }
        if numbers.count == 1 { return String(numbers[0].new) }
        return "CASE Z_ENT " + numbers.map { "WHEN \($0.old) THEN \($0.new) " }.joined() + "END"
    }

    var oldNumbers: String { numbers.map { String($0.old) }.joined(separator: ", ") }
}

/// Where a new column's value comes from.
struct ColumnValue {
    /// The quoted old column; nil for a value that needs none.
    let column: String?
    /// True when the column's value is taken as it is.
    let isPlain: Bool
    /// True when the value needs other columns of the old row as well.
    let needsOthers: Bool
    /// The value, as SQL, given the name of the column.
    let sql: (String) -> String

    static func plain(_ column: String) -> ColumnValue {
        ColumnValue(column: column, isPlain: true, needsOthers: false) { $0 }
    }

    static func constant(_ literal: String) -> ColumnValue {
        ColumnValue(column: nil, isPlain: false, needsOthers: false) { _ in literal }
    }

    /// A value made of several columns.
    static func expression(_ sql: String, column: String) -> ColumnValue {
        ColumnValue(column: column, isPlain: false, needsOthers: true) { _ in sql }
    }

    /// The value in terms of the old row.
    var text: String { sql(column ?? "NULL") }
}

extension TablePlan.ColumnPlan {
    /// The only old column that values come from; nil when there are none or several.
    var onlyColumn: String? {
        let columns = Set(values.values.map { $0.column ?? "" })
        return columns.count == 1 ? columns.first.flatMap { $0.isEmpty ? nil : $0 } : nil
    }

    /// True when the column's values are those of one old column.
    var isPlain: Bool { onlyColumn != nil && values.values.allSatisfy(\.isPlain) }

    /// The value in terms of the old row, given the numbers of all rows that come along.
    ///
    /// - Parameter column: the name that the only old column has by now.
    func expression(rows: Set<Int64>, column: String? = nil) -> String {
        func text(_ value: ColumnValue) -> String {
            guard let column, value.column != nil else { return value.text }
            return value.sql(column)
        }
        if values.isEmpty { return "NULL" }
        let texts = Set(values.values.map(text))
        if texts.count == 1, let only = texts.first, isPlain || Set(values.keys) == rows { return only }
        let cases = values.sorted { $0.key < $1.key }.map { "WHEN \($0.key) THEN \(text($0.value)) " }.joined()
        return "CASE Z_ENT \(cases)END"
    }
}
