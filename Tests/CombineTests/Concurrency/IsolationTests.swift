import Combine
import OndolTestSupport
import Testing

/// Waiting for publishers from code that belongs to an actor, with values that must not leave it.
@Suite struct IsolationTests {
    /// Not sendable.
    final class Item {
        var name: String
        init(name: String) { self.name = name }
    }

    /// A manager of the old school: returns futures.
    final class Manager {
        let items = [Item(name: "a"), Item(name: "b")]

        func load() -> Future<[Item], any Error> {
            Future { [items] promise in promise(.success(items)) }
        }

        func fail() -> Future<[Item], any Error> {
            Future { promise in promise(.failure(TestFailure("x"))) }
        }

        func count() -> Future<Int, Never> {
            Future { [items] promise in promise(.success(items.count)) }
        }

        func stream() -> AnyPublisher<Item, Never> { items.publisher.eraseToAnyPublisher() }

        func failingStream() -> AnyPublisher<Item, any Error> {
            items.publisher.setFailureType(to: (any Error).self).append(Fail<Item, any Error>(error: TestFailure("x")))
                .eraseToAnyPublisher()
        }
    }

    @MainActor
    final class ViewModel {
        let manager = Manager()
        private(set) var names: [String] = []

        func load() async throws {
            let items = try await manager.load().value
            names = items.map(\.name)
            names += ["\(await manager.count().value)"]
        }

        func watch() async {
            for await item in manager.stream().values { names.append(item.name) }
        }

        func watchFailing() async throws {
            for try await item in manager.failingStream().values { names.append(item.name) }
        }

        func firstOfOne(_ publisher: some Publisher<Item, Never>) async -> String? {
            var iterator = publisher.values.makeAsyncIterator()
            return await iterator.next()?.name
        }
    }

    actor Worker {
        let manager = Manager()

        func names() async throws -> [String] {
            var names = try await manager.load().value.map(\.name)
            for await item in manager.stream().values { names.append(item.name) }
            return names
        }
    }

    @Test @MainActor func future_onTheMainActor_givesItsValueThere() async throws {
        let model = ViewModel()
        try await model.load()
        #expect(model.names == ["a", "b", "2"])
        await #expect(throws: TestFailure("x")) { _ = try await model.manager.fail().value.count }
    }

    @Test @MainActor func values_onTheMainActor_areDeliveredThere() async throws {
        let model = ViewModel()
        await model.watch()
        #expect(model.names == ["a", "b"])
        await #expect(throws: TestFailure("x")) { try await model.watchFailing() }
        #expect(model.names == ["a", "b", "a", "b"])
        #expect(await model.firstOfOne(model.manager.stream()) == "a")
    }

    @Test func futureAndValues_inAnActor_giveWhatTheManagerHas() async throws {
        #expect(try await Worker().names() == ["a", "b", "a", "b"])
    }

    @Test func future_resolvedOnAnotherThread_resumesTheWaitingTask() async {
        let manager = Manager()
        let subject = PassthroughSubject<Int, Never>()
        let future = Future<Int, Never> { promise in
            withExtendedLifetime(subject) { race(threads: 2) { promise(.success($0)) } }
        }
        let value = await future.value
        #expect(value == 0 || value == 1)
        withExtendedLifetime(manager) {}
    }
}
