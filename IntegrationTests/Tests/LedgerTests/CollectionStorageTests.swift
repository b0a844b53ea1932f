import Foundation
import Ledger
import Testing

@Suite struct CollectionStorageTests {
    let store: TemporaryStore
    let storage: CollectionStorage

    init() throws {
        store = try TemporaryStore()
        storage = CollectionStorage(name: "countries", stack: try store.stack())
    }

    @Test func toggle_twice_returnsToTheStart() async throws {
        #expect(try await storage.toggle("KR"))
        #expect(try await storage.owned() == ["KR"])
        #expect(try await storage.toggle("KR") == false)
        #expect(try await storage.owned().isEmpty)
    }

    @Test func owned_outlivesTheStack_andReset() async throws {
        for code in ["KR", "FR", "NZ"] { _ = try await storage.toggle(code) }
        let reopened = CollectionStorage(name: "countries", stack: try store.stack())
        #expect(try await reopened.owned() == ["KR", "FR", "NZ"])
        let other = CollectionStorage(name: "stamps", stack: try store.stack())
        #expect(try await other.owned().isEmpty)
        #expect(try await reopened.reset() == 3)
        #expect(try await reopened.owned().isEmpty)
    }
}
