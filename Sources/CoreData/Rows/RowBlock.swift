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
    /// The block of the row that was placed last.
    private(set) var block: RowBlock
    /// How many blocks have been opened.
    private(set) var openedBlocks = 0
    /// The words of `block` that are free.
    private var next: UnsafeMutablePointer<UInt64>
    private var left = 0
    private var lastSize = 0

    /// 16 KiB.
    private static let largest = 2048
    /// Stands where no row has been placed yet.
    // safe: it has no words, and is never written.
    nonisolated(unsafe) private static let none = RowBlock.make(words: 0)

    init() {
        block = Self.none
        next = Self.none.start
    }

    /// A place of `words` words in `block`, not initialized.
    @inline(__always)
    mutating func place(words: Int) -> UnsafeMutablePointer<UInt64> {
        if words > left { open(words: words) }
        let start = next
        next = start + words
        left -= words
        return start
    }

    private mutating func open(words: Int) {
        let size = max(words, min(lastSize * 2, Self.largest))
        block = RowBlock.make(words: size)
        openedBlocks += 1
        next = block.start
        left = size
        lastSize = size
    }
}
