import Foundation

/// Arithmetic of expressions: whole numbers stay whole as long as they fit, a decimal makes the result
/// decimal, a real number makes it real.
enum Arithmetic {
    static func calculate(_ name: String, _ left: Operand, _ right: Operand) throws -> Any? {
        guard left.isNumber, right.isNumber else {
            let wrong = left.isNumber ? right : left
            throw PredicateEvaluationError(
                .unsuitableValue, "\"\(name)\" was given \(wrong.kindName); it needs numbers.")
        }
        switch (left, right) {
        case (.integer(let a), .integer(let b)):
            switch whole(name, a, b) {
            case .number(let result): return Int(result)
            case .undefined: return nil
            case .tooLarge: break
            }
        case (.decimal, _), (_, .decimal):
            if let a = left.decimalValue, let b = right.decimalValue, let result = decimal(name, a, b) { return result }
        default: break
        }
        guard let a = left.doubleValue, let b = right.doubleValue else { return nil }
        return real(name, a, b)
    }

    private enum Whole {
        case number(Int64)
        case tooLarge
        case undefined
    }

    private static func whole(_ name: String, _ a: Int64, _ b: Int64) -> Whole {
        let result: (partialValue: Int64, overflow: Bool)
        switch name {
        case "add:to:": result = a.addingReportingOverflow(b)
        case "from:subtract:": result = a.subtractingReportingOverflow(b)
        case "multiply:by:": result = a.multipliedReportingOverflow(by: b)
        case "divide:by:":
            // Nothing divided by zero, as in SQL.
            if b == 0 { return .undefined }
            result = a.dividedReportingOverflow(by: b)
        case "modulus:by:":
            if b == 0 { return .undefined }
            result = a.remainderReportingOverflow(dividingBy: b)
        default:
            return power(a, b)
        }
        return result.overflow ? .tooLarge : .number(result.partialValue)
    }

    private static func power(_ base: Int64, _ exponent: Int64) -> Whole {
        guard exponent >= 0, exponent < 64 || (-1...1).contains(base) else { return .tooLarge }
        if exponent >= 64 { return .number(exponent.isMultiple(of: 2) ? base * base : base) }
        var result: Int64 = 1
        for _ in 0..<exponent {
            let product = result.multipliedReportingOverflow(by: base)
            if product.overflow { return .tooLarge }
            result = product.partialValue
        }
        return .number(result)
    }

    private static func decimal(_ name: String, _ a: Decimal, _ b: Decimal) -> Decimal? {
        switch name {
        case "add:to:": a + b
        case "from:subtract:": a - b
        case "multiply:by:": a * b
        case "divide:by:": b == 0 ? nil : a / b
        default: nil
        }
    }

    private static func real(_ name: String, _ a: Double, _ b: Double) -> Double? {
        switch name {
        case "add:to:": a + b
        case "from:subtract:": a - b
        case "multiply:by:": a * b
        case "divide:by:": a / b
        case "modulus:by:": a.truncatingRemainder(dividingBy: b)
        case "raise:toPower:": pow(a, b)
        default: nil
        }
    }
}
