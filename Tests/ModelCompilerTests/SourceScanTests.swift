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
        #expect(scan.managed.first?.isPublicMember == true)
        #expect(scan.managed.last?.isPublicMember == true)
        #expect(scan.managed.first { $0.name == "second" }?.line == 3)
        let method = try #require(scan.managed.first { $0.name == "addToThings" })
        #expect(method.kind == .function(parameters: [.init(label: nil, type: ["A"])], result: []))
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
