import Foundation

/// The built-in functions, evaluated in memory.
///
/// As in SQL, a nil argument makes the result nil.
enum ExpressionFunctions {
    static func call(_ name: String, _ values: [Any?]) throws -> Any? {
        if FunctionNames.aggregates.contains(name) { return try aggregate(name, values) }
        if name == "objectFrom:withIndex:", values.count == 2 { return try element(of: values[0], at: values[1]) }
        let operands = values.map { Operand($0) }
        switch (name, operands.count) {
        case ("now", 0): return Date()
        case ("random", 0): return Int.random(in: 0...Int(Int32.max))
        case ("noindex:", 1), ("indexed:by:", 2): return values[0]
        default: break
        }
        if operands.contains(where: \.isNull) { return nil }
        switch operands.count {
        case 1: return try unary(name, operands[0])
        case 2: return try binary(name, operands[0], operands[1])
        default: throw unknown(name)
        }
    }

    private static func unknown(_ name: String) -> PredicateEvaluationError {
        PredicateEvaluationError(.unknownFunction, "The function \"\(name)\" does not exist for these arguments.")
    }

    private static func unsuitable(_ name: String, _ operand: Operand, needs: String) -> PredicateEvaluationError {
        PredicateEvaluationError(.unsuitableValue, "\"\(name)\" was given \(operand.kindName); it needs \(needs).")
    }

    // MARK: One argument

    private static func unary(_ name: String, _ value: Operand) throws -> Any? {
        switch name {
        case "uppercase:", "lowercase:", "canonical:", "length:":
            guard case .string(let text) = value else { throw unsuitable(name, value, needs: "a string") }
            switch name {
            case "uppercase:": return text.uppercased()
            case "lowercase:": return text.lowercased()
            case "canonical:": return StringMatching.folded(text, [.caseInsensitive, .diacriticInsensitive])
            default: return text.utf16.count
            }
        case "abs:", "floor:", "ceiling:", "trunc:":
            return try rounded(name, value)
        case "onesComplement:":
            return ~(try integer(name, value))
        case "random:", "randomn:":
            let limit = try integer(name, value)
            guard limit > 0 else { throw unsuitable(name, value, needs: "a number above zero") }
            return Int.random(in: 0..<limit)
        default: break
        }
        guard let number = value.doubleValue else {
            throw FunctionNames.all.contains(name) ? unsuitable(name, value, needs: "a number") : unknown(name)
        }
        switch name {
        case "sqrt:": return number.squareRoot()
        case "log:": return log10(number)
        case "ln:": return log(number)
        case "exp:": return exp(number)
        default: throw unknown(name)
        }
    }

    private static func rounded(_ name: String, _ value: Operand) throws -> Any? {
        switch value {
        case .integer(let number):
            guard name == "abs:" else { return Int(number) }
            return number == .min ? -Double(number) : Int(Swift.abs(number))
        case .unsigned(let number): return number
        case .real(let number):
            switch name {
            case "abs:": return Swift.abs(number)
            case "floor:": return number.rounded(.down)
            case "ceiling:": return number.rounded(.up)
            default: return number.rounded(.towardZero)
            }
        case .decimal(let number):
            if name == "abs:" { return number.magnitude }
            var value = number
            var result = Decimal()
            let isDown = name == "floor:" || (name == "trunc:" && number > 0)
            NSDecimalRound(&result, &value, 0, isDown ? .down : .up)
            return result
        default: throw unsuitable(name, value, needs: "a number")
        }
    }

    private static func integer(_ name: String, _ value: Operand) throws -> Int {
        if case .integer(let number) = value { return Int(number) }
        guard let number = value.doubleValue, let whole = Int(exactly: number.rounded(.towardZero)) else {
            throw unsuitable(name, value, needs: "a whole number")
        }
        return whole
    }

    // MARK: Two arguments

    private static func binary(_ name: String, _ left: Operand, _ right: Operand) throws -> Any? {
        switch name {
        case "add:to:", "from:subtract:", "multiply:by:", "divide:by:", "modulus:by:", "raise:toPower:":
            return try Arithmetic.calculate(name, left, right)
        case "bitwiseAnd:with:": return try integer(name, left) & integer(name, right)
        case "bitwiseOr:with:": return try integer(name, left) | integer(name, right)
        case "bitwiseXor:with:": return try integer(name, left) ^ integer(name, right)
        case "leftshift:by:": return try integer(name, left) << integer(name, right)
        case "rightshift:by:": return try integer(name, left) >> integer(name, right)
        case "castObject:toType:":
            guard case .string(let type) = right else { throw unsuitable(name, right, needs: "the name of a class") }
            return try cast(left, to: type)
        default: throw unknown(name)
        }
    }

    private static func cast(_ value: Operand, to type: String) throws -> Any? {
        switch (type, value) {
        case ("NSDate", .date(let date)): return date
        // no number of seconds, whatever it begins with.
        case ("NSDate", .string): break
        case ("NSDate", _):
            guard let seconds = value.doubleValue else { break }
            return Date(timeIntervalSinceReferenceDate: seconds)
        case ("NSNumber", .date(let date)): return date.timeIntervalSinceReferenceDate
        case ("NSNumber", .string(let text)):
            return Int(text) ?? Double(text)
        case ("NSNumber", .integer(let number)): return Int(number)
        case ("NSNumber", .real(let number)): return number
        case ("NSDecimalNumber", .string(let text)): return Decimal(string: text)
        case ("NSNumber", _), ("NSDecimalNumber", _):
            guard let number = value.decimalValue else { break }
            return number
        case ("NSString", .string(let text)): return text
        case ("NSString", .uuid(let uuid)): return uuid.uuidString
        case ("NSString", .url(let url)): return url.absoluteString
        case ("NSString", _) where value.isNumber: return ConstantPrinter.format(value.decimalValue)
        case ("NSUUID", .uuid(let uuid)): return uuid
        case ("NSUUID", .string(let text)): return UUID(uuidString: text)
        case ("NSURL", .url(let url)): return url
        case ("NSURL", .string(let text)): return URL(string: text)
        default: break
        }
        throw PredicateEvaluationError(
            .unsuitableValue,
            "CAST cannot turn \(value.kindName) into \(type); known are NSDate, NSNumber, "
                + "NSDecimalNumber, NSString, NSUUID and NSURL.")
    }

    // MARK: Elements

    private static func element(of collection: Any?, at index: Any?) throws -> Any? {
        let operand = Operand(collection)
        switch operand {
        case .null: return nil
        case .collection(let elements, isOrdered: true):
            switch index {
            case CollectionPlace.first as CollectionPlace: return elements.first.flatMap { $0 }
            case CollectionPlace.last as CollectionPlace: return elements.last.flatMap { $0 }
            case CollectionPlace.size as CollectionPlace: return elements.count
            default:
                let place = try integer("objectFrom:withIndex:", Operand(index))
                return elements.indices.contains(place) ? elements[place] : nil
            }
        case .dictionary(let pairs):
            let key = Operand(index)
            return pairs.first { Operand($0.key.base).isEqual(to: key) }?.value
        default:
            throw unsuitable("[ ]", operand, needs: "an ordered collection or a dictionary")
        }
    }

    // MARK: Collections

    /// The values of one collection, or of several arguments, without nil.
    private static func aggregate(_ name: String, _ values: [Any?]) throws -> Any? {
        if name == "count:" {
            guard values.count == 1 else { return values.count }
            let operand = Operand(values[0])
            return operand.elements?.count ?? (operand.isNull ? 0 : 1)
        }
        let operands = values.flatMap { ComparisonNode.flattened(Operand($0)) }.filter { !$0.isNull }
        switch name {
        case "min:", "max:": return try extreme(operands, isMaximum: name == "max:")
        case "mode:": return mode(operands)
        default: return try statistics(name, operands)
        }
    }

    private static func extreme(_ operands: [Operand], isMaximum: Bool) throws -> Any? {
        guard var best = operands.first else { return nil }
        for operand in operands.dropFirst() {
            let order = try operand.compare(to: best)
            if order == (isMaximum ? .orderedDescending : .orderedAscending) { best = operand }
        }
        return best.plainValue
    }

    private static func mode(_ operands: [Operand]) -> Any? {
        var groups: [(value: Operand, count: Int)] = []
        for operand in operands {
            if let index = groups.firstIndex(where: { $0.value.isEqual(to: operand) }) {
                groups[index].count += 1
            } else {
                groups.append((operand, 1))
            }
        }
        let most = groups.map(\.count).max()
        return groups.filter { $0.count == most }.map { $0.value.plainValue }
    }

    private static func statistics(_ name: String, _ operands: [Operand]) throws -> Any? {
        if let wrong = operands.first(where: { !$0.isNumber }) { throw unsuitable(name, wrong, needs: "numbers") }
        var sum: Any? = 0
        if name == "sum:" || name == "average:" {
            for operand in operands { sum = try Arithmetic.calculate("add:to:", Operand(sum), operand) }
        }
        if name == "sum:" { return sum }
        if operands.isEmpty { return nil }
        let numbers = operands.compactMap(\.doubleValue)
        switch name {
        case "average:":
            if case .decimal(let total) = Operand(sum) { return total / Decimal(operands.count) }
            return Operand(sum).doubleValue.map { $0 / Double(operands.count) }
        case "median:":
            let sorted = numbers.sorted()
            let middle = sorted.count / 2
            return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
        case "stddev:":
            let mean = numbers.reduce(0, +) / Double(numbers.count)
            let squares = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            return (squares / Double(numbers.count)).squareRoot()
        default: throw unknown(name)
        }
    }
}

extension Operand {
    /// The value as a Swift value.
    var plainValue: Any? {
        switch self {
        case .null: nil
        case .integer(let number): Int(number)
        case .unsigned(let number): number
        case .real(let number): number
        case .decimal(let number): number
        case .string(let text): text
        case .date(let date): date
        case .data(let data): data
        case .uuid(let uuid): uuid
        case .url(let url): url
        case .collection(let elements, _): elements
        case .dictionary(let pairs): Dictionary(pairs.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        case .object(let object): object
        }
    }
}
