// Values of slots to and from the types of key-value coding: NSNumber for numbers and Booleans,
// NSDecimalNumber, and the Swift types for the rest.

extension SlotValue {
    /// The value as key-value coding shows it.
    ///
    /// Destinations and transformed values are not this
    /// function's business: they give nil.
    func anyValue(of slot: Slot) -> Any? {
        switch self {
        case .unset, .null, .destination, .key: return nil
        case .object(let object): return object
        case .integer(let value):
            switch slot.attributeType {
            case NSAttributeType.booleanAttributeType.rawValue: return NSNumber(value: value != 0)
            case NSAttributeType.integer16AttributeType.rawValue:
                return NSNumber(value: Int16(truncatingIfNeeded: value))
            case NSAttributeType.integer32AttributeType.rawValue:
                return NSNumber(value: Int32(truncatingIfNeeded: value))
            default: return NSNumber(value: value)
            }
        case .real(let value):
            switch slot.kind {
            case .date: return Date(timeIntervalSinceReferenceDate: value)
            case .float: return NSNumber(value: Float(value))
            default: return NSNumber(value: value)
            }
        case .string(let value): return slot.kind == .uri ? URL(string: value) : value
        case .data(let value): return value
        case .uuid(let value): return value
        case .decimal(let value): return NSDecimalNumber(decimal: value)
        }
    }

    /// The slot value for `value`, or nil when its type does not fit the attribute.
    init?(_ value: Any?, for slot: Slot) {
        guard let value = Self.unwrapped(value) else {
            self = .null
            return
        }
        switch slot.kind {
        case .integer:
            guard let number = value as? NSNumber else { return nil }
            self = .integer(number.int64Value)
        case .boolean:
            guard let number = value as? NSNumber else { return nil }
            self = .integer(number.boolValue ? 1 : 0)
        case .double:
            guard let number = value as? NSNumber else { return nil }
            self = .real(number.doubleValue)
        case .float:
            guard let number = value as? NSNumber else { return nil }
            self = .real(Double(number.floatValue))
        case .date:
            guard let date = value as? Date else { return nil }
            self = .real(date.timeIntervalSinceReferenceDate)
        case .decimal:
            if let number = value as? NSDecimalNumber {
                self = .decimal(number.decimalValue)
            } else if let decimal = value as? Decimal {
                self = .decimal(decimal)
            } else if let number = value as? NSNumber {
                self = .decimal(number.decimalValue)
            } else {
                return nil
            }
        case .string:
            guard let string = value as? String else { return nil }
            self = .string(string)
        case .uri:
            guard let url = value as? URL else { return nil }
            self = .string(url.absoluteString)
        case .uuid:
            guard let uuid = value as? UUID else { return nil }
            self = .uuid(uuid)
        case .binary:
            guard let data = value as? Data else { return nil }
            self = .data(data)
        case .transformable, .liveOnly:
            self = .object(value as AnyObject)
        case .toOne, .destinationEntity:
            return nil
        }
    }

    /// Looks through optionals inside `Any`; NSNull counts as nil.
    static func unwrapped(_ value: Any?) -> Any? {
        guard let value else { return nil }
        if value is NSNull { return nil }
        guard let wrapped = value as? any OptionalValue else { return value }
        return wrapped.anyContent.flatMap { unwrapped($0) }
    }

    /// Whether two values of a slot are the same to a reader.
    func isSame(as other: SlotValue) -> Bool {
        switch (self, other) {
        case (.unset, .unset), (.null, .null), (.unset, .null), (.null, .unset): true
        case (.integer(let a), .integer(let b)): a == b
        case (.real(let a), .real(let b)): a == b || (a.isNaN && b.isNaN)
        case (.string(let a), .string(let b)): a.hasSameBytes(as: b)
        case (.data(let a), .data(let b)): a == b
        case (.uuid(let a), .uuid(let b)): a == b
        case (.decimal(let a), .decimal(let b)): a == b
        case (.destination(let a), .destination(let b)): a === b
        case (.key(let a), .key(let b)): a == b
        case (.object(let a), .object(let b)):
            a === b || ((a as? NSObject).map { $0.isEqual(b) } ?? false)
        default: false
        }
    }
}

/// Optionals, whatever they wrap.
private protocol OptionalValue {
    var anyContent: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var anyContent: Any? { map { $0 as Any } }
}
