import Foundation
import Testing

@testable import CoreData

/// Source: model-format, section 1.
@Suite struct ModelSourceTests {
    private static func load(_ body: String) throws(ModelError) -> NSManagedObjectModel {
        let text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<model>\n\(body)\n</model>"
        let source = try ModelSource(contents: Data(text.utf8), file: "Test.xcdatamodel/contents")
        var builder = ModelBuilder(source)
        return try builder.build()
    }

    @Test func attribute_ofEachType_readsItsDefault() throws {
        let model = try Self.load(
            """
            <entity name="E" representedClassName="E">
              <attribute name="i16" attributeType="Integer 16" defaultValueString="-3" usesScalarValueType="YES"/>
              <attribute name="i32" attributeType="Integer 32" defaultValueString="0.0"/>
              <attribute name="i64" attributeType="Integer 64" defaultValueString="9223372036854775807"/>
              <attribute name="old" attributeType="Integer 64" defaultValueString="NO"/>
              <attribute name="dec" attributeType="Decimal" defaultValueString="12.50"/>
              <attribute name="dbl" attributeType="Double" defaultValueString="1e-3"/>
              <attribute name="flt" attributeType="Float" defaultValueString="0.5"/>
              <attribute name="txt" attributeType="String" defaultValueString=""/>
              <attribute name="none" attributeType="String"/>
              <attribute name="yes" attributeType="Boolean" defaultValueString="YES"/>
              <attribute name="day" attributeType="Date" defaultDateTimeInterval="631123200" defaultValueString="x"/>
              <attribute name="bin" optional="YES" attributeType="Binary" defaultValueString=""/>
              <attribute name="uid" attributeType="UUID" defaultValueString="8E5A1C0E-0D3B-4E3A-9C3F-6C4F7C0E1A2B"/>
              <attribute name="uri" attributeType="URI" defaultValueString="https://example.org/a"/>
              <attribute name="now" optional="YES" transient="YES"/>
            </entity>
            """)
        let attributes = try #require(model.entitiesByName["E"]).attributesByName
        func value(_ name: String) -> Any? { attributes[name]?.defaultValue }
        #expect(value("i16") as? Int16 == -3)
        #expect(value("i32") as? Int32 == 0)
        #expect(value("i64") as? Int64 == .max)
        #expect(value("old") as? Int64 == 0)
        #expect(value("dec") as? NSDecimalNumber == NSDecimalNumber(string: "12.5"))
        #expect(value("dbl") as? Double == 0.001)
        #expect(value("flt") as? Float == 0.5)
        #expect(value("txt") as? String == "")
        #expect(value("none") == nil)
        #expect(value("yes") as? Bool == true)
        #expect(value("day") as? Date == Date(timeIntervalSinceReferenceDate: 631_123_200))
        #expect(value("bin") == nil)
        #expect(value("uid") as? UUID == UUID(uuidString: "8E5A1C0E-0D3B-4E3A-9C3F-6C4F7C0E1A2B"))
        #expect(value("uri") as? URL == URL(string: "https://example.org/a"))
        #expect(attributes["now"]?.attributeType == .undefinedAttributeType)
        #expect(attributes["i16"]?.isOptional == false)
        #expect(model.entitiesByName["E"]?.managedObjectClassName == "E")
    }

    @Test func relationship_countsAndRules_areRead() throws {
        let model = try Self.load(
            """
            <entity name="A">
              <relationship name="one" optional="YES" deletionRule="Nullify" destinationEntity="B" \
            inverseName="many" inverseEntity="B"/>
              <relationship name="some" toMany="YES" minCount="2" maxCount="9" ordered="YES" deletionRule="Cascade" \
            destinationEntity="B"/>
            </entity>
            <entity name="B">
              <relationship name="many" optional="YES" toMany="YES" deletionRule="Deny" destinationEntity="A" \
            inverseName="one" inverseEntity="A"/>
              <relationship name="loose" maxCount="1" deletionRule="No Action" destinationEntity="A"/>
            </entity>
            """)
        let one = try #require(model.entitiesByName["A"]?.relationshipsByName["one"])
        let some = try #require(model.entitiesByName["A"]?.relationshipsByName["some"])
        let many = try #require(model.entitiesByName["B"]?.relationshipsByName["many"])
        let loose = try #require(model.entitiesByName["B"]?.relationshipsByName["loose"])
        #expect(one.maxCount == 1 && one.minCount == 0 && !one.isToMany && one.deleteRule == .nullifyDeleteRule)
        #expect(some.minCount == 2 && some.maxCount == 9 && some.isOrdered && some.deleteRule == .cascadeDeleteRule)
        #expect(many.maxCount == 0 && many.isToMany && many.deleteRule == .denyDeleteRule)
        #expect(loose.deleteRule == .noActionDeleteRule && !loose.isOptional)
        #expect(one.inverseRelationship === many && many.inverseRelationship === one)
        #expect(loose.inverseRelationship == nil)
    }

    @Test func bounds_becomeValidationPredicates_withErrorCodes() throws {
        let model = try Self.load(
            """
            <entity name="E">
              <attribute name="n" attributeType="Integer 16" minValueString="1" maxValueString="10"/>
              <attribute name="s" attributeType="String" minValueString="2" maxValueString="4" \
            regularExpressionString="[a-z]+"/>
              <attribute name="d" attributeType="Date" minDateTimeInterval="0" maxDateTimeInterval="86400"/>
            </entity>
            """)
        let attributes = try #require(model.entitiesByName["E"]).attributesByName
        func failures(_ name: String, _ value: Any) -> [Int] {
            guard let attribute = attributes[name] else { return [-1] }
            return zip(attribute.validationPredicates, attribute.validationWarnings)
                .filter { !$0.0.evaluate(with: value) }.compactMap { ($0.1 as? NSNumber)?.intValue }
        }
        #expect(failures("n", NSNumber(value: 5)).isEmpty)
        #expect(failures("n", NSNumber(value: 0)) == [1620])
        #expect(failures("n", NSNumber(value: 11)) == [1610])
        #expect(failures("s", "abc").isEmpty)
        #expect(failures("s", "a") == [1670])
        #expect(failures("s", "abcde") == [1660])
        #expect(failures("s", "AB") == [1680])
        #expect(failures("d", Date(timeIntervalSinceReferenceDate: 5)).isEmpty)
        #expect(failures("d", Date(timeIntervalSinceReferenceDate: -5)) == [1640])
        #expect(failures("d", Date(timeIntervalSinceReferenceDate: 86401)) == [1630])
    }

    @Test func otherParts_ofAModel_areRead() throws {
        let model = try Self.load(
            """
            <entity name="Parent" isAbstract="YES" elementID="OldParent" versionHashModifier="2">
              <attribute name="title" optional="YES" attributeType="String" elementID="name"/>
              <attribute name="count" optional="YES" attributeType="Integer 64" derived="YES" \
            derivationExpression="children.@count"/>
              <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
              <attribute name="colour" optional="YES" attributeType="Transformable" \
            valueTransformerName="ColourTransformer" customClassName="Colour"/>
              <relationship name="children" optional="YES" toMany="YES" deletionRule="Nullify" \
            destinationEntity="Child"/>
              <fetchedProperty name="same" optional="YES">
                <fetchRequest name="fetchedPropertyFetchRequest" entity="Child" \
            predicateString="title == $FETCH_SOURCE.title"/>
              </fetchedProperty>
              <fetchIndex name="byTitle"><fetchIndexElement property="title" type="Binary" order="descending"/>
              </fetchIndex>
              <compoundIndexes><compoundIndex><index value="title"/></compoundIndex>
              <compoundIndex><index value="title"/><index value="count"/></compoundIndex></compoundIndexes>
              <uniquenessConstraints><uniquenessConstraint><constraint value="title"/><constraint value="count"/>
              </uniquenessConstraint></uniquenessConstraints>
              <userInfo><entry key="k" value="v"/></userInfo>
            </entity>
            <entity name="Child" parentEntity="Parent"/>
            <composite name="Place"><attribute name="lat" attributeType="Double" defaultValueString="0.0"/></composite>
            <configuration name="Half"><memberEntity name="Child"/></configuration>
            <fetchRequest name="All" entity="Child" predicateString="title BEGINSWITH $prefix" fetchLimit="7"/>
            <elements><element name="Child" positionX="0"/></elements>
            <somethingNew/>
            """)
        let parent = try #require(model.entitiesByName["Parent"])
        let child = try #require(model.entitiesByName["Child"])
        #expect(parent.isAbstract && parent.renamingIdentifier == "OldParent" && parent.versionHashModifier == "2")
        #expect(parent.userInfo?["k"] as? String == "v")
        #expect(child.superentity === parent && child.attributesByName["title"]?.renamingIdentifier == "name")
        let derived = try #require(child.attributesByName["count"] as? NSDerivedAttributeDescription)
        #expect(derived.derivationExpression?.description == "count:(children)")
        let place = try #require(parent.attributesByName["place"] as? NSCompositeAttributeDescription)
        #expect(place.elements.map(\.name) == ["lat"])
        #expect(parent.attributesByName["colour"]?.valueTransformerName == "ColourTransformer")
        #expect(parent.attributesByName["colour"]?.attributeValueClassName == "Colour")
        let fetched = try #require(parent.propertiesByName["same"] as? NSFetchedPropertyDescription)
        #expect(fetched.fetchRequest?.predicate?.description == "title == $FETCH_SOURCE.title")
        #expect(fetched.fetchRequest?.entity === child)
        #expect(parent.indexes.map(\.name) == ["byTitle", "compoundIndex", "compoundIndex1"])
        #expect(parent.indexes.map { $0.elements.map(\.propertyName) } == [["title"], ["title"], ["title", "count"]])
        #expect(parent.indexes.first?.elements.first?.isAscending == false)
        #expect(parent.constraintNames == [["title", "count"]])
        #expect(model.configurations == ["Half"])
        let template = try #require(model.fetchRequestTemplate(forName: "All"))
        #expect(template.fetchLimit == 7 && template.includesSubentities == false)
    }

    /// A broken file, and what must be said about it.
    struct Broken: CustomTestStringConvertible, Sendable {
        let code: ModelError.Code
        let subject: String?
        let body: String

        init(_ code: ModelError.Code, _ subject: String?, _ body: String) {
            (self.code, self.subject, self.body) = (code, subject, body)
        }

        var testDescription: String { "\(code): \(body)" }
    }

    @Test(arguments: [
        Broken(.malformed, nil, "<entity name=\"A\">"),
        Broken(.badEntityName, nil, "<entity/>"),
        Broken(.badEntityName, "A", "<entity name=\"A\"/><entity name=\"A\"/>"),
        Broken(.badPropertyName, "A", "<entity name=\"A\"><attribute attributeType=\"String\"/></entity>"),
        Broken(
            .badPropertyName, "A.a",
            "<entity name=\"A\"><attribute name=\"a\" attributeType=\"String\"/>"
                + "<attribute name=\"a\" attributeType=\"Date\"/></entity>"),
        Broken(
            .badPropertyName, "B.a",
            "<entity name=\"A\"><attribute name=\"a\" attributeType=\"String\"/></entity>"
                + "<entity name=\"B\" parentEntity=\"A\"><attribute name=\"a\" attributeType=\"String\"/></entity>"),
        Broken(.missingParent, "A", "<entity name=\"A\" parentEntity=\"Z\"/>"),
        Broken(.inheritanceCycle, "A", "<entity name=\"A\" parentEntity=\"A\"/>"),
        Broken(
            .inheritanceCycle, "A",
            "<entity name=\"A\" parentEntity=\"B\"/><entity name=\"B\" parentEntity=\"C\"/>"
                + "<entity name=\"C\" parentEntity=\"A\"/>"),
        Broken(.badAttributeType, "A.a", "<entity name=\"A\"><attribute name=\"a\" attributeType=\"Money\"/></entity>"),
        Broken(.badAttributeType, "A.a", "<entity name=\"A\"><attribute name=\"a\"/></entity>"),
        Broken(
            .badValue, "A.a",
            "<entity name=\"A\"><attribute name=\"a\" attributeType=\"Integer 16\" defaultValueString=\"40000\"/></entity>"
        ),
        Broken(
            .badValue, "A.a",
            "<entity name=\"A\"><attribute name=\"a\" attributeType=\"Double\" defaultValueString=\"much\"/></entity>"),
        Broken(
            .badValue, "A.a",
            "<entity name=\"A\"><attribute name=\"a\" attributeType=\"String\" regularExpressionString=\"[\"/></entity>"
        ),
        Broken(
            .badDestination, "A.r", "<entity name=\"A\"><relationship name=\"r\" deletionRule=\"Nullify\"/></entity>"),
        Broken(
            .badDestination, "A.r", "<entity name=\"A\"><relationship name=\"r\" destinationEntity=\"Z\"/></entity>"),
        Broken(
            .badInverse, "A.r",
            "<entity name=\"A\"><relationship name=\"r\" destinationEntity=\"A\" inverseName=\"z\" inverseEntity=\"A\"/>"
                + "</entity>"),
        Broken(
            .badRelationship, "A.r",
            "<entity name=\"A\"><relationship name=\"r\" destinationEntity=\"A\" deletionRule=\"Explode\"/></entity>"),
        Broken(
            .badRelationship, "A.r",
            "<entity name=\"A\"><relationship name=\"r\" toMany=\"YES\" maxCount=\"x\" destinationEntity=\"A\"/></entity>"
        ),
        Broken(
            .badRelationship, "A.r",
            "<entity name=\"A\"><relationship name=\"r\" toMany=\"YES\" minCount=\"3\" maxCount=\"2\" "
                + "destinationEntity=\"A\"/></entity>"),
        Broken(
            .badConstraint, "A",
            "<entity name=\"A\"><uniquenessConstraints><uniquenessConstraint><constraint value=\"z\"/>"
                + "</uniquenessConstraint></uniquenessConstraints></entity>"),
        Broken(
            .badConstraint, "A",
            "<entity name=\"A\"><fetchIndex name=\"i\"><fetchIndexElement property=\"z\"/></fetchIndex></entity>"),
        Broken(.badReference, nil, "<configuration name=\"C\"><memberEntity name=\"Z\"/></configuration>"),
        Broken(.badReference, nil, "<fetchRequest name=\"F\" entity=\"Z\"/>"),
        Broken(
            .badExpression, nil, "<entity name=\"A\"/><fetchRequest name=\"F\" entity=\"A\" predicateString=\"a ==\"/>"),
        Broken(
            .badExpression, "A.d",
            "<entity name=\"A\"><attribute name=\"d\" attributeType=\"Double\" derived=\"YES\"/></entity>"),
        Broken(
            .badReference, "A.c",
            "<entity name=\"A\"><attribute name=\"c\" attributeType=\"Composite\" composite=\"Z\"/></entity>"),
        Broken(
            .badReference, "A.c",
            "<entity name=\"A\"><attribute name=\"c\" attributeType=\"Composite\" composite=\"K\"/></entity>"
                + "<composite name=\"K\"><attribute name=\"x\" attributeType=\"Composite\" composite=\"K\"/></composite>"
        ),
    ])
    func brokenSource_isRefused_withPlaceAndCode(broken: Broken) {
        let error = #expect(throws: ModelError.self) { try Self.load(broken.body) }
        #expect(error?.code == broken.code)
        #expect(error?.subject == broken.subject)
        #expect(error?.file == "Test.xcdatamodel/contents")
        #expect(error?.line != nil)
        #expect(error?.problem.isEmpty == false && error?.remedy.isEmpty == false)
    }

    @Test func unreadableDefault_thatXcodeDrops_isAWarning() throws {
        let text =
            "<model><entity name=\"A\"><attribute name=\"a\" attributeType=\"UUID\" defaultValueString=\"empy\"/></entity></model>"
        var builder = ModelBuilder(try ModelSource(contents: Data(text.utf8), file: "f"))
        let model = try builder.build()
        #expect(model.entitiesByName["A"]?.attributesByName["a"]?.defaultValue == nil)
        #expect(builder.warnings.map(\.code) == [.badValue])
    }

    @Test func className_withLeadingDot_getsTheModule() throws {
        let text = "<model><entity name=\"Car\" representedClassName=\".Car\"/></model>"
        let source = try ModelSource(contents: Data(text.utf8), file: "f")
        var compiling = ModelBuilder(source, moduleName: "Garage")
        #expect(try compiling.build().entitiesByName["Car"]?.managedObjectClassName == "Garage.Car")
        var reading = ModelBuilder(source)
        #expect(try reading.build().entitiesByName["Car"]?.managedObjectClassName == "Car")
    }
}
