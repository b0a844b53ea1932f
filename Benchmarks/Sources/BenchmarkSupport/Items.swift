import Foundation

/// The values of one Item, each in its attribute's own type.
package struct ItemValues: Sendable {
    package var title: String
    package var note: String
    package var number: Int64
    package var score: Double
    package var flag: Bool
    package var created: Date
    package var uuid: UUID
    package var amount: Decimal

    /// An item with these values.
    package init(
        title: String, note: String, number: Int64, score: Double, flag: Bool, created: Date, uuid: UUID,
        amount: Decimal
    ) {
        self.title = title
        self.note = note
        self.number = number
        self.score = score
        self.flag = flag
        self.created = created
        self.uuid = uuid
        self.amount = amount
    }

    /// What an item adds to the checksum of a workload that reads every attribute.
    package var itemSum: Int64 {
        var sum = number &+ Int64(title.utf8.count) &+ Int64(note.utf8.count) &+ Int64(score)
        sum &+= flag ? 1 : 0
        sum &+= Int64(created.timeIntervalSinceReferenceDate)
        sum &+= Int64(uuid.uuid.0)
        sum &+= amount.isSignMinus ? 0 : 1
        return sum
    }
}

/// The sequence of Items of a store with `count` of them.
package struct ItemSource: Sequence, IteratorProtocol {
    private var generator = SplitMix64(state: 42)
    private let count: Int
    private var index = 0

    /// The items of a store with `count` of them.
    package init(count: Int) {
        self.count = count
    }

    /// The next item, in the order of the store.
    package mutating func next() -> ItemValues? {
        guard index < count else { return nil }
        defer { index += 1 }
        let title = generator.letters(20)
        let note = generator.letters(60)
        let number = Int64(generator.below(10 * count))
        let score = Double(generator.next() >> 11) * 0x1p-53 * 100
        let high = generator.next()
        let low = generator.next()
        var cents = generator.below(10_000_000)
        if cents % 10 == 0 { cents += 1 }
        return ItemValues(
            title: title, note: note, number: number, score: score, flag: index % 10 == 0,
            created: Date(timeIntervalSinceReferenceDate: 700_000_000.25 + 60 * Double(index)),
            uuid: UUID(high: high, low: low),
            amount: Decimal(sign: .plus, exponent: -2, significand: Decimal(cents)))
    }
}

extension UUID {
    /// The UUID whose sixteen bytes are two numbers, each with its highest byte first.
    package init(high: UInt64, low: UInt64) {
        var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &bytes) { buffer in
            buffer.storeBytes(of: high.bigEndian, as: UInt64.self)
            buffer.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        self.init(uuid: bytes)
    }
}
