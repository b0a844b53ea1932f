import Foundation

/// Sorts in memory by sort descriptors, as fetches of stores without SQL do.
enum Sorter {
    /// Returns the elements in order; equal ones keep the order they had.
    ///
    /// Each value is read once, before anything is compared.
    ///
    /// - Throws: `PredicateEvaluationError` for unknown keys and values without a common order.
    /// - Complexity: O(*n* log *n*) comparisons, O(*n*) reads.
    static func sorted<Element>(_ elements: [Element], by descriptors: [NSSortDescriptor]) throws -> [Element] {
        if descriptors.isEmpty || elements.count < 2 { return elements }
        let columns = try descriptors.map { try Column($0, elements) }
        let order = try elements.indices.sorted { left, right in
            for column in columns {
                switch try column.order(left, right) {
                case .orderedAscending: return true
                case .orderedDescending: return false
                case .orderedSame: continue
                }
            }
            return left < right
        }
        return order.map { elements[$0] }
    }

    /// One descriptor, and what it compares of each element.
    private struct Column {
        let ascending: Bool
        let compare: (Int, Int) throws -> ComparisonResult

        init<Element>(_ descriptor: NSSortDescriptor, _ elements: [Element]) throws {
            ascending = descriptor.ascending
            guard let keyed = descriptor as? KeySortDescriptor else {
                if elements.allSatisfy({ descriptor.keyPath.isRooted(in: $0) }) {
                    // Foundation's own, or a subclass that compares in its own way, already turned round.
                    let ascending = descriptor.ascending
                    compare = { left, right in
                        let order = descriptor.compare(elements[left], to: elements[right])
                        return ascending ? order : order.reversed
                    }
                } else {
                    // A store sorts rows that stand for the objects; they are read by name.
                    let key = try SortKey(descriptor)
                    let values = try elements.map {
                        Operand(try KeyPathReading.value(at: key.path[...], of: $0))
                    }
                    compare = { try key.comparison.order(values[$0], values[$1]) }
                }
                return
            }
            let comparison = keyed.comparison
            if case .comparator(let comparator) = comparison {
                // The closure sees the values as they are.
                let values = try elements.map { try keyed.value(of: $0) ?? NSNull() }
                compare = { comparator(values[$0], values[$1]) }
                return
            }
            let values = try elements.map { Operand(try keyed.value(of: $0)) }
            compare = { try comparison.order(values[$0], values[$1]) }
        }

        func order(_ left: Int, _ right: Int) throws -> ComparisonResult {
            let order = try compare(left, right)
            return ascending ? order : order.reversed
        }
    }
}
