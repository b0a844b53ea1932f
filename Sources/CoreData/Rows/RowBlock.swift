/// Memory that packed rows lie in, one after the other; lives as long as any of them is in use.
final class RowBlock: ManagedBuffer<Void, UInt64> {
    static func make(words: Int) -> RowBlock {
        let buffer = RowBlock.create(minimumCapacity: words) { _ in }
        // safe: `create` makes an instance of the class it is called on.
        return unsafeDowncast(buffer, to: RowBlock.self)
    }

    var start: UnsafeMutablePointer<UInt64> { withUnsafeMutablePointerToElements { $0 } }
}

/// Where whoever reads rows puts them: in blocks that grow with the number of rows, up to a bound.
///
/// One row alone gets a block of its own size; of many, some hundred share one. A row that is kept keeps its
/// block, so that the bound is what one forgotten row can cost.
struct RowPlacing {
    private var block: RowBlock?
    /// The words of `block` that are free.
    private var next: UnsafeMutablePointer<UInt64>?
    private var left = 0
    private var lastSize = 0

    /// 16 KiB.
    private static let largest = 2048

    /// A place of `words` words, not initialized.
    @inline(__always)
    mutating func place(words: Int) -> (block: RowBlock, start: UnsafeMutablePointer<UInt64>) {
        if words <= left, let block, let start = next {
            next = start + words
            left -= words
            return (block, start)
        }
        return open(words: words)
    }

    private mutating func open(words: Int) -> (block: RowBlock, start: UnsafeMutablePointer<UInt64>) {
        let size = max(words, min(lastSize * 2, Self.largest))
        let made = RowBlock.make(words: size)
        let start = made.start
        block = made
        next = start + words
        left = size - words
        lastSize = size
        return (made, start)
    }
}
