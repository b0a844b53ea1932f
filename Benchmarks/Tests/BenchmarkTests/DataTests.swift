import BenchmarkSupport
import Foundation
import Testing

@Suite struct DataTests {
    @Test func items_ofHundredThousand_startAsPublished() {
        let items = Array(ItemSource(count: 100_000).prefix(2))
        #expect(items.map(\.title) == ["fjoglopcgccdhnnldabp", "olafgbfeoakiedohgoge"])
        #expect(items.map(\.number) == [624_925, 592_861])
        #expect(items.map(\.amount) == [Decimal(string: "62942.07"), Decimal(string: "14876.41")])
        #expect(items.map(\.flag) == [true, false])
    }

    @Test func items_ofTenThousand_sumAsPublished() {
        var sum: Int64 = 10_000
        var itemSum: Int64 = 0
        for item in ItemSource(count: 10_000) {
            sum += item.number
            itemSum += item.itemSum
        }
        #expect(sum == 499_046_863)
        #expect(itemSum == 7_003_501_310_754)
    }

    @Test func relationship_ofAnySize_sumsAsPublished() {
        let values = TreeSource.rel().flatMap { $0.children.map(\.value) }
        #expect(values.count == 40_000)
        #expect(values.reduce(0, +) == 20_001_492)
    }
}
