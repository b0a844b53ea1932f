import Foundation

/// Several items marked owned or not owned at once, so that it can be taken back.
public struct ItemMarking: Hashable, Sendable {
    /// An item that was changed, as it was before.
    public struct Item: Hashable, Sendable {
        /// The item's identity.
        public let id: UUID
        /// When it was owned; nil when it was not, or when that is not known.
        public let ownedDay: CalendarDay?
        /// Whether it was wished for.
        public let isWished: Bool

        /// Makes a value.
        public init(id: UUID, ownedDay: CalendarDay?, isWished: Bool) {
            self.id = id
            self.ownedDay = ownedDay
            self.isWished = isWished
        }
    }

    /// Whether they were marked owned.
    public let isOwned: Bool
    /// The day from which they count as owned.
    public let day: CalendarDay
    /// The items that were not so before.
    public let items: [Item]
    /// How much of the collection is owned now.
    public let progress: OwnedProgress

    /// Makes a value.
    public init(isOwned: Bool, day: CalendarDay, items: [Item], progress: OwnedProgress) {
        self.isOwned = isOwned
        self.day = day
        self.items = items
        self.progress = progress
    }
}
