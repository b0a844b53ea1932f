import CoreData

/// The statements of one managed property's getter and setter, by its resolved type.
struct ManagedBody {
    /// What the getter returns.
    let read: String
    /// What the setter does with `newValue`.
    let write: String

    /// What the model says about a property; nothing when no model knows it.
    enum Modeled {
        case attribute(ModelSource.Attribute)
        case relationship
        case fetchedProperty
    }

    private init(_ read: String, _ write: String) {
        self.read = read
        self.write = write
    }

    /// - Parameters:
    ///   - type: the property's type.
    ///   - spelling: the type as it can be written in the generated file.
    ///   - key: the expression for its `ManagedProperty`.
    ///   - name: the property's name as a literal.
    ///   - modeled: what the model says about it.
    ///   - isManagedClass: tells whether a class of the target inherits from `NSManagedObject`.
    init(
        _ type: ResolvedType, spelling: String, key: String, name: String, modeled: Modeled?,
        isManagedClass: (ResolvedType) -> Bool
    ) {
        var wrapped = type
        var isOptional = false
        if case .optional(let inner) = type { (wrapped, isOptional) = (inner, true) }
        if case .attribute(let attribute)? = modeled, Self.isUntyped(attribute) {
            self = Self.anyValue(wrapped, isOptional, spelling, key, name)
            return
        }
        if case .attribute(let attribute)? = modeled, attribute.typeName == "Date", isOptional,
            wrapped.simpleName == "Double"
        {
            self.init(
                "managedDate(\(key))?.timeIntervalSinceReferenceDate",
                "setManagedDate(newValue.map { Date(timeIntervalSinceReferenceDate: $0) }, \(key))")
            return
        }
        if case .set(let element) = wrapped, isManagedClass(element) {
            let bare = isOptional ? String(spelling.dropLast()) : spelling
            self.init("managedSet(\(key), as: \(bare).self)", "setManagedSet(newValue, \(key))")
            return
        }
        if isManagedClass(wrapped) {
            let bare = isOptional ? String(spelling.dropLast()) : spelling
            let read = "managedObject(\(key), as: \(bare).self)"
            self.init(
                isOptional ? read : Self.required(read, name), "setManagedObject(newValue, \(key))")
            return
        }
        if case .nominal(_, let path) = wrapped, path.last?.kind == "O" {
            let bare = isOptional ? String(spelling.dropLast()) : spelling
            let read = "_managedEnum(self, \(key), \(name), \(bare).self)"
            self.init(
                isOptional ? read : Self.required(read, name),
                isOptional
                    ? "setManagedValue(newValue?.rawValue, \(key))" : "setManagedValue(newValue.rawValue, \(key))")
            return
        }
        if let simple = wrapped.simpleName, let body = Self.simple(simple, isOptional, key, name) {
            self = body
            return
        }
        self = Self.anyValue(wrapped, isOptional, spelling, key, name)
    }

    /// Transformable, composite and untyped attributes hold values of any class, whatever the Swift type.
    private static func isUntyped(_ attribute: ModelSource.Attribute) -> Bool {
        ["Transformable", "Composite", "Undefined", nil].contains(attribute.typeName)
    }

    private static func required(_ read: String, _ name: String) -> String { "\(read) ?? _missing(self, \(name))" }

    private static let scalars: Set<String> = ["Int16", "Int32", "Int64", "Bool", "Double", "Float"]

    /// Accessors by type name, and what an absent value reads as where that is not a fault.
    private static let objects: [String: (method: String, absent: String?)] = [
        "String": ("String", "\"\""), "Date": ("Date", nil), "Data": ("Data", nil), "UUID": ("UUID", nil),
        "URL": ("URL", nil), "NSDecimalNumber": ("DecimalNumber", nil), "NSNumber": ("Number", nil),
        "NSSet": ("Set", "NSSet()"), "NSOrderedSet": ("OrderedSet", "NSOrderedSet()"),
    ]

    private static func simple(
        _ type: String, _ isOptional: Bool, _ key: String, _ name: String
    ) -> ManagedBody? {
        if scalars.contains(type) {
            guard isOptional else {
                return ManagedBody("managed\(type)(\(key))", "setManaged\(type)(newValue, \(key))")
            }
            let property = type.prefix(1).lowercased() + type.dropFirst() + "Value"
            return ManagedBody(
                "managedNumber(\(key))?.\(property)",
                "setManagedNumber(newValue.map { NSNumber(value: $0) }, \(key))")
        }
        if let (method, absent) = objects[type] {
            let read = "managed\(method)(\(key))"
            let write = "setManaged\(method)(newValue, \(key))"
            if isOptional { return ManagedBody(read, write) }
            return ManagedBody(absent.map { "\(read) ?? \($0)" } ?? required(read, name), write)
        }
        switch type {
        case "Int", "UInt", "Int8", "UInt8", "UInt16", "UInt32", "UInt64":
            let property = (type.hasPrefix("U") ? "uint" + type.dropFirst(4) : type.lowercased()) + "Value"
            return ManagedBody(
                isOptional ? "managedNumber(\(key))?.\(property)" : "managedNumber(\(key))?.\(property) ?? 0",
                isOptional
                    ? "setManagedNumber(newValue.map { NSNumber(value: $0) }, \(key))"
                    : "setManagedNumber(NSNumber(value: newValue), \(key))")
        case "Decimal":
            return ManagedBody(
                isOptional ? "managedDecimal(\(key))" : "managedDecimal(\(key)) ?? 0",
                "setManagedDecimal(newValue, \(key))")
        case "NSMutableSet":
            return ManagedBody("mutableSetValue(forKey: \(name))", "setManagedSet(newValue, \(key))")
        case "NSMutableOrderedSet":
            return ManagedBody("mutableOrderedSetValue(forKey: \(name))", "setManagedOrderedSet(newValue, \(key))")
        default: return nil
        }
    }

    private static func anyValue(
        _ wrapped: ResolvedType, _ isOptional: Bool, _ spelling: String, _ key: String, _ name: String
    ) -> ManagedBody {
        let bare = isOptional ? String(spelling.dropLast()) : spelling
        let read = "managedValue(\(key), as: \(bare.hasPrefix("any ") ? "(\(bare))" : bare).self)"
        let write = "setManagedValue(newValue, \(key))"
        guard !isOptional else { return ManagedBody(read, write) }
        switch wrapped {
        case .array, .set: return ManagedBody("\(read) ?? []", write)
        case .dictionary: return ManagedBody("\(read) ?? [:]", write)
        default: return ManagedBody(required(read, name), write)
        }
    }
}
