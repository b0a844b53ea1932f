import CoreData

/// Items of a collection by their numbers, to know an item again whose name an updated file has changed.
///
/// A number says which item it is only where neither the collection nor the file has it twice: first with the group and
/// the variant, then with the variant alone.
struct ItemNumbers {
    private struct Place: Hashable {
        let number: String
        let variant: String
        let group: String?
    }

    private var known: [Place: NSManagedObjectID?] = [:]
    private var counts: [Place: Int] = [:]

    /// Knows nothing.
    init() {}

    init(of collection: CollectionEntity, file: ParsedFile) {
        for item in collection.livingItems {
            for place in Self.places(item.number, item.variant, item.groupName) {
                known.updateValue(known.keys.contains(place) ? nil : item.objectID, forKey: place)
            }
        }
        for item in file.rows.compactMap(\.item) {
            for place in Self.places(item.number, item.variant, item.group) { counts[place, default: 0] += 1 }
        }
    }

    /// The item of the same number, which has another name or another group than the file says.
    func item(_ item: ImportedItem) -> NSManagedObjectID? {
        for place in Self.places(item.number, item.variant, item.group) {
            if counts[place] == 1, let found = known[place].flatMap(\.self) { return found }
        }
        return nil
    }

    private static func places(_ number: String?, _ variant: String?, _ group: String?) -> [Place] {
        guard let number = number.map(SearchText.folded)?.nonEmpty else { return [] }
        let variant = SearchText.folded(variant ?? "")
        return [
            Place(number: number, variant: variant, group: SearchText.folded(group ?? "")),
            Place(number: number, variant: variant, group: nil),
        ]
    }
}
