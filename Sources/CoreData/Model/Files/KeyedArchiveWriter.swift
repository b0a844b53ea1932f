import Foundation

/// Builds a keyed archive object by object; equal texts and numbers are written once.
///
/// The result depends on nothing but the calls, so equal models give equal files.
struct KeyedArchiveWriter {
    /// What a field of an archived object holds.
    enum Field {
        /// A reference to an archived object.
        case reference(Int)
        case integer(Int)
        case boolean(Bool)
        case real(Double)
        case data(Data)
        /// A list of references, as inside arrays and dictionaries.
        case references([Int])
    }

    private enum Archived {
        case plain(BinaryPropertyList.Object)
        case keyed(className: String, fields: [(String, Field)])
    }

    private var archived: [Archived] = [.plain(.string("$null"))]
    /// By code units: equivalent texts of other code units are other texts.
    private var texts: [[UInt8]: Int] = [:]
    private var integers: [Int64: Int] = [:]
    private var booleans: [Bool: Int] = [:]

    /// The reference that stands for nil.
    static let null = 0

    /// Reserves a number for an object whose fields come later, so that objects may refer to it before.
    mutating func reserve() -> Int {
        archived.append(.plain(.null))
        return archived.count - 1
    }

    /// Fills a reserved object.
    mutating func fill(_ number: Int, _ className: String, _ fields: [(String, Field)]) {
        archived[number] = .keyed(className: className, fields: fields)
    }

    mutating func add(_ className: String, _ fields: [(String, Field)]) -> Int {
        archived.append(.keyed(className: className, fields: fields))
        return archived.count - 1
    }

    mutating func text(_ text: String?) -> Int {
        guard let text else { return Self.null }
        let units = Array(text.utf8)
        if let known = texts[units] { return known }
        archived.append(.plain(.string(text)))
        texts[units] = archived.count - 1
        return archived.count - 1
    }

    mutating func integer(_ value: Int64) -> Int {
        if let known = integers[value] { return known }
        archived.append(.plain(.integer(value)))
        integers[value] = archived.count - 1
        return archived.count - 1
    }

    mutating func boolean(_ value: Bool) -> Int {
        if let known = booleans[value] { return known }
        archived.append(.plain(.boolean(value)))
        booleans[value] = archived.count - 1
        return archived.count - 1
    }

    mutating func array(_ items: [Int], className: String = "NSArray") -> Int {
        add(className, [("NS.objects", .references(items))])
    }

    mutating func dictionary(_ entries: [(key: String, value: Int)], className: String = "NSDictionary") -> Int {
        let keys = entries.map { text($0.key) }
        return add(className, [("NS.keys", .references(keys)), ("NS.objects", .references(entries.map(\.value)))])
    }

    /// A value of Foundation; nil for a class that compiled models do not hold.
    mutating func value(_ value: Any) -> Int? {
        switch value {
        case let value as String: return text(value)
        case let value as Date: return add("NSDate", [("NS.time", .real(value.timeIntervalSinceReferenceDate))])
        case let value as Data:
            archived.append(.plain(.data(value)))
            return archived.count - 1
        case let value as UUID:
            return add("NSUUID", [("NS.uuidbytes", .data(withUnsafeBytes(of: value.uuid) { Data($0) }))])
        case let value as URL:
            return add(
                "NSURL", [("NS.base", .reference(Self.null)), ("NS.relative", .reference(text(value.relativeString)))])
        case let value as NSDecimalNumber: return decimal(value.decimalValue)
        case let value as Decimal: return decimal(value)
        case let value as NSNumber: return number(value)
        case let value as [Any]:
            var items: [Int] = []
            for item in value {
                guard let number = self.value(item) else { return nil }
                items.append(number)
            }
            return array(items)
        default: return nil
        }
    }

    private mutating func number(_ value: NSNumber) -> Int {
        switch String(cString: value.objCType) {
        case "B", "c": return boolean(value.boolValue)
        case "d", "f":
            archived.append(.plain(.real(value.doubleValue)))
            return archived.count - 1
        default: return integer(value.int64Value)
        }
    }

    /// The fields of an archived `NSDecimalNumber`; see `KeyedArchive.Value`.
    private mutating func decimal(_ value: Decimal) -> Int {
        var words = [UInt32](repeating: 0, count: 8)
        for digit in value.significand.description.utf8 where (48...57).contains(digit) {
            var carry = UInt32(digit - 48)
            for index in words.indices {
                let product = words[index] * 10 + carry
                words[index] = product & 0xffff
                carry = product >> 16
            }
        }
        var mantissa = Data()
        for word in words { mantissa += [UInt8(word & 0xff), UInt8(word >> 8)] }
        let length = words.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        return add(
            "NSDecimalNumber",
            [
                // Zero has many spellings; `0.0` and `0` are to be the same file.
                ("NS.exponent", .integer(length == 0 ? 0 : value.exponent)), ("NS.length", .integer(length)),
                ("NS.negative", .boolean(value.isSignMinus)), ("NS.compact", .boolean(true)),
                ("NS.mantissa.bo", .integer(1)), ("NS.mantissa", .data(mantissa)),
            ])
    }

    /// The archive with the object `root` at its top.
    func encoded(root: Int) -> Data {
        var table = PropertyListTable()
        var classes: [String: Int] = [:]
        var classObjects: [BinaryPropertyList.Object] = []
        func classNumber(_ name: String) -> Int {
            if let known = classes[name] { return known }
            let line = Self.superclasses[name] ?? [name, "NSObject"]
            let names = table.add(.array(line.map { table.string($0) }))
            classObjects.append(
                .dictionary(
                    keys: [table.string("$classname"), table.string("$classes")], values: [table.string(name), names]))
            classes[name] = archived.count + classObjects.count - 1
            return archived.count + classObjects.count - 1
        }
        var places: [Int] = []
        for object in archived {
            switch object {
            case .plain(let plain): places.append(table.add(plain))
            case .keyed(let className, let fields):
                var keys = [table.string("$class")]
                var values = [table.add(.uid(classNumber(className)))]
                for (key, field) in fields {
                    keys.append(table.string(key))
                    values.append(Self.place(of: field, in: &table))
                }
                places.append(table.add(.dictionary(keys: keys, values: values)))
            }
        }
        for object in classObjects { places.append(table.add(object)) }
        let top = table.add(.dictionary(keys: [table.string("root")], values: [table.add(.uid(root))]))
        let objects = table.add(.array(places))
        let whole = table.add(
            .dictionary(
                keys: ["$version", "$archiver", "$top", "$objects"].map { table.string($0) },
                values: [table.add(.integer(100_000)), table.string("NSKeyedArchiver"), top, objects]))
        return BinaryPropertyList(objects: table.objects, root: whole).encoded()
    }

    private static func place(of field: Field, in table: inout PropertyListTable) -> Int {
        switch field {
        case .reference(let number): table.add(.uid(number))
        case .integer(let value): table.add(.integer(Int64(value)))
        case .boolean(let value): table.add(.boolean(value))
        case .real(let value): table.add(.real(value))
        case .data(let value): table.add(.data(value))
        case .references(let numbers): table.add(.array(numbers.map { table.add(.uid($0)) }))
        }
    }

    /// The classes an archived class inherits from, itself first, where that is not just `NSObject`.
    private static let superclasses: [String: [String]] = {
        let property = ["NSPropertyDescription", "NSObject"]
        let attribute = ["NSAttributeDescription"] + property
        return [
            "NSAttributeDescription": attribute,
            "NSDerivedAttributeDescription": ["NSDerivedAttributeDescription"] + attribute,
            "NSCompositeAttributeDescription": ["NSCompositeAttributeDescription"] + attribute,
            "NSRelationshipDescription": ["NSRelationshipDescription"] + property,
            "NSFetchedPropertyDescription": ["NSFetchedPropertyDescription"] + property,
            "NSExpressionDescription": ["NSExpressionDescription"] + property,
            "NSFetchRequest": ["NSFetchRequest", "NSPersistentStoreRequest", "NSObject"],
            "NSMutableDictionary": ["NSMutableDictionary", "NSDictionary", "NSObject"],
            "NSMutableArray": ["NSMutableArray", "NSArray", "NSObject"],
            "NSDecimalNumber": ["NSDecimalNumber", "NSNumber", "NSValue", "NSObject"],
            "NSComparisonPredicate": ["NSComparisonPredicate", "NSPredicate", "NSObject"],
            "NSCompoundPredicate": ["NSCompoundPredicate", "NSPredicate", "NSObject"],
            "NSTruePredicate": ["NSTruePredicate", "NSPredicate", "NSObject"],
            "NSFalsePredicate": ["NSFalsePredicate", "NSPredicate", "NSObject"],
            "NSSelfExpression": ["NSSelfExpression", "NSExpression", "NSObject"],
            "NSConstantValueExpression": ["NSConstantValueExpression", "NSExpression", "NSObject"],
            "NSVariableExpression": ["NSVariableExpression", "NSExpression", "NSObject"],
            "NSAggregateExpression": ["NSAggregateExpression", "NSExpression", "NSObject"],
            "NSFunctionExpression": ["NSFunctionExpression", "NSExpression", "NSObject"],
            "NSKeyPathExpression": ["NSKeyPathExpression", "NSFunctionExpression", "NSExpression", "NSObject"],
            "NSKeyPathSpecifierExpression": ["NSKeyPathSpecifierExpression", "NSExpression", "NSObject"],
            "NSComparisonPredicateOperator": [
                "NSComparisonPredicateOperator", "NSPredicateOperator", "NSObject",
            ],
            "NSEqualityPredicateOperator": ["NSEqualityPredicateOperator", "NSPredicateOperator", "NSObject"],
            "NSInPredicateOperator": ["NSInPredicateOperator", "NSPredicateOperator", "NSObject"],
            "NSBetweenPredicateOperator": ["NSBetweenPredicateOperator", "NSPredicateOperator", "NSObject"],
            "NSLikePredicateOperator": [
                "NSLikePredicateOperator", "NSStringPredicateOperator", "NSPredicateOperator", "NSObject",
            ],
            "NSMatchingPredicateOperator": [
                "NSMatchingPredicateOperator", "NSStringPredicateOperator", "NSPredicateOperator", "NSObject",
            ],
            "NSSubstringPredicateOperator": [
                "NSSubstringPredicateOperator", "NSStringPredicateOperator", "NSPredicateOperator", "NSObject",
            ],
        ]
    }()
}

/// The objects of a property list under construction; texts and UIDs are kept once.
private struct PropertyListTable {
    private(set) var objects: [BinaryPropertyList.Object] = []
    private var strings: [[UInt8]: Int] = [:]
    private var uids: [Int: Int] = [:]

    mutating func string(_ value: String) -> Int {
        let units = Array(value.utf8)
        if let known = strings[units] { return known }
        objects.append(.string(value))
        strings[units] = objects.count - 1
        return objects.count - 1
    }

    mutating func add(_ object: BinaryPropertyList.Object) -> Int {
        switch object {
        case .string(let value): return string(value)
        case .uid(let number):
            if let known = uids[number] { return known }
            objects.append(object)
            uids[number] = objects.count - 1
        default: objects.append(object)
        }
        return objects.count - 1
    }
}
