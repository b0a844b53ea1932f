import CoreData
import Foundation
import Testing

@Suite struct FoundationGapsTests {
    @Test func indexPath_ofRowAndSection_hasBoth() {
        var path = IndexPath(row: 3, section: 2)
        #expect(path.row == 3 && path.item == 3 && path.section == 2)
        #expect(path == IndexPath(item: 3, section: 2))
        #expect(path == IndexPath(indexes: [2, 3]))
        path.row = 5
        path.section = 0
        #expect(path == IndexPath(indexes: [0, 5]))
    }

    @Test func indexPath_ofOneLevel_hasNoRow() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = IndexPath(index: 3).row
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.contains("not a section and a row"))
    }

    @Test func selector_roundTrips() {
        let selector = NSSelectorFromString("compare:")
        #expect(NSStringFromSelector(selector) == "compare:")
        #expect(selector == Selector("compare:"))
        #expect("\(selector)" == "compare:")
    }

    @Test func autoreleasepool_returnsAndRethrows() throws {
        struct Failure: Error {}
        #expect(autoreleasepool { 3 } == 3)
        #expect(throws: Failure.self) { try autoreleasepool { throw Failure() } }
    }

    @Test func collections_readByKey_mapTheirElements() {
        let rows: [[String: Any]] = [["a": 1], ["a": 2], ["b": 3]]
        let array = rows as NSArray
        #expect((array.value(forKey: "a") as? NSArray)?.count == 3)
        #expect((array.value(forKey: "a") as? NSArray)?.lastObject is NSNull)
        #expect(array.value(forKeyPath: "@count") as? Int == 3)
        #expect(array.value(forKeyPath: "@sum.a") as? Int == 3)
        let set = NSSet(array: [["a": 1], ["a": 1, "b": 2]])
        #expect((set.value(forKey: "a") as? NSSet)?.count == 1)
        let ordered = NSOrderedSet(array: [["a": 2], ["a": 1]])
        #expect((ordered.value(forKeyPath: "a") as? NSOrderedSet)?.array as? [Int] == [2, 1])
        let dictionary: NSDictionary = ["a": ["b": 5]]
        #expect(dictionary.value(forKeyPath: "a.b") as? Int == 5)
        let mutable = NSMutableDictionary()
        mutable.setValue(1, forKey: "k")
        #expect(mutable["k"] as? Int == 1)
        let settable = [Settable(), Settable()]
        NSArray(array: settable).setValue(2, forKey: "k")
        NSSet(array: settable).setValue(3, forKey: "l")
        #expect(settable.allSatisfy { $0.values["k"] as? Int == 2 && $0.values["l"] as? Int == 3 })
        #expect((NSOrderedSet(array: settable).value(forKey: "k") as? NSOrderedSet)?.count == 1)
        mutable.setValue(nil, forKey: "k")
        #expect(mutable.count == 0)
    }

    final class Settable: NSObject, MutableKeyValueCoding {
        var values: [String: Any] = [:]
        func value(forKey key: String) -> Any? { values[key] }
        func setValue(_ value: Any?, forKey key: String) { values[key] = value }
    }

    @Test func containerURL_ofGroup_isAFolder() throws {
        let manager = FileManager.default
        let identifier = "group.org.example.test-\(UUID())"
        let url = try #require(manager.containerURL(forSecurityApplicationGroupIdentifier: identifier))
        defer { try? manager.removeItem(at: url) }
        var isFolder: ObjCBool = false
        #expect(manager.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue)
        #expect(url == manager.containerURL(forSecurityApplicationGroupIdentifier: identifier))
        for bad in ["", "..", "a/b"] {
            #expect(manager.containerURL(forSecurityApplicationGroupIdentifier: bad) == nil)
        }
    }

    @Test func objects_passedAsCVarArg_areReadByFormats() {
        #expect(String(format: "%@ %d", "a", 3) == "a 3")
        let words = (UUID() as CVarArg)._cVarArgEncoding
        #expect(words.count == 1 && words[0] != 0)
    }

    @Test func keyValueNames_haveTheirRawValues() {
        #expect(NSKeyValueSetMutationKind.minus.rawValue == 2)
        #expect(NSKeyValueOperator.maximumKeyValueOperator.rawValue == "max")
    }
}
