import CoreData
import Foundation
import Testing

@testable import ModelCompiler

/// What the rules make of single sources.
struct PortingTests {
    /// Ports sources that lie in one folder; the first is the one that is looked at.
    private static func port(_ text: String, besides others: [String] = []) throws -> PortedFile {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("port-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (number, text) in ([text] + others).enumerated() {
            try Data(text.utf8).write(to: folder.appendingPathComponent("\(number).swift"))
        }
        return try #require(try PortProject(folder).run().files.first { $0.path == "0.swift" })
    }

    private static func expect(
        _ text: String, becomes expected: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let file = try port(text)
        let result = String(decoding: file.ported, as: UTF8.self)
        #expect(result == expected, sourceLocation: sourceLocation)
        #expect(file.findings.isEmpty, "\(file.findings)", sourceLocation: sourceLocation)
        let again = try port(result)
        #expect(again.edits.isEmpty, "\(again.edits)", sourceLocation: sourceLocation)
    }

    /// In a file that imports Core Data.
    private static func expectBody(
        _ text: String, becomes expected: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try expect(
            "import CoreData\n\(text)\n", becomes: "import CoreData\n\(expected)\n", sourceLocation: sourceLocation)
    }

    private static func kinds(_ text: String) throws -> [PortFinding.Kind] {
        try port("import CoreData\n\(text)\n").findings.map(\.kind)
    }

    // MARK: Attributes

    @Test(arguments: [
        ("@objc(A)\nclass A {}", "#if canImport(ObjectiveC)\n@objc(A)\n#endif\nclass A {}"),
        ("  @objc\n  // why\n  class A {}", "  #if canImport(ObjectiveC)\n  @objc\n  #endif\n  // why\n  class A {}"),
        ("\t@objc func a() {}", "\t#if canImport(ObjectiveC)\n\t@objc\n\t#endif\n\tfunc a() {}"),
        (
            "class A { @objc func a() {} }",
            "class A {\n#if canImport(ObjectiveC)\n@objc\n#endif\nfunc a() {} }"
        ),
        (
            "@available(iOS 13, *) @objc\nprivate(set) var a = 1",
            "#if canImport(ObjectiveC)\n@objc\n#endif\n@available(iOS 13, *)\nprivate(set) var a = 1"
        ),
        (
            "@available(iOS 13, *)\n@objc(a:b:) @discardableResult func a(b: Int) {}",
            "@available(iOS 13, *)\n#if canImport(ObjectiveC)\n@objc(a:b:)\n#endif\n@discardableResult func a(b: Int) {}"
        ),
        ("@objc extension A {}", "#if canImport(ObjectiveC)\n@objc\n#endif\nextension A {}"),
        (
            "@objc protocol P { func a() }",
            "#if canImport(ObjectiveC)\n@objc\n#endif\nprotocol P: AnyObject { func a() }"
        ),
        ("@objc protocol P: Q {}", "#if canImport(ObjectiveC)\n@objc\n#endif\nprotocol P: AnyObject, Q {}"),
        (
            "@objc protocol P: NSObjectProtocol {}",
            "#if canImport(ObjectiveC)\n@objc\n#endif\nprotocol P: NSObjectProtocol {}"
        ),
        (
            "@objc @objcMembers\nclass A {}",
            "#if canImport(ObjectiveC)\n@objc @objcMembers\n#endif\nclass A {}"
        ),
        ("@objc class func a() {}", "#if canImport(ObjectiveC)\n@objc\n#endif\nclass func a() {}"),
    ])
    func attribute_ofObjectiveC_isGuarded(source: String, expected: String) throws {
        try Self.expectBody(source, becomes: expected)
    }

    @Test(arguments: [
        "@objc enum A: Int { case a }", "@objc(AA) public enum A: Int { case a }", "@nonobjc func a() {}",
        "dynamic var a = 1", "// @objc class A {}", "/* /* @objc */ @objc */ class A {}",
        "let a = \"@objc class A {}\"",
        "let a = #\"\\(\"@objc\") \"# ; let b = \"\"\"\n@objc\n\"\"\"", "let a = /@objc \"/", "let a = #/@objc \"/#",
        "#if canImport(ObjectiveC)\n@objc\n#endif\nclass A {}", "#if os(iOS) || os(macOS)\n@objc class A {}\n#endif",
        "#if !canImport(UIKit)\nclass A {}\n#else\n@objc class A {}\n#endif",
        "#if os(Linux)\nclass A {}\n#elseif DEBUG\n@objc class A {}\n#endif",
        "#if os(macOS)\n#if DEBUG\n@objc class A {}\n#else\n@objc class B {}\n#endif\n#endif",
        "@objcOther class A {}", "`objc` + a",
    ])
    func source_thatNeedsNothing_staysAsItIs(source: String) throws {
        try Self.expectBody(source, becomes: source)
    }

    @Test func attribute_underAnUnknownCondition_isGuarded() throws {
        let file = try Self.port("import CoreData\n#if DEBUG\n@objc class A {\n#else\n@objc class A: B {\n#endif\n}\n")
        #expect(file.edits.filter { $0.text.contains("canImport") }.count == 2)
    }

    @Test func className_thatDiffersFromTheSwiftName_isAFinding() throws {
        let file = try Self.port("import CoreData\n@objc(Other)\nclass A: NSManagedObject {}\n")
        #expect(file.findings.map(\.kind) == [.className] && file.buildsAfter)
    }

    // MARK: Key paths

    @Test(arguments: [
        ("let a = #keyPath(A.b.c)", "let a = \"b.c\""), ("let a = #keyPath(b)", "let a = \"b\""),
        ("let a = #keyPath(A.B.c)", "let a = \"c\""), ("let a = #keyPath(A.`default`)", "let a = \"default\""),
        ("let a = #keyPath(\n  A\n  .b)", "let a = \"b\""),
        ("let a = \"x \\(#keyPath(A.b)) \\( #keyPath(A.c.d) ) y\"", "let a = \"x b c.d y\""),
        ("let a = \"\\(f(#keyPath(A.b)))\"", "let a = \"\\(f(\"b\"))\""),
        ("let a = #\"\\#(#keyPath(A.b)) \\(#keyPath(A.b))\"#", "let a = #\"b \\(#keyPath(A.b))\"#"),
        ("let a = \"\"\"\n\\(\"\\(#keyPath(A.b))\")\n\"\"\"", "let a = \"\"\"\n\\(\"b\")\n\"\"\""),
    ])
    func keyPath_ofProperties_becomesAString(source: String, expected: String) throws {
        try Self.expectBody(source, becomes: expected)
    }

    @Test func keyPath_whoseStringIsNotKnown_isAFinding() throws {
        #expect(try Self.kinds("let a = #keyPath(A.B)") == [.keyPath])
        #expect(try Self.kinds("let a = #keyPath(UIView.isHidden)") == [.keyPath])
        #expect(try Self.kinds("let a = #keyPath(A.b?.c)") == [.keyPath])
        #expect(try Self.kinds("let a = #keyPath()") == [.keyPath])
        #expect(try Self.kinds("class A { var isOpen = 1 }; let a = #keyPath(A.isOpen)") == [])
        let renamed = "class A: NSObject {\n#if canImport(ObjectiveC)\n@objc(other)\n#endif\nvar b = 1 }\n"
        #expect(try Self.kinds(renamed + "let a = #keyPath(A.b)") == [.keyPath])
    }

    // MARK: The others

    @Test(arguments: [
        (
            "let a = #selector(NSString.localizedStandardCompare(_:))",
            "let a = NSSelectorFromString(\"localizedStandardCompare:\")"
        ),
        ("let a = #selector(NSNumber.compare)", "let a = NSSelectorFromString(\"compare:\")"),
        (
            "let a = A.fetchRequest() as! NSFetchRequest<NSFetchRequestResult>",
            "let a = A.fetchRequest() as NSFetchRequest<NSFetchRequestResult>"
        ),
        ("let a = A.fetchRequest() as! NSFetchRequest<A>", "let a = A.fetchRequest() as! NSFetchRequest<A>"),
        ("let a: NSSet = [1, 2]", "let a: NSSet = NSSet(array: [1, 2])"),
        ("var a: NSSet? = []", "var a: NSSet? = NSSet()"),
        ("let a: NSSet = [1].b", "let a: NSSet = [1].b"),
        ("willChangeValue(for: \\A.b)", "willChangeValue(forKey: \"b\")"),
    ])
    func form_withAnEdit_isEdited(source: String, expected: String) throws {
        try Self.expectBody(source, becomes: expected)
    }

    @Test(arguments: [
        ("import UIKit\nimport CoreData\n", "#if canImport(UIKit)\nimport UIKit\n#endif\nimport CoreData\n"),
        (
            "import SwiftUI\nclass A: ObservableObject {}\n",
            "import Combine\n#if canImport(SwiftUI)\nimport SwiftUI\n#else\nimport Foundation\n#endif\nclass A: ObservableObject {}\n"
        ),
        (
            "import Foundation\nclass A: ObservableObject {}\n",
            "import Foundation\nimport Combine\nclass A: ObservableObject {}\n"
        ),
        (
            "import CoreData\nvar a: XMLParser?\n",
            "import CoreData\n#if canImport(FoundationXML)\nimport FoundationXML\n#endif\nvar a: XMLParser?\n"
        ),
        ("import CoreData\nimport Foundation\nvar a: NSExpression?\n", "import CoreData\nvar a: NSExpression?\n"),
        (
            "import CoreData\n@preconcurrency import os.log // logs\n",
            "import CoreData\n#if canImport(os)\n@preconcurrency import os.log // logs\n#endif\n"
        ),
        (
            "import Combine\nimport Foundation\n@objc class A: NSObject {}",
            "import Combine\nimport Foundation\n#if canImport(ObjectiveC)\n@objc\n#endif\nclass A: NSObject {}"
        ),
        (
            "import Foundation\n@objc\nclass A: NSManagedObject {}\n",
            "import Foundation\nimport CoreData\n#if canImport(ObjectiveC)\n@objc\n#endif\nclass A: NSManagedObject {}\n"
        ),
    ])
    func import_thatDoesNotHoldElsewhere_isEdited(source: String, expected: String) throws {
        try Self.expect(source, becomes: expected)
    }

    @Test(arguments: [
        ("center.addObserver(self, selector: #selector(a), name: nil, object: nil)", PortFinding.Kind.observer),
        ("let a = #selector(b)", .selector),
        ("o.addObserver(self, forKeyPath: \"a\", options: [], context: nil)", .keyValueObserving),
        ("o.observe(\\.a) { _, _ in }", .keyValueObserving), ("o.publisher(for: \\.a)", .keyValueObserving),
        ("var a: NSKeyValueObservation?", .keyValueObserving), ("objc_sync_enter(self)", .missing),
        ("let a = NSPersistentCloudKitContainer(name: \"a\")", .missing),
        ("extension A { override func willSave() {} }", .override),
        ("class A: B { override class func fetchRequest() -> C {} }", .override),
        ("func a<T: B>(_ t: T.Type) { T(entity: c, insertInto: d) }", .creation),
        ("func a(_ t: B.Type) { t.init(entity: c, insertInto: d) }", .creation),
        ("type(of: a).init(managedObjectModel: b)", .creation), ("let a = NSMapTable<A, B>()", .missing),
        ("let a = b as? NSFetchRequest<C>", .cast), ("let a = b as! NSFetchedResultsController<C>", .cast),
        ("for await a in center.notifications(named: b) {}", .notifications),
        ("import CloudKit\nlet a: CKRecord? = nil", .module),
        (
            "Timer.scheduledTimer(timeInterval: 1, target: self, selector: #selector(a), userInfo: nil, repeats: true)",
            .selector
        ),
        ("@objc protocol P { @objc optional func a() }", .attribute),
    ])
    func form_withoutAnEdit_isAFinding(source: String, kind: PortFinding.Kind) throws {
        #expect(try Self.kinds(source) == [kind])
    }

    @Test(arguments: [
        "class A: B { override init(entity: C, insertInto d: E?) { super.init(entity: entity, insertInto: d) } }",
        "let a = Book(entity: b, insertInto: c)", "let a: Book = .init(entity: b, insertInto: c)",
        "let a = Book.init(entity: b, insertInto: c)", "let a: B = .init(managedObjectModel: c)",
        "center.addObserver(forName: a, object: nil, queue: nil) { _ in }",
        "center.removeObserver(self)", "center.publisher(for: a)", "autoreleasepool { }", "let a = b as NSDate",
        "let a = try c.fetch(r) as? [A]", "var a: NSFetchedResultsController<NSFetchRequestResult>?",
        "extension A { func b() {} }", "let a = T(context: c)", "func a(observe: Int) { observe(1) }",
    ])
    func form_thatCompilesEverywhere_isLeftAlone(source: String) throws {
        try Self.expectBody(source, becomes: source)
    }

    @Test func application_askedForItsDelegate_isAdvisedToHandTheContextIn() throws {
        func advice(_ expression: String) throws -> String? {
            try Self.port("import CoreData\nimport UIKit\nlet a = \(expression)\n").findings.first?.suggestion
        }
        #expect(try advice("UIApplication.shared.delegate as! D")?.hasPrefix("Hand the container") == true)
        #expect(try advice("UIApplication.didEnterBackgroundNotification")?.contains("canImport(UIKit)") == true)
    }

    // MARK: Roles

    @Test func roles_ofFiles_followFromWhatTheyName() throws {
        func role(_ text: String, _ others: [String] = []) throws -> PortedFile.Role {
            try Self.port(text, besides: others).role
        }
        #expect(try role("import CoreData\n") == .dataLayer)
        #expect(try role("import UIKit\nclass A: UIViewController { var c: NSManagedObjectContext? }\n") == .interface)
        #expect(try role("import UIKit\nclass A: Base {}\n", ["import UIKit\nclass Base: UIView {}\n"]) == .interface)
        #expect(try role("struct A {}\n") == .other)
        #expect(try role("struct A {}\n", ["import CoreData\nlet a: A? = nil\n"]) == .needed)
        #expect(try role("#if os(iOS)\nimport CoreData\n#endif\n") == .other)
        #expect(try role("// import CoreData\nlet a = \"import CoreData\"\n") == .other)
    }

    // MARK: Sources that nobody would write on purpose

    @Test(arguments: [
        "", "\u{FEFF}", "@", "@objc", "@objc(", "import", "import CoreData\n@objc(",
        "#if\n#else\n#else\n#endif\n#endif",
        "import CoreData\n}}}}{{{{@objc class {", "import CoreData\n\"\\(\\(\"", "import CoreData\n#keyPath(",
        "import CoreData\nas! NSFetchRequest<",
        "import CoreData\n/* /* @objc", "import CoreData\n\"\"\" @objc", "import CoreData\n@objc @objc @objc",
        "import CoreData; import UIKit; @objc class A {}",
        "import CoreData\n\r\r@objc\rclass A {}\r", "import CoreData\n= [", "import CoreData\n: NSSet = [",
        "import CoreData\nwillChangeValue(for:)",
        "import CoreData\npublic\n@objc\nfinal\n@objc(x)\nclass", "import CoreData\n#keyPath(A.#keyPath(b))",
        "import CoreData\nobserve(", "import CoreData\n.notifications(",
    ])
    func source_thatIsBroken_isRead(source: String) throws {
        let file = try Self.port(source)
        // What is written can be read again, and editing comes to an end.
        var text = String(decoding: file.ported, as: UTF8.self)
        for _ in 0..<4 { text = String(decoding: try Self.port(text).ported, as: UTF8.self) }
        #expect(try Self.port(text).edits.isEmpty)
    }

    @Test func sources_cutAnywhere_areRead() throws {
        let whole = """
            import CoreData
            import UIKit
            @objc(A) public class A: NSManagedObject { @objc var a = "\\(#keyPath(A.b))"
              #if DEBUG
              func f() { x.addObserver(self, selector: #selector(A.c(_:)), name: nil, object: nil) } /* /* */ */
              #endif
              let s: NSSet = [1]; let d = #"\\#("")"# }
            """
        for length in 0...whole.utf8.count {
            _ = try Self.port(String(decoding: Array(whole.utf8.prefix(length)), as: UTF8.self))
        }
    }

    @Test(.timeLimit(.minutes(2)))
    func source_thatIsLarge_takesTimeByItsLength() throws {
        for part in [
            "class A ", "@objc ", "f(", "#if A\n", "\"\\(", "/*", "addObserver(", "= [", "A<",
            "@objc class A { @objc func a() {} }\n",
        ] {
            let text = "import CoreData\n" + String(repeating: part, count: 40_000 / part.utf8.count)
            let file = try Self.port(text)
            #expect(file.path == "0.swift")
        }
    }

    // MARK: The tables

    /// What is said to be missing is missing: the table goes stale when it is declared one day.
    @Test func missingNames_areNotDeclared() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/CoreData").standardizedFileURL
        var declared: Set<String> = []
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where name.hasSuffix(".swift") {
            let tokens = SwiftLexer.tokens(
                of: try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))
            for (word, name) in zip(tokens, tokens.dropFirst())
            where ["class", "struct", "enum", "protocol", "let", "var", "typealias", "func"].contains(word.text) {
                declared.insert(name.text)
            }
        }
        #expect(declared.contains("NSManagedObject"))
        #expect(MissingNames.notInCoreData.count > 10)
        #expect(MissingNames.notInCoreData.intersection(declared) == [])
    }
}
