import CoreData

/// Values by name.
public enum KeyValueCoding {
    public static func fill(_ object: NSManagedObject, _ values: [String: Any]) {
        for (key, value) in values where object.entity.attributesByName[key] != nil {
            object.setValue(value, forKey: key)
        }
    }

    public static func dump(_ object: NSManagedObject) -> [String: String] {
        var result: [String: String] = [:]
        for name in object.entity.attributesByName.keys {
            if let value = object.value(forKey: name) { result[name] = String(describing: value) }
        }
        return result
    }

    public static func authorName(_ book: Book) -> String? { book.value(forKeyPath: "author.name") as? String }

    public static func changedKeys(_ object: NSManagedObject) -> [String] { object.changedValues().keys.sorted() }
}
