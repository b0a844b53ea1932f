import Foundation

/// Reads objects from archives that hold nothing but allowed classes, and writes such archives in reverse.
///
/// Subclass it and override `allowedTopLevelClasses` to store objects of other classes.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
    /// The classes an archive may hold at its top.
    ///
    /// Arrays, dictionaries, sets and the plain values of Foundation unless a subclass says otherwise.
    open class var allowedTopLevelClasses: [AnyClass] { plainClasses }

    /// What may stand inside of any archive: collections and values without behaviour.
    private static let plainClasses: [AnyClass] = [
        NSArray.self, NSDictionary.self, NSSet.self, NSOrderedSet.self, NSString.self, NSNumber.self, NSDate.self,
        NSData.self, NSURL.self, NSUUID.self, NSNull.self,
    ]

    /// The class of transformed values.
    open override class func transformedValueClass() -> AnyClass { NSObject.self }

    /// Returns the object in an archive.
    ///
    /// - Parameter value: The archive, as `Data` or `NSData`.
    /// - Returns: Nil for nil, and for data that is no archive or holds a class which is not allowed.
    open override func transformedValue(_ value: Any?) -> Any? {
        guard let data = (value as? Data) ?? (value as? NSData).map({ $0 as Data }) else { return nil }
        let allowed = type(of: self).allowedTopLevelClasses
        // Foundation stops the program at the first class that is not allowed, so look beforehand.
        guard let names = Self.classNames(in: data),
            names.allSatisfy({ Self.isClass(named: $0, in: allowed + Self.plainClasses) })
        else { return nil }
        let object: Any?
        do {
            object = try NSKeyedUnarchiver.unarchivedObject(ofClasses: allowed + Self.plainClasses, from: data)
        } catch {
            return nil
        }
        guard let top = object.map({ $0 as AnyObject }) as? NSObject, allowed.contains(where: top.isKind) else {
            return nil
        }
        return object
    }

    /// Returns an archive of an object.
    ///
    /// - Returns: Nil for nil, and for an object that cannot be archived securely.
    open override func reverseTransformedValue(_ value: Any?) -> Any? {
        guard let value = unwrapped(value) else { return nil }
        let object = value as AnyObject
        // Foundation stops the program at the first object that cannot be archived, so look beforehand.
        guard Self.isArchivable(object) else { return nil }
        do {
            return try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
        } catch {
            return nil
        }
    }

    // MARK: Looking beforehand

    /// The names of all classes in a keyed archive; nil for data that is none.
    private static func classNames(in data: Data) -> Set<String>? {
        guard let archive = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil),
            let fields = archive as? [String: Any], fields["$archiver"] as? String == "NSKeyedArchiver",
            let objects = fields["$objects"] as? [Any], let top = fields["$top"] as? [String: Any],
            top[NSKeyedArchiveRootObjectKey] != nil
        else { return nil }
        return Set(objects.compactMap { ($0 as? [String: Any])?["$classname"] as? String })
    }

    private static func isClass(named name: String, in allowed: [AnyClass]) -> Bool {
        guard let found = NSKeyedUnarchiver.class(forClassName: name) ?? NSClassFromString(name) else { return false }
        return allowed.contains { isClass(found, orInherits: $0) }
    }

    private static func isClass(_ candidate: AnyClass, orInherits ancestor: AnyClass) -> Bool {
        var current: AnyClass? = candidate
        while let checked = current {
            if checked == ancestor { return true }
            current = _getSuperclass(checked)
        }
        return false
    }

    private static func isArchivable(_ object: AnyObject) -> Bool {
        switch object {
        case let array as NSArray: array.allSatisfy { isArchivable($0 as AnyObject) }
        case let set as NSSet: set.allSatisfy { isArchivable($0 as AnyObject) }
        case let set as NSOrderedSet: set.allSatisfy { isArchivable($0 as AnyObject) }
        case let dictionary as NSDictionary:
            dictionary.allSatisfy { isArchivable($0.key as AnyObject) && isArchivable($0.value as AnyObject) }
        case let secure as any NSSecureCoding: type(of: secure).supportsSecureCoding && hasName(type(of: object))
        default: false
        }
    }

    /// Archives name classes, and Foundation has names for top-level ones only.
    private static func hasName(_ type: AnyClass) -> Bool {
        let name = String(reflecting: type)
        return !name.contains("(") && !name.contains("<") && name.split(separator: ".").count == 2
    }
}
