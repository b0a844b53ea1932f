import CoreData
import Foundation

extension CategoryEntity {
    /// The plain category.
    ///
    /// - Throws: `DaybookError.storage` when the row lacks what every category has.
    func plain() throws -> Category {
        guard let id, let name, let kind = kind.flatMap(TransactionKind.init) else {
            throw DaybookError.storage("a category's row is damaged")
        }
        return Category(
            id: id, name: name, kind: kind, icon: icon, parentID: parent?.id, parentName: parent?.name,
            position: Int(position), builtInKey: builtInKey, parentBuiltInKey: parent?.builtInKey,
            trashedAt: trashedAt)
    }

    /// Whether a name means this category, in either language for one that came with the app.
    func isNamed(_ text: String) -> Bool {
        let folded = SearchText.folded(text)
        let names =
            [name]
            + Language.allCases.map { language in
                builtInKey.flatMap { BuiltInCategories.name($0, in: language) }
            }
        return names.contains { $0.map(SearchText.folded) == folded }
    }
}
