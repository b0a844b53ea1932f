import DaybookModel
import Foundation

/// The emoji that stand for categories.
public enum CategoryIcons {
    /// The emoji of each category; one of the second level without its own has its parent's.
    public static func all(_ categories: [DaybookModel.Category]) -> [UUID: String] {
        var icons: [UUID: String] = [:]
        for category in categories { if let icon = category.icon, !icon.isEmpty { icons[category.id] = icon } }
        for category in categories where icons[category.id] == nil {
            icons[category.id] = category.parentID.flatMap { icons[$0] }
        }
        return icons
    }
}
