import Foundation

extension NSAttributeType {
    /// The name of the class of such values; nil where the attribute itself must say.
    var valueClassName: String? {
        switch self {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .doubleAttributeType,
            .floatAttributeType, .booleanAttributeType:
            "NSNumber"
        case .decimalAttributeType: "NSDecimalNumber"
        case .stringAttributeType: "NSString"
        case .dateAttributeType: "NSDate"
        case .binaryDataAttributeType: "NSData"
        case .UUIDAttributeType: "NSUUID"
        case .URIAttributeType: "NSURL"
        case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType, .compositeAttributeType: nil
        }
    }

    /// The name by which model sources know the type.
    var sourceName: String {
        switch self {
        case .undefinedAttributeType: "Undefined"
        case .integer16AttributeType: "Integer 16"
        case .integer32AttributeType: "Integer 32"
        case .integer64AttributeType: "Integer 64"
        case .decimalAttributeType: "Decimal"
        case .doubleAttributeType: "Double"
        case .floatAttributeType: "Float"
        case .stringAttributeType: "String"
        case .booleanAttributeType: "Boolean"
        case .dateAttributeType: "Date"
        case .binaryDataAttributeType: "Binary"
        case .UUIDAttributeType: "UUID"
        case .URIAttributeType: "URI"
        case .transformableAttributeType: "Transformable"
        case .objectIDAttributeType: "ObjectID"
        case .compositeAttributeType: "Composite"
        }
    }

    /// The type that model sources know by `sourceName`; nil for a name that is none.
    init?(sourceName: String) {
        guard let type = Self.bySourceName[sourceName] else { return nil }
        self = type
    }

    private static let bySourceName: [String: NSAttributeType] = [
        "Undefined": .undefinedAttributeType, "Integer 16": .integer16AttributeType,
        "Integer 32": .integer32AttributeType, "Integer 64": .integer64AttributeType,
        "Decimal": .decimalAttributeType, "Double": .doubleAttributeType, "Float": .floatAttributeType,
        "String": .stringAttributeType, "Boolean": .booleanAttributeType, "Date": .dateAttributeType,
        "Binary": .binaryDataAttributeType, "UUID": .UUIDAttributeType, "URI": .URIAttributeType,
        "Transformable": .transformableAttributeType, "Composite": .compositeAttributeType,
    ]

    /// Whether values are kept as numbers.
    var isNumeric: Bool {
        switch self {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .doubleAttributeType,
            .floatAttributeType, .booleanAttributeType, .decimalAttributeType:
            true
        default: false
        }
    }

    /// The value in the one class the type's values have: a Swift number becomes an `NSNumber`, text and
    /// dates their Swift types.
    ///
    /// A value that does not fit comes back unchanged.
    func normalizedDefault(_ value: Any?) -> Any? {
        guard let value else { return nil }
        switch self {
        case .booleanAttributeType:
            return (value as? NSNumber).map { NSNumber(value: $0.boolValue) } ?? value
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .doubleAttributeType,
            .floatAttributeType:
            return (value as? NSNumber) ?? value
        case .decimalAttributeType:
            if let decimal = value as? NSDecimalNumber { return decimal }
            if let decimal = value as? Decimal { return NSDecimalNumber(decimal: decimal) }
            if let number = value as? NSNumber { return NSDecimalNumber(decimal: number.decimalValue) }
            return value
        case .stringAttributeType: return (value as? String) ?? value
        case .dateAttributeType: return (value as? Date) ?? value
        case .binaryDataAttributeType: return (value as? Data) ?? value
        case .UUIDAttributeType: return (value as? UUID) ?? value
        case .URIAttributeType: return (value as? URL) ?? value
        case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType, .compositeAttributeType:
            return value
        }
    }

    /// Whether `value` may be the default of an attribute of this type; nil always may.
    func accepts(_ value: Any?) -> Bool {
        guard let value = normalizedDefault(value) else { return true }
        switch self {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .doubleAttributeType,
            .floatAttributeType, .booleanAttributeType:
            return value is NSNumber
        case .decimalAttributeType: return value is NSDecimalNumber
        case .stringAttributeType: return value is String
        case .dateAttributeType: return value is Date
        case .binaryDataAttributeType: return value is Data
        case .UUIDAttributeType: return value is UUID
        case .URIAttributeType: return value is URL
        case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType, .compositeAttributeType:
            return true
        }
    }
}
