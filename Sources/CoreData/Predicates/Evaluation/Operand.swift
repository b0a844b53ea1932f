import Foundation

/// A value as predicates see it: one case for all Swift and Foundation types of one meaning.
enum Operand {
    case null
    case integer(Int64)
    /// Only what `Int64` cannot hold.
    case unsigned(UInt64)
    case real(Double)
    case decimal(Decimal)
    case string(String)
    case date(Date)
    case data(Data)
    case uuid(UUID)
    case url(URL)
    case collection([Any?], isOrdered: Bool)
    case dictionary([(key: AnyHashable, value: Any)])
    case object(Any)

    init(_ value: Any?) {
        guard let value else {
            self = .null
            return
        }
        // Comparing types is many times faster than a failing cast, and these are nearly all values.
        let type = type(of: value)
        if type == String.self, let text = value as? String {
            self = .string(text)
        } else if type == Int.self, let number = value as? Int {
            self = .integer(Int64(number))
        } else if type == Int64.self, let number = value as? Int64 {
            self = .integer(number)
        } else if type == Double.self, let number = value as? Double {
            self = .real(number)
        } else if type == Bool.self, let flag = value as? Bool {
            self = .integer(flag ? 1 : 0)
        } else if type == Date.self, let date = value as? Date {
            self = .date(date)
        } else if type == UUID.self, let uuid = value as? UUID {
            self = .uuid(uuid)
        } else if type is AnyClass {
            self.init(instance: value)
        } else {
            self.init(rare: value)
        }
    }

    private init(rare value: Any) {
        switch value {
        case let number as Int32: self = .integer(Int64(number))
        case let number as Int16: self = .integer(Int64(number))
        case let number as Int8: self = .integer(Int64(number))
        case let number as UInt: self.init(unsigned: UInt64(number))
        case let number as UInt64: self.init(unsigned: number)
        case let number as UInt32: self = .integer(Int64(number))
        case let number as UInt16: self = .integer(Int64(number))
        case let number as UInt8: self = .integer(Int64(number))
        case let number as Float: self = .real(Double(number))
        case let number as CGFloat: self = .real(Double(number))
        case let number as Decimal: self = .decimal(number)
        case let data as Data: self = .data(data)
        case let url as URL: self = .url(url)
        case let list as any ListValue: self = .collection(list.anyElements, isOrdered: list.isOrderedList)
        case let dictionary as any DictionaryValue: self = .dictionary(dictionary.anyPairs)
        case let text as Substring: self = .string(String(text))
        case let character as Character: self = .string(String(character))
        case is CollectionPlace: self = .object(value)
        case let raw as any RawRepresentable: self.init(raw.rawValue as Any)
        default:
            // An optional inside `Any`, an object inside an existential, or a type of the caller.
            let unwrapped = unwrapped(value)
            if let unwrapped, Swift.type(of: unwrapped) != Swift.type(of: value) {
                self.init(unwrapped)
            } else {
                self = unwrapped == nil ? .null : .object(value)
            }
        }
    }

    private init(unsigned number: UInt64) {
        self = Int64(exactly: number).map { .integer($0) } ?? .unsigned(number)
    }

    /// From an instance of a class; what is no class of Foundation stays an object.
    private init(instance value: Any) {
        guard let object = value as? NSObject else {
            self = .object(value)
            return
        }
        switch object {
        case let text as NSString: self = .string(text._bridgedText)
        case let number as NSDecimalNumber: self = .decimal(number.decimalValue)
        case let number as NSNumber: self.init(number: number)
        case let date as NSDate: self = .date(date as Date)
        case is NSNull: self = .null
        case let uuid as NSUUID: self = .uuid(uuid as UUID)
        case let set as NSSet: self = .collection(set.allObjects, isOrdered: false)
        case let set as NSOrderedSet: self = .collection(set.array, isOrdered: true)
        case let array as NSArray: self = .collection(array.map { $0 }, isOrdered: true)
        case let dictionary as NSDictionary:
            self = .dictionary(
                dictionary.compactMap { pair in (pair.key as? AnyHashable).map { (key: $0, value: pair.value) } })
        case let data as NSData: self = .data(data as Data)
        case let url as NSURL: self = .url(url as URL)
        default: self = .object(value)
        }
    }

    private init(number: NSNumber) {
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "f"), UInt8(ascii: "d"): self = .real(number.doubleValue)
        case UInt8(ascii: "Q"): self.init(unsigned: number.uint64Value)
        default: self = .integer(number.int64Value)
        }
    }

    var isNull: Bool {
        if case .null = self { return true }
        return false
    }

    /// How messages name the kind of value.
    var kindName: String {
        switch self {
        case .null: "nil"
        case .integer, .unsigned, .real, .decimal: "a number"
        case .string: "a string"
        case .date: "a date"
        case .data: "data"
        case .uuid: "a UUID"
        case .url: "a URL"
        case .collection: "a collection"
        case .dictionary: "a dictionary"
        case .object(let object): "an object of class \(type(of: object))"
        }
    }

    /// The elements of a collection, the values of a dictionary; nil for everything else.
    var elements: [Any?]? {
        switch self {
        case .collection(let elements, _): elements
        case .dictionary(let pairs): pairs.map { $0.value }
        default: nil
        }
    }
}

extension NSString {
    /// The text as a Swift string.
    fileprivate var _bridgedText: String { self as String }
}

/// A Swift collection whose element type is not known.
private protocol ListValue {
    var anyElements: [Any?] { get }
    var isOrderedList: Bool { get }
}

extension Array: ListValue {
    fileprivate var anyElements: [Any?] { map { $0 as Any? } }
    fileprivate var isOrderedList: Bool { true }
}

extension ArraySlice: ListValue {
    fileprivate var anyElements: [Any?] { map { $0 as Any? } }
    fileprivate var isOrderedList: Bool { true }
}

extension ContiguousArray: ListValue {
    fileprivate var anyElements: [Any?] { map { $0 as Any? } }
    fileprivate var isOrderedList: Bool { true }
}

extension Set: ListValue {
    fileprivate var anyElements: [Any?] { map { $0 as Any? } }
    fileprivate var isOrderedList: Bool { false }
}

/// A Swift dictionary whose types are not known.
private protocol DictionaryValue {
    var anyPairs: [(key: AnyHashable, value: Any)] { get }
}

extension Dictionary: DictionaryValue {
    fileprivate var anyPairs: [(key: AnyHashable, value: Any)] { map { (AnyHashable($0.key), $0.value as Any) } }
}
