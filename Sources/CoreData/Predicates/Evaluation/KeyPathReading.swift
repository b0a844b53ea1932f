import Foundation

/// Reads values by key and key path from anything that predicates meet.
enum KeyPathReading {
    /// The value at a path, with collections mapped over and collection operators applied.
    ///
    /// - Throws: `PredicateEvaluationError.Code.unknownKey` and the like.
    static func value(at path: ArraySlice<String>, of object: Any?) throws -> Any? {
        guard let key = path.first else { return object }
        let rest = path.dropFirst()
        guard let object else { return nil }
        if rest.isEmpty, key.utf8.first != UInt8(ascii: "@"), let coding = object as? any KeyValueCoding {
            return try coding.predicateValue(forKey: key)
        }
        guard let object = unwrapped(object) else { return nil }
        if key.hasPrefix("@") { return try CollectionOperators.apply(key, rest, to: object) }
        if let coding = object as? any ElementCoding, let element = try coding.elementValue(at: path) {
            return try value(at: element.rest, of: element.value)
        }
        return try value(at: rest, of: value(forKey: key, of: object))
    }

    /// The value of one property.
    static func value(forKey key: String, of object: Any) throws -> Any? {
        if let object = object as? any KeyValueCoding { return try object.predicateValue(forKey: key) }
        if key == "self" { return object }
        switch Operand(object) {
        case .dictionary(let pairs):
            return pairs.first { $0.key.base as? String == key }?.value
        case .collection(let elements, _):
            return try elements.map { element -> Any? in
                try unwrapped(element).flatMap { try value(forKey: key, of: $0) }
            }
        case .string(let text): return try value(forKey: key, ofString: text)
        case .date(let date): return try value(forKey: key, ofDate: date)
        case .url(let url): return try value(forKey: key, ofURL: url)
        case .uuid(let uuid) where key == "UUIDString" || key == "uuidString": return uuid.uuidString
        case .object(let object): return try value(forKey: key, byReflectionOn: object)
        default: throw PredicateEvaluationError.unknownKey(key, of: object)
        }
    }

    /// Stored properties of Swift objects and structures, as far as reflection shows them.
    private static func value(forKey key: String, byReflectionOn object: Any) throws -> Any? {
        var mirror: Mirror? = Mirror(reflecting: object)
        while let current = mirror {
            if let child = current.children.first(where: { $0.label == key }) {
                return unwrapped(child.value)
            }
            mirror = current.superclassMirror
        }
        throw PredicateEvaluationError.unknownKey(key, of: object)
    }

    // MARK: Properties of Foundation's values

    private static func value(forKey key: String, ofString text: String) throws -> Any? {
        switch key {
        case "length": text.utf16.count
        case "lowercaseString": text.lowercased()
        case "uppercaseString": text.uppercased()
        case "capitalizedString": text.capitalized
        case "integerValue", "intValue", "longLongValue": (text as NSString).integerValue
        case "doubleValue", "floatValue": (text as NSString).doubleValue
        case "boolValue": (text as NSString).boolValue
        case "description": text
        default: throw PredicateEvaluationError.unknownKey(key, of: text)
        }
    }

    private static func value(forKey key: String, ofDate date: Date) throws -> Any? {
        switch key {
        case "timeIntervalSinceReferenceDate": date.timeIntervalSinceReferenceDate
        case "timeIntervalSince1970": date.timeIntervalSince1970
        default: throw PredicateEvaluationError.unknownKey(key, of: date)
        }
    }

    private static func value(forKey key: String, ofURL url: URL) throws -> Any? {
        switch key {
        case "absoluteString": url.absoluteString
        case "path": url.path
        case "lastPathComponent": url.lastPathComponent
        case "pathExtension": url.pathExtension
        case "host": url.host
        case "scheme": url.scheme
        default: throw PredicateEvaluationError.unknownKey(key, of: url)
        }
    }
}
