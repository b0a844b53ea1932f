import Testing

@testable import CoreData

@Suite struct PredicateTemplateTests {
    func shape(_ format: String, _ arguments: Any?...) throws -> (shape: PredicateShape, arguments: [Any?])? {
        try NSPredicate.parsing(format, arguments: arguments).shape
    }

    @Test func sameFormat_otherArguments_sharesTheShape() throws {
        let one = try #require(try shape("a == %@ AND b > %d", "x", 1))
        let two = try #require(try shape("a == %@ AND b > %d", "y", 2))
        #expect(one.shape == two.shape)
        #expect(one.shape.hashValue == two.shape.hashValue)
        #expect(two.arguments.map { "\($0 ?? "nil")" } == ["y", "2"])
        #expect(try one.shape != #require(try shape("a == %@ AND b > %i", "x", 1)).shape)
    }

    @Test func keyPathArguments_partOfTheShape() throws {
        let one = try #require(try shape("%K == %@", "a", "x"))
        let same = try #require(try shape("%K == %@", "a", "y"))
        let other = try #require(try shape("%K == %@", "b", "x"))
        #expect(one.shape == same.shape)
        #expect(one.shape != other.shape)
    }

    @Test func compound_ofFormats_numbersArgumentsThrough() throws {
        let parts = [
            try NSPredicate.parsing("a == %@", arguments: ["x"]),
            try NSPredicate.parsing("%K > %d", arguments: ["b", 2]), NSPredicate(value: true),
        ]
        let compound = NSCompoundPredicate(andPredicateWithSubpredicates: parts)
        let shaped = try #require(compound.shape)
        #expect(shaped.arguments.count == 3)
        var indexes: [Int] = []
        _ = PredicateNode(compound).rewritingConstants { constant in
            if let argument = constant.argument {
                indexes.append(argument)
                #expect("\(constant.value ?? "nil")" == "\(shaped.arguments[argument] ?? "nil")")
            }
            return constant
        }
        #expect(indexes == [0, 2])
        let again = NSCompoundPredicate(
            andPredicateWithSubpredicates: [
                try NSPredicate.parsing("a == %@", arguments: ["z"]),
                try NSPredicate.parsing("%K > %d", arguments: ["b", 9]), NSPredicate(value: true),
            ])
        #expect(again.shape?.shape == shaped.shape)
        #expect(NSCompoundPredicate(orPredicateWithSubpredicates: parts).shape?.shape != shaped.shape)
        #expect(NSCompoundPredicate(notPredicateWithSubpredicate: parts[0]).shape != nil)
    }

    @Test func predicatesBuiltInCode_haveNoShape() throws {
        let comparison = NSComparisonPredicate(
            leftExpression: NSExpression(forKeyPath: "a"), rightExpression: NSExpression(forConstantValue: 1),
            modifier: .direct, type: .equalTo, options: [])
        #expect(comparison.shape == nil)
        #expect(NSPredicate { _, _ in true }.shape == nil)
        #expect(NSCompoundPredicate(andPredicateWithSubpredicates: [comparison]).shape == nil)
        #expect(try NSPredicate.parsing("a == $x").withSubstitutionVariables(["x": 1]).shape == nil)
        #expect(NSPredicate(value: false).shape != nil)
    }

    @Test func insertedPredicates_neverShareATemplate() throws {
        let first = try NSPredicate.parsing("a == 1")
        let second = try NSPredicate.parsing("a == 2")
        let one = try NSPredicate.parsing("%@ AND b == 1", arguments: [first])
        let two = try NSPredicate.parsing("%@ AND b == 1", arguments: [second])
        #expect(one != two)
        #expect(one.shape?.shape != two.shape?.shape)
    }

    @Test func cache_withMoreFormatsThanItHolds_staysRight() throws {
        let one = try #require(try shape("kept == %@", 1))
        for index in 0..<3000 {
            _ = try shape("a == \(index)")
            #expect(try #require(try shape("kept == %@", index)).shape == one.shape)
        }
        #expect(try NSPredicate.parsing("a == 0").evaluating(with: ["a": 0]))
        #expect(try shape("a == 0")?.shape == shape("a == 0")?.shape)
    }

    @Test func templates_usedFromManyThreads_giveTheSameAnswers() async throws {
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    (0..<300).allSatisfy { index in
                        let predicate = NSPredicate(format: "%K == %@ AND n == \(index % 7)", "k\(task % 2)", index)
                        return predicate.evaluate(with: ["k\(task % 2)": index, "n": index % 7])
                    }
                }
            }
            for await result in group { #expect(result) }
        }
    }

    @Test func subpredicates_ofParsedCompound_areReadable() throws {
        let compound = try #require(
            try NSPredicate.parsing("a == %@ AND (b == 2 OR c == %@)", arguments: ["x", 3]) as? NSCompoundPredicate)
        #expect(compound.compoundPredicateType == .and)
        #expect(compound.subpredicates.map(\.description) == ["a == \"x\"", "b == 2 OR c == 3"])
        let not = try #require(try NSPredicate.parsing("NOT a == 1") as? NSCompoundPredicate)
        #expect(not.compoundPredicateType == .not)
        #expect(not.subpredicates.count == 1)
        compound.subpredicates = [NSPredicate(format: "z == 1"), NSPredicate(format: "y == 2")]
        #expect(compound.description == "z == 1 AND y == 2")
        #expect(compound.evaluate(with: ["z": 1, "y": 2]))
        #expect(compound.copy() as? NSPredicate == compound)
    }

    @Test func largeCollections_answerLikeSmallOnes() throws {
        let values: [Any] = [
            1, 2.5, Decimal(3), "x", "e\u{301}", Date(timeIntervalSinceReferenceDate: 4), UUID(uuid: UUID_NULL),
            NSNull(),
            Int16(7), true, Data([1]), NSNumber(value: 11), UInt64.max,
        ]
        let probes: [Any?] = [
            1, 1.0, Decimal(1), 2.5, Decimal(string: "2.5"), 3, 3.0, "x", "X", "\u{E9}", "e\u{301}", nil,
            Date(timeIntervalSinceReferenceDate: 4), UUID(uuid: UUID_NULL), UUID(), 7, Data([1]), Data(), 11, 12,
            UInt64.max, -1, URL(string: "x:y"),
        ]
        #expect(values.count > IndexedCollection.threshold)
        for probe in probes {
            let row = probe.map { ["a": $0] } ?? [:]
            let inLarge = try NSPredicate.parsing("a IN %@", arguments: [values]).evaluating(with: row)
            let inSmall = try values.contains {
                try NSPredicate.parsing("a IN %@", arguments: [[$0]]).evaluating(with: row)
            }
            #expect(inLarge == inSmall, "\(probe ?? "nil")")
        }
    }

    private let UUID_NULL: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
}
