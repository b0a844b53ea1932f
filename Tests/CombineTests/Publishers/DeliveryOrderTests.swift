import Testing

import Combine

/// Values of one publisher never overtake each other, however the demand arrives.
@Suite struct DeliveryOrderTests {
    /// Asks for `first` values, for `second` more, then for all the rest.
    private func delivered<P: Publisher>(
        _ publisher: P, first: Int, second: Int?
    ) -> [Int] where P.Output == Int, P.Failure == Never {
        var values: [Int] = []
        var held: (any Subscription)?
        publisher.subscribe(
            AnySubscriber<Int, Never>(
                receiveSubscription: { subscription in
                    held = subscription
                    subscription.request(.max(first))
                },
                receiveValue: { value in
                    values.append(value)
                    return .none
                }, receiveCompletion: { _ in }))
        if let second { held?.request(.max(second)) }
        held?.request(.unlimited)
        return values
    }

    private func ascends(_ values: [Int], within range: ClosedRange<Int>) -> Bool {
        let own = values.filter { range.contains($0) }
        return own == own.sorted()
    }

    @Test(arguments: 1...6, [nil, 1, 2] as [Int?])
    func merge_finiteThenUnlimited_keepsEachOrder(first: Int, second: Int?) {
        let two = delivered(
            Publishers.Merge((1...4).publisher, (11...14).publisher), first: first, second: second)
        #expect(two.sorted() == [1, 2, 3, 4, 11, 12, 13, 14])
        #expect(ascends(two, within: 1...4) && ascends(two, within: 11...14))
        let many = delivered(
            Publishers.MergeMany([(1...4).publisher, (11...14).publisher, (21...24).publisher]), first: first,
            second: second)
        #expect(many.count == 12)
        #expect(ascends(many, within: 1...4) && ascends(many, within: 11...14) && ascends(many, within: 21...24))
    }

    @Test(arguments: 1...6, [nil, 1, 2] as [Int?])
    func flatMap_finiteThenUnlimited_keepsEachOrder(first: Int, second: Int?) {
        let one = delivered(
            (1...4).publisher.flatMap(maxPublishers: .max(1)) { [$0, $0 * 10].publisher }, first: first, second: second)
        #expect(one == [1, 10, 2, 20, 3, 30, 4, 40])
        let all = delivered(
            (1...4).publisher.flatMap { (10 * $0...10 * $0 + 3).publisher }, first: first, second: second)
        #expect(all.count == 16)
        for ten in 1...4 { #expect(ascends(all, within: 10 * ten...10 * ten + 3)) }
    }
}
