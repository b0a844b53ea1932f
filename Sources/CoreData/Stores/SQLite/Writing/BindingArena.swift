import SQLite

/// Memory for the strings of one row while it is bound, so that SQLite need not copy them.
///
/// Reset for each row; what does not fit is bound as a copy instead.
final class BindingArena {
    private static let capacity = 64 * 1024
    private let memory = UnsafeMutableRawPointer.allocate(byteCount: BindingArena.capacity, alignment: 16)
    private var used = 0

    deinit { memory.deallocate() }

    /// Gives all memory back.
    ///
    /// Statements bound from it must be bound anew before they run again.
    @inline(__always)
    func reset() { used = 0 }

    @inline(__always)
    func bind(_ string: String, to statement: Statement, _ index: Int32) {
        var string = string
        string.withUTF8 { utf8 in
            guard let place = copy(UnsafeRawBufferPointer(utf8)) else { return statement.bind(index, utf8: utf8) }
            statement.bind(index, lastingText: place, count: utf8.count)
        }
    }

    @inline(__always)
    func bind(_ data: Data, to statement: Statement, _ index: Int32) {
        data.withUnsafeBytes { bytes in
            guard let place = copy(bytes) else { return statement.bind(index, blob: bytes) }
            statement.bind(index, lastingBlob: place, count: bytes.count)
        }
    }

    @inline(__always)
    func bind(_ uuid: UUID, to statement: Statement, _ index: Int32) {
        withUnsafeBytes(of: uuid.uuid) { bytes in
            guard let place = copy(bytes) else { return statement.bind(index, blob: bytes) }
            statement.bind(index, lastingBlob: place, count: bytes.count)
        }
    }

    /// The place of a copy; nil when there is no room.
    @inline(__always)
    private func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
        guard used + bytes.count <= Self.capacity else { return nil }
        let place = memory + used
        if let start = bytes.baseAddress { place.copyMemory(from: start, byteCount: bytes.count) }
        used += bytes.count
        return UnsafeRawPointer(place)
    }
}
