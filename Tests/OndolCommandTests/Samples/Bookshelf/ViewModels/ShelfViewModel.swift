// swift-format-ignore-file
import SwiftUI

public final class ShelfViewModel: ObservableObject {
    @Published public private(set) var titles: [String] = []
    private var subscriptions = Set<AnyCancellable>()

    public init(_ store: BookStore) {
        store.books()
            .map { $0.compactMap(\.title) }
            .replaceError(with: [])
            .sink { [weak self] in self?.titles = $0 }
            .store(in: &subscriptions)
    }

    public func take(_ feed: Feed) { titles += feed.titles }
}
