import CoreData
import Foundation

/// An object of a store: its entity, by index in the store's map, and its key.
struct ObjectReference: Hashable {
    let entity: Int
    let key: Int64

    /// `Entity/p12`, as it is typed and read.
    func short(in map: StoreMap) -> String { "\(map.entities[entity].name)/p\(key)" }

    /// `x-coredata://STORE/Entity/p12`.
    func uri(in map: StoreMap, store: String) -> String { "x-coredata://\(store)/\(short(in: map))" }

    /// Reads either form.
    ///
    /// - Parameter store: the store's UUID; a URI of another store is refused.
    /// - Throws: `UsageError` that says what is wrong with the text.
    init(_ text: String, in map: StoreMap, store: String) throws(UsageError) {
        var path = Substring(text)
        let scheme = "x-coredata://"
        if path.lowercased().hasPrefix(scheme) {
            path = path.dropFirst(scheme.count)
            guard let slash = path.firstIndex(of: "/") else {
                throw UsageError("The object ID \"\(text)\" has no entity.")
            }
            let host = path[..<slash]
            guard host.isEmpty || host.uppercased() == store.uppercased() else {
                throw UsageError("The object ID belongs to the store \(host); this one is \(store).")
            }
            path = path[path.index(after: slash)...]
        }
        guard let slash = path.lastIndex(of: "/"), path[path.index(after: slash)...].first == "p",
            let key = Int64(path[path.index(slash, offsetBy: 2)...])
        else {
            throw UsageError(
                "\"\(text)\" is no object ID; write Entity/p12 or x-coredata://STORE-UUID/Entity/p12.")
        }
        let name = String(path[..<slash])
        guard let entity = map.indexByName[name] ?? name.removingPercentEncoding.flatMap({ map.indexByName[$0] })
        else {
            throw UsageError("The store has no entity \"\(name)\". \(OpenedStore.entityList(map))")
        }
        self.init(entity: entity, key: key)
    }

    init(entity: Int, key: Int64) {
        self.entity = entity
        self.key = key
    }
}
