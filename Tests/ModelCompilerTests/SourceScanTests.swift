import Foundation
import Testing

@testable import ModelCompiler

@Suite struct SourceScanTests {
    private static func scan(_ text: String) -> SourceScan {
        var scan = SourceScan()
        scan.add(text, file: "F.swift")
        return scan
    }

    @Test func classes_withModifiers_areFound() {
        let scan = Self.scan(
            """
            // class Commented {}
            /* class Blocked { /* nested */ } */
            let text = "class InString { \\(1 + (2)) }"
            let raw = #"class "Raw" {"#
            @objc(Foo) public final class Foo: NSManagedObject, Codable { class func make() {} ; class Bar {} }
            private class Hidden: Foo { class Inner {} }
            internal class Plain<T: Equatable>: Base<T> where T: Hashable { func f() { class Local {} } }
            """)
        #expect(Set(scan.classes.keys) == ["Foo", "Foo.Bar", "Hidden", "Hidden.Inner", "Plain"])
        #expect(scan.classes["Foo"]?.isPublic == true)
        #expect(scan.classes["Foo"]?.superclass == "NSManagedObject")
        #expect(scan.classes["Foo.Bar"]?.isPublic == false)
        #expect(scan.classes["Hidden"]?.isReachable == false)
        #expect(scan.classes["Hidden.Inner"]?.isReachable == false)
        #expect(scan.classes["Plain"]?.isReachable == true)
    }

    @Test func managedMembers_inAllForms_areFound() throws {
        let scan = Self.scan(
            """
            class A: NSManagedObject {
                @NSManaged public var first: String?
                @objc @NSManaged private(set) var second: Int32
                @NSManaged var third, fourth: Date?
                @NSManaged var fifth: [String: Int]?, sixth: Bool
                @NSManaged
                var seventh: Set<A>
                var plain: String?
                @NSManaged func addToThings(_ value: A)
                #if canImport(ObjectiveC)
                @NSManaged var onlyThere: String?
                #else
                @NSManaged var onlyHere: String?
                #endif
            }
            public extension A { @NSManaged var eighth: Double }
            """)
        #expect(
            scan.managed.map(\.name) == [
                "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "addToThings", "onlyHere", "eighth",
            ])
        func type(_ name: String) -> String? {
            guard case .property(let tokens)? = scan.managed.first(where: { $0.name == name })?.kind else { return nil }
            return tokens.joined()
        }
        #expect(type("third") == "Date?" && type("fifth") == "[String:Int]?" && type("seventh") == "Set<A>")
        #expect(scan.managed.first?.access == .public)
        #expect(scan.managed.last?.access == .public)
        #expect(scan.managed.first { $0.name == "second" }?.line == 3)
        let method = try #require(scan.managed.first { $0.name == "addToThings" })
        #expect(method.kind == .function(parameters: [.init(label: nil, type: ["A"])], result: []))
    }

    /// The words in front of a variable and of its extension, and who may read and who may write it.
    @Test(arguments: [
        ("public private(set)", "", SourceScan.MemberAccess.public, SourceScan.MemberAccess.private),
        ("private(set) public", "", .public, .private),
        ("private ( set ) public", "", .public, .private),
        ("private\n(\nset) public", "", .public, .private),
        ("fileprivate(set) open dynamic", "", .public, .private),
        ("public internal(set)", "", .public, .internal),
        ("public package(set)", "", .public, .package),
        ("private(set)", "", .internal, .private),
        ("private(set) internal", "", .internal, .private),
        ("private(set)", "public", .public, .private),
        ("private(set)", "package", .package, .private),
        ("package private(set)", "", .package, .private),
        ("fileprivate private(set)", "", .private, .private),
        ("private fileprivate(set)", "", .private, .private),
        ("private(set)", "fileprivate", .private, .private),
        ("", "private", .private, .private),
        ("internal", "public", .internal, .internal),
        ("unowned(safe) private(set)", "public", .public, .private),
        ("@objc(name) private(set)", "public", .public, .private),
    ])
    func managedProperty_withAccessOfItsSetter_hasBoth(
        words: String, ofExtension: String, access: SourceScan.MemberAccess, setterAccess: SourceScan.MemberAccess
    ) {
        for line in ["@NSManaged \(words)", "\(words) @NSManaged", "\(words)\n@NSManaged"] {
            let scan = Self.scan("\(ofExtension) extension A {\n@NSManaged var other: Int16\n\(line) var x: Int64\n}")
            #expect(scan.managed.last?.name == "x" && scan.managed.count == 2)
            #expect(scan.managed.last?.access == access, "\(line)")
            #expect(scan.managed.last?.setterAccess == setterAccess, "\(line)")
        }
    }

    @Test(arguments: [
        ("class A: NSManagedObject, Identifiable {}", true), ("class A: NSManagedObject {}", false),
        ("class A: B {}\nextension A: @retroactive Swift.Identifiable, Codable where X: Y {}", true),
        ("class A: B {}; class B: C & Identifiable {}", true),
        ("class A: B {}; protocol B: Q {}; extension Q: Z {}", false),
        ("protocol P: Identifiable {}; class A: NSManagedObject, P {}", true),
        ("typealias P = Codable & Identifiable; class A: NSManagedObject, P {}", true),
        ("class A: A {}", false), ("struct Identifiable {}; class A: Box<Identifiable> {}", false),
    ])
    func conformance_toIdentifiable_isFound(source: String, expected: Bool) {
        #expect(Self.scan(source).conforms("A", to: "Identifiable") == expected)
    }

    /// Whatever stands in a file, reading it ends.
    @Test func brokenSource_isRead_withoutCrash() {
        let text = "class A: B { @NSManaged var x: [String: (Int, \"\\(\"\\(a)\")\") @NSManaged func f(_ a: B, #if { /*"
        for length in 0...text.count { _ = Self.scan(String(text.prefix(length))) }
        _ = Self.scan(String(repeating: "class A {", count: 10_000))
        _ = Self.scan(String(repeating: "\"\\(", count: 10_000))
        _ = Self.scan("@NSManaged var x: " + String(repeating: "[", count: 10_000))
        #expect(ManagedType(tokens: Array(repeating: "[", count: 10_000)) == nil)
    }

    @Test(arguments: [
        ("canImport(ObjectiveC)", false as Bool?), ("!canImport(ObjectiveC)", true),
        ("canImport(UIKit) || os(Linux)", true),
        ("canImport(CoreData)", nil), ("DEBUG", nil), ("DEBUG && canImport(AppKit)", false),
        ("(os(iOS) || os(macOS)) && DEBUG", false), ("targetEnvironment(simulator)", false),
    ])
    func condition_isDecided_whereItIsCertain(text: String, value: Bool?) {
        #if os(Linux)
            #expect(CompilationCondition.evaluate(text) == value)
        #endif
    }
}
