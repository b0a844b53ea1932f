import Combine
import Foundation
import Testing

@Suite struct DemandTests {
    @Test func arithmetic_withUnlimited_saturates() {
        let unlimited = Subscribers.Demand.unlimited
        #expect(unlimited + .max(1) == unlimited)
        #expect(unlimited - .max(1) == unlimited)
        #expect(unlimited - unlimited == unlimited)
        #expect(Subscribers.Demand.max(3) - unlimited == Subscribers.Demand.none)
        #expect(Subscribers.Demand.max(.max) + .max(1) == unlimited)
        #expect(Subscribers.Demand.max(.max) * 2 == unlimited)
        #expect(Subscribers.Demand.max(2) * 3 == .max(6))
        #expect(Subscribers.Demand.max(2) + 3 == .max(5))
        #expect(Subscribers.Demand.max(5) - 3 == .max(2))
    }

    @Test func comparison_withNumbers_knowsUnlimited() {
        #expect(Subscribers.Demand.unlimited > Int.max)
        #expect(Int.max < Subscribers.Demand.unlimited)
        #expect(!(Subscribers.Demand.unlimited == Int.max))
        #expect(Subscribers.Demand.max(2) == 2)
        #expect(2 <= Subscribers.Demand.max(2))
        #expect(Subscribers.Demand.max(2) < .unlimited)
        #expect(!(Subscribers.Demand.unlimited < .unlimited))
    }

    @Test func description_andCoding_areAsKnown() throws {
        #expect("\(Subscribers.Demand.max(3)) \(Subscribers.Demand.unlimited)" == "max(3) unlimited")
        let coded = try JSONEncoder().encode([Subscribers.Demand.max(3), .unlimited])
        #expect(String(decoding: coded, as: UTF8.self) == "[3,9223372036854775808]")
        #expect(try JSONDecoder().decode([Subscribers.Demand].self, from: coded) == [.max(3), .unlimited])
    }

    @Test func misuse_stopsTheProgram() async {
        await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(-1) }
        await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(1) - .max(2) }
        await #expect(processExitsWith: .failure) {
            Just(1).subscribe(
                AnySubscriber(receiveSubscription: { $0.request(.none) }))
        }
        await #expect(processExitsWith: .failure) { _ = [1].publisher.eraseToAnyPublisher().dropFirst(-1) }
        await #expect(processExitsWith: .failure) {
            let token = Fail<Int, CancellationError>(error: CancellationError()).assertNoFailure().sink { _ in }
            token.cancel()
        }
        await #expect(processExitsWith: .failure) {
            var recording = Record<Int, Never>.Recording(output: [1])
            recording.receive(2)
        }
    }

    #if DEBUG
        // An optimised build stops at the same places, without the words.
        @Test func misuse_ofArithmetic_saysWhatWasComputed() async throws {
            let subtraction = try #require(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    _ = Subscribers.Demand.max(1) - .max(2)
                })
            #expect(text(subtraction).contains("max(1) - max(2) is below zero; a demand cannot be negative"))
            let number = try #require(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    _ = Subscribers.Demand.max(3) - 4
                })
            #expect(text(number).contains("max(3) - 4 is below zero; a demand cannot be negative"))
            let sum = try #require(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    _ = Subscribers.Demand.max(3) + -4
                })
            #expect(text(sum).contains("max(3) + -4 is below zero; a demand cannot be negative"))
            let product = try #require(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    _ = Subscribers.Demand.max(3) * -1
                })
            #expect(text(product).contains("max(3) * -1: a demand cannot be multiplied by a negative number"))
        }

        private func text(_ result: ExitTest.Result) -> String {
            String(decoding: result.standardErrorContent, as: UTF8.self)
        }
    #endif

    @Test func completion_coding_roundTrips() throws {
        struct Oops: Error, Codable, Equatable {
            var code: Int
        }
        let all: [Subscribers.Completion<Oops>] = [.finished, .failure(Oops(code: 4))]
        let coded = try JSONEncoder().encode(all)
        #expect(try JSONDecoder().decode([Subscribers.Completion<Oops>].self, from: coded) == all)
    }
}
