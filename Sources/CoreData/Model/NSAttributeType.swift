/// The type of an attribute's values.
///
/// Raw values are those found in compiled models.
public enum NSAttributeType: UInt, Sendable {
    /// No type: only for transient attributes.
    case undefinedAttributeType = 0
    /// A 16-bit signed integer.
    case integer16AttributeType = 100
    /// A 32-bit signed integer.
    case integer32AttributeType = 200
    /// A 64-bit signed integer.
    case integer64AttributeType = 300
    /// An `NSDecimalNumber`.
    case decimalAttributeType = 400
    /// A double-precision floating-point number.
    case doubleAttributeType = 500
    /// A single-precision floating-point number.
    case floatAttributeType = 600
    /// A string.
    case stringAttributeType = 700
    /// A Boolean.
    case booleanAttributeType = 800
    /// A point in time.
    case dateAttributeType = 900
    /// A `Data` value.
    case binaryDataAttributeType = 1000
    /// A `UUID`.
    case UUIDAttributeType = 1100
    /// A `URL`.
    case URIAttributeType = 1200
    /// A value of any class, kept as the data that a value transformer makes of it.
    case transformableAttributeType = 1800
    /// An object ID: only as the type of an `NSExpressionDescription`.
    case objectIDAttributeType = 2000
    /// A group of attributes, stored one by one.
    case compositeAttributeType = 2100
}
