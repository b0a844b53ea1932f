import CoreData

/// The Swift type of an attribute's property, and how it is read and written.
struct AttributeAccess {
    /// The type, `?` included.
    let type: String
    private let getter: (String) -> String
    private let setter: (String) -> String

    /// The expression that reads the property whose `ManagedProperty` is `key`.
    func read(_ key: String) -> String { getter(key) }

    /// The statement that writes `newValue` to the property whose `ManagedProperty` is `key`.
    func write(_ key: String) -> String { setter(key) }

    /// Source: model-format, section 7.
    init(_ attribute: ModelSource.Attribute) {
        switch attribute.typeName {
        case "Integer 16": self.init(number: "Int16", attribute)
        case "Integer 32": self.init(number: "Int32", attribute)
        case "Integer 64": self.init(number: "Int64", attribute)
        case "Double": self.init(number: "Double", attribute)
        case "Float": self.init(number: "Float", attribute)
        case "Boolean": self.init(number: "Bool", attribute)
        case "String": self.init(optional: "String", "String")
        case "Date" where attribute.usesScalarValueType:
            // Seconds since the reference date; no date reads as 0.
            self.init(
                type: "TimeInterval", getter: { "managedDouble(\($0))" },
                setter: { "setManagedDouble(newValue, \($0))" })
        case "Date": self.init(optional: "Date", "Date")
        case "Binary": self.init(optional: "Data", "Data")
        case "UUID": self.init(optional: "UUID", "UUID")
        case "URI": self.init(optional: "URL", "URL")
        case "Decimal": self.init(optional: "NSDecimalNumber", "DecimalNumber")
        case "Composite": self.init(anyValue: "[String: Any]")
        case "Transformable": self.init(anyValue: Self.className(attribute) ?? "NSObject")
        default: self.init(anyValue: Self.className(attribute) ?? "Any")
        }
    }

    private init(type: String, getter: @escaping (String) -> String, setter: @escaping (String) -> String) {
        self.type = type
        self.getter = getter
        self.setter = setter
    }

    private init(number type: String, _ attribute: ModelSource.Attribute) {
        guard attribute.usesScalarValueType else {
            self.init(optional: "NSNumber", "Number")
            return
        }
        self.init(type: type, getter: { "managed\(type)(\($0))" }, setter: { "setManaged\(type)(newValue, \($0))" })
    }

    private init(optional type: String, _ method: String) {
        self.type = type + "?"
        getter = { "managed\(method)(\($0))" }
        setter = { "setManaged\(method)(newValue, \($0))" }
    }

    private init(anyValue type: String) {
        self.type = type + "?"
        getter = { "managedValue(\($0), as: \(type == "Any" ? "Any" : type).self)" }
        setter = { "setManagedValue(newValue, \($0))" }
    }

    /// The class of a transformable attribute; a leading dot only says "a Swift name".
    static func className(_ attribute: ModelSource.Attribute) -> String? {
        guard ["Transformable", "Undefined", nil].contains(attribute.typeName),
            let written = attribute.customClassName
        else { return nil }
        return written.hasPrefix(".") ? String(written.dropFirst()) : written
    }
}
