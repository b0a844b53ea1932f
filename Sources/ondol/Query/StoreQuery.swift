import CoreData
import Foundation

/// Which objects of a store are asked for, in which order.
struct StoreQuery {
    var entity: StoreMap.Entity
    var predicate: NSPredicate?
    var sorts: [NSSortDescriptor] = []
    var limit = 0
    var offset = 0

    /// Reads a predicate format as a command's argument.
    ///
    /// - Throws: `UsageError` that shows where the format is malformed.
    static func predicate(_ format: String) throws(UsageError) -> NSPredicate {
        do {
            return try NSPredicate.parsing(format)
        } catch {
            let shown = TextTable.plain(String(format.prefix(200)))
            let place = error.offset <= 200 ? "\n  \(shown)\n  \(String(repeating: " ", count: error.offset))^\n" : " "
            throw UsageError("The predicate is malformed at character \(error.offset): \(error.reason).\(place)")
        }
    }

    /// Reads sort keys: `name`, `-name`, `name:asc`, `name:desc`; several separated by commas.
    static func sorts(_ texts: [String]) throws(UsageError) -> [NSSortDescriptor] {
        var sorts: [NSSortDescriptor] = []
        for text in texts.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
            var key = text.drop { $0 == " " }
            var isAscending = true
            if key.first == "-" || key.first == "+" {
                isAscending = key.first == "+"
                key = key.dropFirst()
            }
            if let colon = key.lastIndex(of: ":") {
                switch key[key.index(after: colon)...].lowercased() {
                case "asc", "ascending": break
                case "desc", "descending": isAscending.toggle()
                case let word: throw UsageError("The order \"\(word)\" of \(text) is neither asc nor desc.")
                }
                key = key[..<colon]
            }
            guard !key.isEmpty else { throw UsageError("The sort key \"\(text)\" is empty.") }
            sorts.append(NSSortDescriptor(key: String(key), ascending: isAscending))
        }
        return sorts
    }

    private func request<Result>(_ type: Result.Type, in store: OpenedStore) throws -> NSFetchRequest<Result> {
        let request = NSFetchRequest<Result>(entityName: entity.name)
        request.predicate = predicate
        request.sortDescriptors = sorts
        request.fetchLimit = limit
        request.fetchOffset = offset
        return request
    }

    /// How many objects there are, limit and offset considered.
    ///
    /// - Throws: what the store says of a predicate that it cannot run.
    func count(in store: OpenedStore) throws -> Int {
        let map = try store.map()
        // A fetch passes over rows of no entity, a count of the whole table does not.
        if entity.root == entity.index, !entity.isAlone(in: map),
            try StrayRows.count(beside: entity, in: map, store.connection) > 0
        {
            return try references(in: store).count { try StoreReader(store).resolved($0) != nil }
        }
        let context = try store.context()
        let request = try request(NSManagedObject.self, in: store)
        return try context.performAndWait { try context.count(for: request) }
    }

    /// The objects, in order.
    ///
    /// - Throws: what the store says of a predicate or sort key that it cannot run.
    func references(in store: OpenedStore) throws -> [ObjectReference] {
        let context = try store.context()
        let request = try request(NSManagedObjectID.self, in: store)
        request.resultType = .managedObjectIDResultType
        let map = try store.map()
        return try context.performAndWait {
            try context.fetch(request).compactMap { id in
                guard let index = id.entity.name.flatMap({ map.indexByName[$0] }) else { return nil }
                return ObjectReference(entity: index, key: id.storeKey)
            }
        }
    }
}
