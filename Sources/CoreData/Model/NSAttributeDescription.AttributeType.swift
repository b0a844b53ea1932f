extension NSAttributeDescription {
    /// The type of an attribute's values, by the names Swift code uses.
    public struct AttributeType: RawRepresentable, Hashable, Sendable {
        /// The number by which compiled models know the type.
        public let rawValue: UInt

        /// Makes the type of a raw value; any value is accepted, as only the model's use of it decides.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// No type: only for transient attributes.
        public static let undefined = AttributeType(.undefinedAttributeType)
        /// A 16-bit signed integer.
        public static let integer16 = AttributeType(.integer16AttributeType)
        /// A 32-bit signed integer.
        public static let integer32 = AttributeType(.integer32AttributeType)
        /// A 64-bit signed integer.
        public static let integer64 = AttributeType(.integer64AttributeType)
        /// An `NSDecimalNumber`.
        public static let decimal = AttributeType(.decimalAttributeType)
        /// A double-precision floating-point number.
        public static let double = AttributeType(.doubleAttributeType)
        /// A single-precision floating-point number.
        public static let float = AttributeType(.floatAttributeType)
        /// A string.
        public static let string = AttributeType(.stringAttributeType)
        /// A Boolean.
        public static let boolean = AttributeType(.booleanAttributeType)
        /// A point in time.
        public static let date = AttributeType(.dateAttributeType)
        /// A `Data` value.
        public static let binaryData = AttributeType(.binaryDataAttributeType)
        /// A `UUID`.
        public static let uuid = AttributeType(.UUIDAttributeType)
        /// A `URL`.
        public static let uri = AttributeType(.URIAttributeType)
        /// A value of any class, kept as the data that a value transformer makes of it.
        public static let transformable = AttributeType(.transformableAttributeType)
        /// An object ID: only as the type of an `NSExpressionDescription`.
        public static let objectID = AttributeType(.objectIDAttributeType)
        /// A group of attributes, stored one by one.
        public static let composite = AttributeType(.compositeAttributeType)

        init(_ type: NSAttributeType) { rawValue = type.rawValue }

        /// The enumeration's case; `undefined` for a raw value that has none.
        var attributeType: NSAttributeType { NSAttributeType(rawValue: rawValue) ?? .undefinedAttributeType }
    }
}
