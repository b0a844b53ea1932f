import Combine
import DaybookModel
import Foundation

/// What all view models share: the services, the error that is shown, and reloading when something changes elsewhere.
@MainActor
open class ScreenViewModel: ObservableObject {
    /// What went wrong last; nil after a success.
    @Published public var error: DaybookError?
    /// Whether something is being fetched or stored.
    @Published public private(set) var isBusy = false

    /// The managers.
    public let services: DaybookServices
    private var running = 0
    private var subscriptions: Set<AnyCancellable> = []

    /// Makes a model that shows nothing yet.
    public init(services: DaybookServices) {
        self.services = services
    }

    /// Waits for a manager's value; a failure becomes `error`, and nil comes back.
    func value<Value: Sendable>(of publisher: AnyPublisher<Value, DaybookError>) async -> Value? {
        switch await result(of: publisher) {
        case .success(let value):
            return value
        case .failure(let failure):
            error = failure
            return nil
        }
    }

    /// Waits for a manager's value or failure, and leaves `error` as it is.
    func result<Value: Sendable>(of publisher: AnyPublisher<Value, DaybookError>) async -> Result<Value, DaybookError> {
        running += 1
        isBusy = true
        defer {
            running -= 1
            isBusy = running > 0
        }
        return await SingleValue.of(publisher)
    }

    /// Calls `reload` after each change that touches one of the areas, for as long as the model lives.
    public func follow(_ areas: Set<DataArea>) {
        let reload: @Sendable () -> Void = { [weak self] in
            Task { @MainActor in await self?.reload() }
        }
        Self.subscribe(to: services.changes, areas: areas, reload: reload).store(in: &subscriptions)
    }

    /// Outside the main actor, as changes are reported from any thread.
    private nonisolated static func subscribe(
        to changes: AnyPublisher<DataChange, Never>, areas: Set<DataArea>, reload: @escaping @Sendable () -> Void
    ) -> AnyCancellable {
        changes.sink { change in
            if !change.areas.isDisjoint(with: areas) { reload() }
        }
    }

    /// Fetches anew what the model shows.
    ///
    /// Each model says how.
    open func reload() async {}
}
