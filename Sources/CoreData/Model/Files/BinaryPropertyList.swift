import Foundation

/// A binary property list as a table of objects that refer to one another by number.
///
/// Foundation's own reader hands keyed archives' UIDs out only to its unarchiver, which wants the
/// archived classes to exist; compiled models are read without them.
struct BinaryPropertyList: Sendable, Equatable {
    /// One object of the table.
    enum Object: Sendable, Equatable {
        case null
        case boolean(Bool)
        case integer(Int64)
        case real(Double)
        /// Seconds since 2001-01-01 UTC.
        case date(Double)
        case data(Data)
        case string(String)
        case uid(Int)
        case array([Int])
        /// Keys and values by their places in the table, in the file's order.
        case dictionary(keys: [Int], values: [Int])
    }

    var objects: [Object] = []
    var root = 0

    /// The value under `key` of the dictionary at `index`; nil when there is none.
    func value(_ key: String, at index: Int) -> Int? {
        guard objects.indices.contains(index), case .dictionary(let keys, let values) = objects[index] else {
            return nil
        }
        for (position, keyIndex) in keys.enumerated() where objects[keyIndex] == .string(key) {
            return values[position]
        }
        return nil
    }
}
