import BenchmarkSupport
import CoreData

extension Item {
    /// Takes over all eight values.
    @inline(__always)
    func fill(_ values: borrowing ItemValues) {
        title = values.title
        note = values.note
        number = values.number
        score = values.score
        flag = values.flag
        created = values.created
        uuid = values.uuid
        amount = values.amount as NSDecimalNumber
    }

    /// Every attribute read, summed up as for the checksum.
    @inline(__always)
    var itemSum: Int64 {
        var sum = number &+ Int64((title ?? "").utf8.count) &+ Int64((note ?? "").utf8.count) &+ Int64(score)
        sum &+= flag ? 1 : 0
        sum &+= Int64(created?.timeIntervalSinceReferenceDate ?? 0)
        sum &+= Int64(uuid?.uuid.0 ?? 0)
        sum &+= ((amount ?? 0) as Decimal).isSignMinus ? 0 : 1
        return sum
    }
}
