import Foundation
import Testing

@testable import ModelCompiler

/// The expected names are the compiler's own: undefined symbols of object files that Swift 6.3 made of
/// these declarations.
@Suite struct SymbolNameTests {
    private static let source = """
        public enum Kind: Int32 { case a, b }
        public struct Box { public enum Mode: String { case x } }
        public protocol Named {}
        public typealias Words = [String]
        public class Tag: NSManagedObject {}
        public class MyItem: NSManagedObject {
          public class Inner: NSManagedObject { @NSManaged public var outer: MyItem?; @NSManaged var me: Inner? }
          @NSManaged public var title: String?
          @NSManaged var parent: MyItem?
          @NSManaged var count: Int16
          @NSManaged var flag: Bool
          @NSManaged var n: NSNumber?
          @NSManaged var date: Date?
          @NSManaged var data: Data
          @NSManaged var uuid: UUID!
          @NSManaged var dec: Decimal
          @NSManaged var tags: Set<Tag>
          @NSManaged var items: Set<MyItem>?
          @NSManaged var arr: [String]?
          @NSManaged var dict2: [String: [Tag]]
          @NSManaged var any: Any?
          @NSManaged var kind: Kind
          @NSManaged var omode: Box.Mode?
          @NSManaged var oid: NSManagedObjectID?
          @NSManaged var `class`: String?
          @NSManaged private var secret: String?
          @NSManaged var named: (any Named)?
          @NSManaged var words: Words
        }
        extension MyItem {
          @NSManaged public var itemTitleItem: String?
          @NSManaged public var itemTitle_titleItem: String?
          @NSManaged var 제목: String?
          @NSManaged var café: String?
          @NSManaged var timeInt: TimeInterval
          @NSManaged func addToTags(_ value: Tag)
          @NSManaged func addToTags(_ values: NSSet)
          @NSManaged func insertIntoTags(_ value: Tag, at idx: Int)
          @NSManaged func insertIntoTags(_ values: [Tag], at indexes: NSIndexSet)
          @NSManaged func removeFromTags(at idx: Int)
          @NSManaged func replaceTags(at idx: Int, with value: Tag)
          @NSManaged func replaceTags(at indexes: NSIndexSet, with values: [Tag])
          @NSManaged func addToItems(_ value: MyItem)
        }
        """

    private static let expected = """
        $s5MyApp0A4ItemC5InnerC5outerACSgvg
        $s5MyApp0A4ItemC5InnerC2meAESgvg
        $s5MyApp0A4ItemC5titleSSSgvg
        $s5MyApp0A4ItemC6parentACSgvg
        $s5MyApp0A4ItemC5counts5Int16Vvg
        $s5MyApp0A4ItemC4flagSbvg
        $s5MyApp0A4ItemC1n10Foundation8NSNumberCSgvg
        $s5MyApp0A4ItemC4date20FoundationEssentials4DateVSgvg
        $s5MyApp0A4ItemC4data20FoundationEssentials4DataVvg
        $s5MyApp0A4ItemC4uuid20FoundationEssentials4UUIDVSgvg
        $s5MyApp0A4ItemC3dec20FoundationEssentials7DecimalVvg
        $s5MyApp0A4ItemC4tagsShyAA3TagCGvg
        $s5MyApp0A4ItemC5itemsShyACGSgvg
        $s5MyApp0A4ItemC3arrSaySSGSgvg
        $s5MyApp0A4ItemC5dict2SDySSSayAA3TagCGGvg
        $s5MyApp0A4ItemC3anyypSgvg
        $s5MyApp0A4ItemC4kindAA4KindOvg
        $s5MyApp0A4ItemC5omodeAA3BoxV4ModeOSgvg
        $s5MyApp0A4ItemC3oid8CoreData17NSManagedObjectIDCSgvg
        $s5MyApp0A4ItemC5classSSSgvg
        $s5MyApp0A4ItemC6secret33_98D386CD0D90DBA0A459B8DC6207754DLLSSSgvg
        $s5MyApp0A4ItemC5namedAA5Named_pSgvg
        $s5MyApp0A4ItemC5wordsSaySSGvg
        $s5MyApp0A4ItemC09itemTitleC0SSSgvg
        $s5MyApp0A4ItemC015itemTitle_titleC0SSSgvg
        $s5MyApp0A4ItemC007wFCbzJvSSSgvg
        $s5MyApp0A4ItemC007caf_dmaSSSgvg
        $s5MyApp0A4ItemC7timeIntSdvg
        $s5MyApp0A4ItemC9addToTagsyyAA3TagCF
        $s5MyApp0A4ItemC9addToTagsyy10Foundation5NSSetCF
        $s5MyApp0A4ItemC14insertIntoTags_2atyAA3TagC_SitF
        $s5MyApp0A4ItemC14insertIntoTags_2atySayAA3TagCG_10Foundation10NSIndexSetCtF
        $s5MyApp0A4ItemC14removeFromTags2atySi_tF
        $s5MyApp0A4ItemC11replaceTags2at4withySi_AA3TagCtF
        $s5MyApp0A4ItemC11replaceTags2at4withy10Foundation10NSIndexSetC_SayAA3TagCGtF
        $s5MyApp0A4ItemC10addToItemsyyACF
        """

    @Test func symbols_ofManagedDeclarations_areTheCompilersOwn() throws {
        var scan = SourceScan()
        scan.add(Self.source, file: "/somewhere/My.swift")
        var writer = SourceWriter()
        try ManagedBodyGenerator(scan: scan, models: [], moduleName: "MyApp").write(to: &writer)
        let names = writer.text.split(separator: "\n").compactMap { line -> String? in
            guard line.contains("@_silgen_name"), let name = line.split(separator: "\"").dropFirst().first,
                !name.hasSuffix("vs")
            else { return nil }
            return String(name)
        }
        let expected = Self.expected.split(separator: "\n").map(String.init)
        #expect(names.sorted() == expected.sorted())
    }

    /// Every order of access words, in a class and in extensions: what the compiler calls is what is supplied, with the
    /// linkage it expects.
    @Test(.enabled(if: TargetCompiler.found != nil, "there is no compiler, or no built library beside the tests"))
    func accessors_ofAllAccesses_areTheCompilersOwn() throws {
        var number = 0
        func members(_ words: [String]) -> String {
            words.map { words in
                number += 1
                return "@NSManaged \(words) var p\(number): \(["Int64", "String?", "Date?"][number % 3])"
            }.joined(separator: "\n")
        }
        let all = [
            "", "public", "internal", "package", "fileprivate", "private(set)", "private( set)", "fileprivate(set)",
            "public private(set)", "private(set) public", "fileprivate( set ) public", "public internal(set)",
            "public package(set)", "package private(set)", "fileprivate private(set)", "internal fileprivate(set)",
            "private(set) dynamic public",
        ]
        let narrow = ["", "private(set)", "fileprivate(set)", "internal", "internal private(set)"]
        let declarations = """
            import CoreData
            public class Thing: NSManagedObject {
            \(members(all + ["final public private(set)"]))
            }
            extension Thing { \(members(all)) }
            public extension Thing { \(members(narrow)) }
            package extension Thing { \(members(narrow)) }
            fileprivate extension Thing { \(members(["", "private(set)"])) }

            """
        let uses = (1...number).map { "p\($0) = p\($0)" }.joined(separator: "\n")
        let source = declarations + "extension Thing {\nfunc use() {\n\(uses)\n}\n}"
        var scan = SourceScan()
        scan.add(source, file: "/x/Thing.swift")
        #expect(scan.managed.count == number)
        var writer = SourceWriter()
        writer.line("import CoreData")
        try ManagedBodyGenerator(scan: scan, models: [], moduleName: "App").write(to: &writer)
        let supplied = Set(
            writer.text.split(separator: "\n").filter { $0.contains("@_silgen_name") }.compactMap {
                $0.split(separator: "\"").dropFirst().first.map(String.init)
            })
        #expect(supplied.count == 2 * number)
        let compiler = try #require(TargetCompiler.found)
        let called = try compiler.run("-emit-silgen", [("Thing.swift", source)])
        #expect(called.succeeded, "\(called.errors)")
        let names = Set(called.output.matches(of: /@(\$s[A-Za-z0-9_]+v[gs]) :/).map { String($0.output.1) })
        #expect(supplied.subtracting(names).isEmpty)
        // The whole module at once, optimised: a body whose linkage is another's would be refused or lost.
        let whole = try compiler.run(
            "-emit-ir", [("Thing.swift", source), ("Bodies.swift", writer.text)], options: ["-wmo", "-O"])
        #expect(whole.succeeded, "\(whole.errors)")
        for name in supplied {
            #expect(
                !whole.output.split(separator: "\n").contains { $0.hasPrefix("declare") && $0.contains(name) },
                "\(name)")
        }
    }

    /// Words of the module and of earlier parts are abbreviated; so are those of Foundation's names.
    @Test(arguments: [
        ("itemItem", "04itemB0"), ("appB1App", "05appB1A0"), ("ABC", "3ABC"), ("_x", "2_x"), ("a_b", "3a_b"),
        ("i18nCode2", "9i18nCode2"),
    ])
    func identifier_afterModuleAndClass_isAbbreviated(name: String, expected: String) {
        var symbol = SymbolName()
        let isModuleKnown = symbol.appendIdentifier("AppB")
        let isClassKnown = symbol.appendIdentifier("Item")
        let before = symbol.text.count
        let isNameKnown = symbol.appendIdentifier(name)
        #expect(isModuleKnown && isClassKnown && isNameKnown)
        #expect(symbol.text.dropFirst(before) == expected)
    }

    @Test func md5_ofKnownTexts_isKnown() {
        #expect(MD5.hexadecimal("") == "D41D8CD98F00B204E9800998ECF8427E")
        #expect(
            MD5.hexadecimal("12345678901234567890123456789012345678901234567890123456789012345678901234567890")
                == "57EDF4A22BE3C955AC49DA2E2107B67A")
    }

    @Test func unknownType_isRefused_withFileAndLine() {
        var scan = SourceScan()
        scan.add("class A: NSManagedObject {\n  @NSManaged var x: Elsewhere.Thing?\n}", file: "A.swift")
        var writer = SourceWriter()
        let error = #expect(throws: (any Error).self) {
            try ManagedBodyGenerator(scan: scan, models: [], moduleName: "M").write(to: &writer)
        }
        #expect("\(error.map { "\($0)" } ?? "")".hasPrefix("A.swift:2: A.x: The type \"Elsewhere.Thing?\""))
    }
}
