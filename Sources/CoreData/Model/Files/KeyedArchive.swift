import Foundation

/// A keyed archive, read as plain objects with fields: no archived class has to exist.
struct KeyedArchive: Sendable {
    fileprivate let plist: BinaryPropertyList
    /// The places of the archived objects in the property list.
    fileprivate let objects: [Int]
    /// The number of the root object.
    private let rootNumber: Int

    /// Reads an archive.
    ///
    /// - Throws: `ModelError` of code `malformed` or `unsupportedFormat`.
    init(_ data: Data) throws(ModelError) {
        let plist = try BinaryPropertyList(data)
        guard let list = plist.value("$objects", at: plist.root), case .array(let objects) = plist.objects[list],
            let top = plist.value("$top", at: plist.root), let root = plist.value("root", at: top),
            case .uid(let number) = plist.objects[root], objects.indices.contains(number)
        else {
            throw ModelError(
                .unsupportedFormat, "The file is a property list, but no keyed archive of a model.",
                remedy: "Give a .mom file that Xcode 4 or later compiled.")
        }
        self.plist = plist
        self.objects = objects
        rootNumber = number
    }

    var root: Value { Value(archive: self, place: objects[rootNumber], number: rootNumber) }

    /// Something in an archive: an object with fields, or a plain value.
    struct Value {
        fileprivate let archive: KeyedArchive
        /// The place in the property list.
        fileprivate let place: Int
        /// The number among the archived objects; nil for a value that stands in a field itself.
        let number: Int?

        private var object: BinaryPropertyList.Object { archive.plist.objects[place] }

        /// The value of a field; nil when it is absent or null.
        subscript(field: String) -> Value? {
            guard let place = archive.plist.value(field, at: place) else { return nil }
            return resolved(place)
        }

        /// What a reference leads to; nil for null and for references out of the archive.
        private func resolved(_ place: Int) -> Value? {
            guard case .uid(let number) = archive.plist.objects[place] else {
                return Value(archive: archive, place: place, number: nil)
            }
            guard number != 0, archive.objects.indices.contains(number) else { return nil }
            return Value(archive: archive, place: archive.objects[number], number: number)
        }

        /// The archived class; nil for a plain value.
        var className: String? { self["$class"]?["$classname"]?.string }

        /// The text, also of an archived `NSMutableString`.
        var string: String? {
            if case .string(let value) = object { return value }
            return self["NS.string"]?.string
        }

        var integer: Int? {
            switch object {
            case .integer(let value): Int(value)
            case .real(let value): Int(exactly: value)
            case .boolean(let value): value ? 1 : 0
            default: nil
            }
        }

        var flag: Bool { integer.map { $0 != 0 } ?? false }

        /// The elements of an archived array or set.
        var elements: [Value]? {
            guard let list = self["NS.objects"], case .array(let places) = list.object else { return nil }
            return places.compactMap { resolved($0) }
        }

        /// The entries of an archived dictionary, in the file's order.
        ///
        /// Those inside stores may be `NSKnownKeysDictionary1`, whose unused slots hold a token.
        var entries: [(key: String, value: Value)]? {
            var keys = self["NS.keys"]
            var values = self["NS.objects"]
            if className == "NSKnownKeysDictionary1" {
                keys = self["searchMapping"]?["keys"].map { $0["NS.objects"] ?? $0 }
                values = self["values"].map { $0["NS.objects"] ?? $0 }
            }
            guard case .array(let keyPlaces)? = keys?.object, case .array(let valuePlaces)? = values?.object else {
                return nil
            }
            return zip(keyPlaces, valuePlaces).compactMap { keyPlace, valuePlace in
                guard let key = resolved(keyPlace)?.string, let value = resolved(valuePlace) else { return nil }
                if let token = value.string, token.hasPrefix("__empty_slot_token") { return nil }
                return (key, value)
            }
        }

        /// The value as Foundation would unarchive it: numbers, texts, dates, data, UUIDs, URLs, decimals.
        ///
        /// Nil for objects of other classes.
        var foundationValue: Any? {
            switch object {
            case .boolean(let value): return NSNumber(value: value)
            case .integer(let value): return NSNumber(value: value)
            case .real(let value): return NSNumber(value: value)
            case .date(let value): return Date(timeIntervalSinceReferenceDate: value)
            case .data(let value): return value
            case .string(let value): return value
            default: break
            }
            switch className {
            case "NSString", "NSMutableString": return string
            case "NSDate":
                if let time = self["NS.time"]?.real { return Date(timeIntervalSinceReferenceDate: time) }
                return nil
            case "NSData", "NSMutableData":
                if case .data(let value)? = self["NS.data"]?.object { return value }
                return nil
            case "NSUUID":
                guard case .data(let bytes)? = self["NS.uuidbytes"]?.object, bytes.count == 16 else { return nil }
                return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
            case "NSURL":
                let base = self["NS.base"]?.foundationValue as? URL
                return self["NS.relative"]?.string.flatMap { URL(string: $0, relativeTo: base) }
            case "NSDecimalNumber", "NSDecimalNumberPlaceholder": return decimalNumber
            case "NSNull": return NSNull()
            default: return nil
            }
        }

        private var real: Double? {
            switch object {
            case .real(let value): value
            case .integer(let value): Double(value)
            default: nil
            }
        }

        /// `NSDecimalNumber` archives its fields: exponent, sign and a mantissa of 16-bit words, in the
        /// byte order that `NS.mantissa.bo` names (1 is little-endian, which all today's machines are).
        private var decimalNumber: NSDecimalNumber? {
            guard case .data(let bytes)? = self["NS.mantissa"]?.object, bytes.count <= 16 else { return nil }
            let littleEndian = (self["NS.mantissa.bo"]?.integer ?? 1) != 2
            var value = Decimal(0)
            let units = [UInt8](bytes)
            for index in stride(from: units.count - 2, through: 0, by: -2) {
                let (low, high) = littleEndian ? (units[index], units[index + 1]) : (units[index + 1], units[index])
                value = value * 65536 + Decimal(Int(high) << 8 | Int(low))
            }
            let exponent = self["NS.exponent"]?.integer ?? 0
            guard (-128...127).contains(exponent) else { return nil }
            let negative = self["NS.negative"]?.flag ?? false
            return NSDecimalNumber(
                decimal: Decimal(sign: negative ? .minus : .plus, exponent: exponent, significand: value))
        }
    }
}
