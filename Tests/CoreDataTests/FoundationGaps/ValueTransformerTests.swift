import CoreData
import Testing

/// Archives name classes, so it must be a top-level one.
final class TestColour: NSObject, NSSecureCoding {
    static let supportsSecureCoding = true
    let hue: Int
    init(hue: Int) { self.hue = hue }
    init?(coder: NSCoder) { hue = coder.decodeInteger(forKey: "hue") }
    func encode(with coder: NSCoder) { coder.encode(hue, forKey: "hue") }
}

@Suite struct ValueTransformerTests {
    final class Shouting: ValueTransformer {
        override class func transformedValueClass() -> AnyClass { NSString.self }
        override class func allowsReverseTransformation() -> Bool { false }
        override func transformedValue(_ value: Any?) -> Any? { (value as? String)?.uppercased() }
    }

    final class Nested: NSObject, NSSecureCoding {
        static let supportsSecureCoding = true
        override init() {}
        init?(coder: NSCoder) {}
        func encode(with coder: NSCoder) {}
    }

    final class Unarchivable: NSObject {}

    final class ColourTransformer: NSSecureUnarchiveFromDataTransformer {
        override class var allowedTopLevelClasses: [AnyClass] { [TestColour.self] }
    }

    @Test func registeredTransformer_isFoundByName() throws {
        let name = NSValueTransformerName("Shouting-\(UUID())")
        #expect(ValueTransformer(forName: name) == nil)
        let shouting = Shouting()
        ValueTransformer.setValueTransformer(shouting, forName: name)
        #expect(ValueTransformer(forName: name) === shouting)
        #expect(ValueTransformer.valueTransformerNames().contains(name))
        #expect(ValueTransformer(forName: name)?.transformedValue("a") as? String == "A")
        ValueTransformer.setValueTransformer(nil, forName: name)
        #expect(ValueTransformer(forName: name) == nil)
    }

    @Test func builtInTransformers_areThere() throws {
        let negate = try #require(ValueTransformer(forName: .negateBooleanTransformerName))
        #expect(negate.transformedValue(true) as? Bool == false)
        #expect(negate.reverseTransformedValue(false) as? Bool == true)
        let isNil = try #require(ValueTransformer(forName: .isNilTransformerName))
        #expect(isNil.transformedValue(nil) as? Bool == true)
        #expect(isNil.transformedValue(NSNull()) as? Bool == true)
        let isNotNil = try #require(ValueTransformer(forName: .isNotNilTransformerName))
        #expect(isNotNil.transformedValue(3) as? Bool == true)
    }

    @Test func secureTransformer_collections_returnUnchanged() throws {
        let transformer = try #require(ValueTransformer(forName: .secureUnarchiveFromDataTransformerName))
        let value: [String: Any] = ["a": [1, 2.5, "x"], "d": Date(timeIntervalSinceReferenceDate: 1), "u": Data([1])]
        let data = try #require(transformer.reverseTransformedValue(value) as? Data)
        let back = try #require(transformer.transformedValue(data) as? NSDictionary)
        #expect(back.isEqual(to: value as NSDictionary as? [AnyHashable: Any] ?? [:]))
        #expect(transformer.transformedValue(nil) == nil)
        #expect(transformer.reverseTransformedValue(nil) == nil)
    }

    @Test func secureTransformer_ownClass_isAllowedWhereListed() throws {
        let colours = ColourTransformer()
        let data = try #require(colours.reverseTransformedValue(TestColour(hue: 7)) as? Data)
        #expect((colours.transformedValue(data) as? TestColour)?.hue == 7)
        #expect(NSSecureUnarchiveFromDataTransformer().transformedValue(data) == nil)
        let list = try #require(colours.reverseTransformedValue([1, 2]) as? Data)
        #expect(colours.transformedValue(list) == nil)
    }

    @Test func secureTransformer_badInput_givesNil() throws {
        let transformer = NSSecureUnarchiveFromDataTransformer()
        #expect(transformer.reverseTransformedValue(Unarchivable()) == nil)
        #expect(transformer.reverseTransformedValue([Unarchivable()]) == nil)
        #expect(transformer.reverseTransformedValue(Nested()) == nil)
        #expect(transformer.transformedValue("text") == nil)
        let good = try #require(transformer.reverseTransformedValue(["a", 1] as [Any]) as? Data)
        for end in 0..<good.count { #expect(transformer.transformedValue(good.prefix(end)) == nil) }
        let odd = try PropertyListSerialization.data(
            fromPropertyList: ["$archiver": "NSKeyedArchiver", "$top": ["root": 1], "$objects": [1]], format: .binary,
            options: 0)
        #expect(transformer.transformedValue(odd) == nil)
    }
}
