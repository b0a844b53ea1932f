import Foundation

extension String {
    /// Whether both have the same UTF-8: equal strings may be written with other code points.
    func hasSameBytes(as other: String) -> Bool {
        let same = utf8.withContiguousStorageIfAvailable { mine in
            other.utf8.withContiguousStorageIfAvailable { theirs in
                // an empty buffer may have no address.
                mine.count == theirs.count
                    && (mine.isEmpty || memcmp(mine.baseAddress!, theirs.baseAddress!, mine.count) == 0)
            }
        }
        // strings of other makes than Swift's own have no such storage.
        return (same ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}
