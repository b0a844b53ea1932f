import Combine
import DaybookModel
import DaybookViewModels
import Foundation

/// Tells every open tab what changed.
@MainActor
final class LiveUpdates {
    private struct Message: Encodable {
        let areas: [String]
    }

    private var streams: [EventStream] = []
    private var subscription: AnyCancellable?
    private var heartbeat: Task<Void, Never>?

    /// Starts to pass on changes.
    ///
    /// - Parameter pause: between comments that keep idle connections alive and notice those that are gone.
    init(changes: AnyPublisher<DataChange, Never>, pause: Duration = .seconds(20)) {
        subscription = Self.subscribe(to: changes) { [weak self] change in
            Task { @MainActor in self?.publish(change) }
        }
        heartbeat = Task { [weak self] in
            while !Task.isCancelled {
                do { try await Task.sleep(for: pause) } catch { return }
                self?.beat()
            }
        }
    }

    private nonisolated static func subscribe(
        to changes: AnyPublisher<DataChange, Never>, _ receive: @escaping @Sendable (DataChange) -> Void
    ) -> AnyCancellable {
        changes.sink { receive($0) }
    }

    /// Whether a tab listens.
    var hasOpenStreams: Bool { streams.contains { !$0.isClosed } }

    /// A stream for one more tab; its first event says that the connection stands.
    func open() -> EventStream {
        let stream = EventStream()
        stream.send(event: "hello", data: "{}")
        streams.append(stream)
        return stream
    }

    private func publish(_ change: DataChange) {
        let message = Message(areas: change.areas.map(\.rawValue).sorted())
        do {
            let data = String(decoding: try JSONEncoder().encode(message), as: UTF8.self)
            streams.removeAll(where: \.isClosed)
            for stream in streams { stream.send(event: "change", data: data) }
        } catch {
            // A list of plain names always encodes; were it not so, tabs would have to be reloaded by hand.
            assertionFailure("could not encode a change: \(error)")
        }
    }

    private func beat() {
        streams.removeAll(where: \.isClosed)
        for stream in streams { stream.keepAlive() }
    }

    /// Ends every stream.
    func stop() {
        heartbeat?.cancel()
        subscription = nil
        for stream in streams { stream.close() }
        streams = []
    }
}
