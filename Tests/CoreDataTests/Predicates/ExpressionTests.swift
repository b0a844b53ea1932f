import CoreData
import Testing

@Suite struct ExpressionTests {
    func value(_ format: String, _ row: [String: Any] = [:]) -> Any? {
        NSExpression(format: format).expressionValue(with: row, context: nil)
    }

    @Test(arguments: [
        ("1 + 2", 3), ("7 - 2 - 1", 4), ("2 * 3 + 4", 10), ("7 / 2", 3), ("2 ** 3 ** 2", 64), ("-3 + 1", -2),
        ("modulus:by:(7, 3)", 1), ("abs(-3)", 3), ("bitwiseAnd:with:(6, 3)", 2), ("bitwiseOr:with:(6, 3)", 7),
        ("bitwiseXor:with:(6, 3)", 5), ("leftshift:by:(1, 4)", 16), ("rightshift:by:(16, 4)", 1),
        ("onesComplement:(0)", -1), ("length('abc')", 3), ("count({1, 2})", 2), ("sum({1, 2})", 3),
        ("max({1, 5, 2})", 5), ("min(4, 2)", 2), ("CAST('12', 'NSNumber')", 12), ("TERNARY(1 == 1, 2, 3)", 2),
        ("TERNARY(1 == 2, 2, 3)", 3), ("noindex:(4)", 4), ("9223372036854775807", Int.max),
        ("-9223372036854775808", Int.min), ("FUNCTION({'a', 'b'}, 'valueForKeyPath:', '@count')", 2),
    ])
    func wholeNumbers_stayWhole(format: String, expected: Int) {
        #expect(value(format) as? Int == expected, "\(format)")
    }

    @Test(arguments: [
        ("1.0 / 2", 0.5), ("7 / 2.0", 3.5), ("sqrt(9)", 3), ("floor(2.7)", 2), ("ceiling(2.1)", 3), ("trunc(-2.7)", -2),
        ("average({1, 2})", 1.5), ("median({1, 9, 2})", 2), ("median({1, 2})", 1.5), ("stddev({2, 4})", 1),
        ("log(100)", 2), ("exp(0)", 1), ("ln(1)", 0), ("2 ** -1", 0.5),
        ("9223372036854775807 + 1", 9223372036854775808),
    ])
    func realNumbers_areComputed(format: String, expected: Double) {
        #expect(value(format) as? Double == expected, "\(format)")
    }

    @Test func decimals_stayDecimal() {
        let price = Decimal(string: "0.10") ?? 0
        #expect(value("a + a + a", ["a": price]) as? Decimal == Decimal(string: "0.3"))
        #expect(value("a * 3", ["a": price]) as? Decimal == Decimal(string: "0.3"))
        #expect(value("sum({a, a})", ["a": price]) as? Decimal == Decimal(string: "0.2"))
    }

    @Test func nilAndZero_inArithmetic_giveNil() {
        #expect(value("a + 1") == nil)
        #expect(value("1 / 0") == nil)
        #expect(value("modulus:by:(1, 0)") == nil)
        #expect(value("average({})") == nil)
        #expect(value("sum({})") as? Int == 0)
        #expect(value("lowercase(a)") == nil)
    }

    @Test func strings_areTransformed() {
        #expect(value("uppercase('aé')") as? String == "AÉ")
        #expect(value("lowercase('AÉ')") as? String == "aé")
        #expect(value("canonical('É')") as? String == "e")
        #expect(value("mode({1, 2, 2})") as? [Int] == [2])
    }

    @Test func random_staysInItsRange() throws {
        for _ in 0..<100 {
            let number = try #require(value("random(3)") as? Int)
            #expect((0..<3).contains(number))
        }
    }

    @Test func sets_areCombined() {
        let left = NSExpression(forConstantValue: [1, 2])
        let right = NSExpression(forConstantValue: [2, 3])
        func result(_ expression: NSExpression) -> [Int]? {
            (expression.expressionValue(with: nil, context: nil) as? [Any?])?.compactMap { $0 as? Int }
        }
        #expect(result(NSExpression(forUnionSet: left, with: right)) == [1, 2, 3])
        #expect(result(NSExpression(forIntersectSet: left, with: right)) == [2])
        #expect(result(NSExpression(forMinusSet: left, with: right)) == [1])
        #expect(NSExpression(forMinusSet: left, with: right).left == left)
    }

    @Test func block_receivesObjectArgumentsAndContext() {
        let expression = NSExpression(
            block: { object, arguments, context in
                "\((object as? [String: Int])?["a"] ?? 0) \(arguments) \(context?["V"] ?? 0)"
            }, arguments: [NSExpression(forKeyPath: "a"), NSExpression(forKeyPath: "b")])
        let context: NSMutableDictionary = ["V": 7]
        #expect(expression.expressionValue(with: ["a": 1], context: context) as? String == "1 [1, <null>] 7")
        #expect(expression.expressionType == .block)
        let predicate = NSComparisonPredicate(
            leftExpression: expression, rightExpression: NSExpression(forConstantValue: "1 [1, <null>] 7"),
            modifier: .direct, type: .equalTo, options: [])
        #expect(predicate.evaluate(with: ["a": 1], substitutionVariables: ["V": 7]))
    }

    @Test func parts_ofEveryType_areReadable() {
        let sum = NSExpression(format: "a.b + $x")
        #expect(sum.expressionType == .function)
        #expect(sum.function == "add:to:")
        #expect(sum.arguments?.first?.keyPath == "a.b")
        #expect(sum.arguments?.last?.variable == "x")
        let subquery = NSExpression(format: "SUBQUERY(items, $x, $x.p > 1)")
        #expect(subquery.expressionType == .subquery)
        #expect(subquery.variable == "x")
        #expect((subquery.collection as? NSExpression)?.keyPath == "items")
        #expect(subquery.predicate == NSPredicate(format: "$x.p > 1"))
        let conditional = NSExpression(format: "TERNARY(a == 1, 'y', 'n')")
        #expect(conditional.true.constantValue as? String == "y")
        #expect(conditional.false.constantValue as? String == "n")
        #expect(conditional.predicate.description == "a == 1")
        let list = NSExpression(forAggregate: [NSExpression(forConstantValue: 1), 2])
        #expect((list.collection as? [NSExpression])?.map { $0.constantValue as? Int } == [1, 2])
        #expect(NSExpression(forKeyPath: "a").operand.expressionType == .evaluatedObject)
        #expect(NSExpression.expressionForEvaluatedObject().expressionValue(with: 3, context: nil) as? Int == 3)
        #expect(NSExpression(forVariable: "x").description == "$x")
        #expect(NSExpression.ExpressionType.fetchRequest.rawValue == 50)
        #expect(NSExpression.ExpressionType.conditional.rawValue == 20)
        #expect(NSComparisonPredicate.Operator.contains.rawValue == 99)
        #expect(NSComparisonPredicate.Operator.between.rawValue == 100)
    }

    @Test func expressions_equalByStructure() {
        #expect(NSExpression(format: "a + 1") == NSExpression(format: "a + 1.0"))
        #expect(NSExpression(format: "a + 1").hash == NSExpression(format: "a + 1.0").hash)
        #expect(NSExpression(format: "a + 1") != NSExpression(format: "a + 2"))
        #expect(NSExpression(format: "{1, 2}") == NSExpression(forConstantValue: [1, 2]))
        #expect(NSExpression(format: "a[FIRST]") != NSExpression(format: "a['FIRST']"))
    }

    @Test func wrongPart_stopsWithTheExpression() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = NSExpression(forKeyPath: "a").constantValue
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.contains("NSExpression.constantValue was read from \"a\""))
    }
}
