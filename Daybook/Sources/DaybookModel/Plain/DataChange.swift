import Foundation

/// An area of the app, as far as live updates tell them apart.
public enum DataArea: String, CaseIterable, Codable, Sendable {
    /// Entries, categories and their imports.
    case account
    /// Plans and memos.
    case reading
    /// Collections and items.
    case collections
    /// Settings.
    case settings
}

/// A change that is on disk; other tabs refresh what they show of it.
public struct DataChange: Hashable, Sendable {
    /// The areas touched.
    public let areas: Set<DataArea>
    /// The things made, changed or removed; empty when they are too many to name.
    public let ids: Set<UUID>

    /// Makes a value.
    public init(areas: Set<DataArea>, ids: Set<UUID>) {
        self.areas = areas
        self.ids = ids
    }
}
