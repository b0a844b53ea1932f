import Combine
import Foundation
import Synchronization
import Testing

@testable import DaybookModel

/// Waits for the one value of a manager's publisher.
func value<Output: Sendable>(_ publisher: AnyPublisher<Output, DaybookError>) async throws -> Output {
    let waiter = Waiter<Output>()
    let result = await withCheckedContinuation { waiter.wait(for: publisher, $0) }
    return try #require(result, "the publisher ended without a value").get()
}

/// Holds a subscription until its publisher ends.
private final class Waiter<Output: Sendable>: Sendable {
    // AnyCancellable is no Sendable type; it is only kept here, and dropped with the waiter.
    private nonisolated(unsafe) var subscription: AnyCancellable?
    private let value = Mutex<Output?>(nil)

    func wait(
        for publisher: AnyPublisher<Output, DaybookError>,
        _ continuation: CheckedContinuation<Result<Output, DaybookError>?, Never>
    ) {
        subscription = publisher.sink(
            receiveCompletion: { completion in
                switch completion {
                case .finished: continuation.resume(returning: self.value.withLock { $0 }.map { .success($0) })
                case .failure(let error): continuation.resume(returning: .failure(error))
                }
            },
            receiveValue: { value in self.value.withLock { $0 = value } })
    }
}

/// The error of a manager's publisher; records an issue when there is none.
func failure<Output: Sendable>(_ publisher: AnyPublisher<Output, DaybookError>) async -> DaybookError? {
    do {
        let value = try await value(publisher)
        Issue.record("no error, but \(value)")
        return nil
    } catch {
        return error as? DaybookError
    }
}

extension CollectionManaging {
    /// Adds an item without a picture.
    func addItem(_ draft: CollectionItemDraft, collectionID: UUID) -> AnyPublisher<CollectionItem, DaybookError> {
        addItem(draft, collectionID: collectionID, photo: nil)
    }

    /// Changes an item but not its picture.
    func updateItem(id: UUID, with draft: CollectionItemDraft) -> AnyPublisher<CollectionItem, DaybookError> {
        updateItem(id: id, with: draft, photo: PhotoEdits())
    }

    /// All items that pass a filter.
    func items(collectionID: UUID, matching filter: CollectionItemFilter) -> AnyPublisher<
        [CollectionItem], DaybookError
    > {
        items(collectionID: collectionID, matching: filter, limit: nil, offset: 0).map(\.items).eraseToAnyPublisher()
    }
}

/// A clock that tests move.
final class TestClock: Sendable {
    private let moment = Mutex(Date(timeIntervalSince1970: 1_775_000_000))

    var now: Date {
        moment.withLock { moment in
            // Every look moves it on a little, so that no two things are of the same moment.
            moment.addTimeInterval(0.001)
            return moment
        }
    }

    func advance(days: Double) {
        moment.withLock { $0.addTimeInterval(days * 86_400) }
    }
}

/// A Daybook on a folder of its own.
final class TestDaybook: Sendable {
    let folder: TemporaryFolder
    let clock = TestClock()
    private let opened: Mutex<DaybookData?>
    let limits: PhotoLimits

    init(limits: PhotoLimits = PhotoLimits()) throws {
        folder = try TemporaryFolder()
        self.limits = limits
        opened = Mutex(nil)
        try reopen()
    }

    var data: DaybookData {
        get throws { try #require(opened.withLock { $0 }) }
    }

    /// Gives the folder up.
    func close() {
        opened.withLock { data in
            data?.close()
            data = nil
        }
    }

    /// Closes and opens again, as a restart does.
    func reopen() throws {
        close()
        let (clock, folder, limits) = (clock, folder, limits)
        let utc = try #require(TimeZone(identifier: "UTC"))
        let data = try DaybookData.open(folder: folder.url, limits: limits, timeZone: utc, now: { clock.now })
        opened.withLock { $0 = data }
    }

    /// The category with a key of the built-in ones.
    func category(_ key: String) async throws -> DaybookModel.Category {
        try #require(try await value(data.categories.categories()).first { $0.builtInKey == key })
    }

    /// A draft of an expense in won.
    func draft(
        _ amount: Int64, _ memo: String = "", day: String = "2026-03-31", key: String = "food.cafe",
        kind: TransactionKind = .expense, currency: Currency = .krw
    ) async throws -> TransactionDraft {
        TransactionDraft(
            kind: kind, amount: Money(minorUnits: amount, currency: currency), categoryID: try await category(key).id,
            day: try #require(CalendarDay(iso: day)), memo: memo)
    }

    /// The names of image files.
    func images() throws -> [String] { try folder.names(in: "images") }
}

extension PhotoUpload {
    /// A small photo.
    static func test(_ gray: UInt8 = 200) -> PhotoUpload {
        PhotoUpload(data: TestImages.png(width: 20, height: 10, gray: gray), fileName: "photo.png")
    }
}
