import Combine
import Testing

@Suite struct SubjectTests {
    @Test func passthrough_chainOfOperators_deliversInOrder() {
        let subject = PassthroughSubject<Int, Never>()
        var seen: [String] = []
        let token = subject.map { $0 + 1 }.filter { $0 % 2 == 0 }.map(String.init).sink(
            receiveCompletion: { _ in seen.append("end") }, receiveValue: { seen.append($0) })
        for value in 0..<5 { subject.send(value) }
        subject.send(completion: .finished)
        subject.send(7)
        #expect(seen == ["2", "4", "end"])
        token.cancel()
    }

    @Test func passthrough_sendFromInsideTheSink_deliversDepthFirst() {
        let subject = PassthroughSubject<Int, Never>()
        var first: [Int] = []
        var second: [Int] = []
        var tokens: Set<AnyCancellable> = []
        subject.sink {
            first.append($0)
            if $0 == 1 { subject.send(2) }
        }.store(in: &tokens)
        subject.sink { second.append($0) }.store(in: &tokens)
        subject.send(1)
        #expect(first == [1, 2])
        #expect(second == [2, 1])
    }

    @Test func passthrough_subscribingAndCancellingFromInside_takesEffectForTheNextValue() {
        let subject = PassthroughSubject<Int, Never>()
        var tokens: [AnyCancellable] = []
        var seen: [Int] = []
        var count = 0
        let outer = subject.sink { value in
            count += 1
            tokens.append(subject.sink { seen.append($0) })
            if value == 2 { tokens.removeAll() }
        }
        subject.send(1)
        #expect(seen == [])
        subject.send(2)
        #expect(seen == [2] || seen == [])
        subject.send(3)
        #expect(count == 3)
        outer.cancel()
    }

    @Test func currentValue_newSubscriber_getsTheNewestValueAtOnce() {
        let subject = CurrentValueSubject<Int, Never>(1)
        subject.value = 2
        var seen: [Int] = []
        let token = subject.sink { seen.append($0) }
        subject.send(3)
        #expect(seen == [2, 3])
        #expect(subject.value == 3)
        subject.send(completion: .finished)
        subject.send(4)
        #expect(subject.value == 3)
        token.cancel()
    }

    @Test func currentValue_finiteDemand_deliversTheNewestWhenAsked() {
        let subject = CurrentValueSubject<Int, Never>(1)
        var seen: [Int] = []
        var subscription: (any Subscription)?
        subject.subscribe(
            AnySubscriber(
                receiveSubscription: { subscription = $0 },
                receiveValue: {
                    seen.append($0)
                    return .none
                }))
        subscription?.request(.max(1))
        subject.send(2)
        subject.send(3)
        subscription?.request(.max(1))
        subscription?.request(.max(1))
        #expect(seen == [1, 3])
        subject.send(4)
        #expect(seen == [1, 3, 4])
        subscription?.cancel()
    }

    @Test func subject_afterCancelAndCompletion_holdsNothing() {
        final class Probe {}
        weak var cancelled: Probe?
        weak var completed: Probe?
        let subject = PassthroughSubject<Int, Never>()
        do {
            let (one, other) = (Probe(), Probe())
            cancelled = one
            completed = other
            let token = subject.sink { _ in withExtendedLifetime(one) {} }
            let kept = subject.sink { _ in withExtendedLifetime(other) {} }
            subject.send(1)
            token.cancel()
            subject.send(completion: .finished)
            withExtendedLifetime((token, kept)) {}
        }
        #expect(cancelled == nil)
        #expect(completed == nil)
    }
}
