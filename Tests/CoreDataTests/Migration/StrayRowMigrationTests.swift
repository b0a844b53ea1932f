import Foundation
import SQLite
import Testing

@testable import CoreData

/// Rows whose `Z_ENT` fits no entity of their table do not vanish in a migration.
@Suite("Migration of rows of no entity")
struct StrayRowMigrationTests {
    private func sketch(isNew: Bool, hasChild: Bool) -> ModelSketch {
        var sketch = ModelSketch(entities: [
            .init(
                id: 1, name: "Book",
                attributes: [
                    .init(id: 10, name: "title", type: .stringAttributeType),
                    .init(id: 11, name: isNew ? "more" : "note", type: .stringAttributeType),
                ])
        ])
        if hasChild { sketch.entities.append(.init(id: 2, name: "Novel", parent: 1)) }
        // a name before the others', so that numbers change.
        if isNew { sketch.entities.append(.init(id: 3, name: "Aa")) }
        return sketch
    }

    private func fill(_ bench: MigrationBench, hasChild: Bool, number: String) throws {
        try bench.open(sketch(isNew: false, hasChild: hasChild).model()) { context in
            for title in ["a", "b"] { MigrationBench.insert("Book", ["title": title], into: context) }
            try context.save()
        }
        let connection = try bench.connection()
        defer { connection.close() }
        try connection.execute("UPDATE ZBOOK SET Z_ENT = \(number) WHERE ZTITLE = 'a'", purpose: "test")
    }

    @Test(arguments: ["99", "NULL", "0"])
    func table_ofOneEntity_keepsItsRows(number: String) throws {
        let bench = try MigrationBench()
        try fill(bench, hasChild: false, number: number)
        let titles = try bench.open(sketch(isNew: true, hasChild: false).model()) { context in
            try MigrationBench.objects("Book", in: context).compactMap { $0.value(forKey: "title") as? String }
        }
        #expect(Set(titles) == ["a", "b"])
        let connection = try bench.connection()
        defer { connection.close() }
        let numbers = try connection.firstInteger("SELECT count(DISTINCT Z_ENT) FROM ZBOOK", purpose: "test")
        #expect(numbers == 1)
    }

    @Test(arguments: ["99", "NULL"])
    func table_ofSeveralEntities_isRefused_andStays(number: String) throws {
        let bench = try MigrationBench()
        try fill(bench, hasChild: true, number: number)
        let error = #expect(throws: NSError.self) {
            try bench.open(sketch(isNew: true, hasChild: true).model()) { _ in }
        }
        #expect(
            error.map { "\($0) \($0.userInfo)" }?.contains("1 row of ZBOOK") == true, "\(String(describing: error))")
        let titles = try bench.open(sketch(isNew: false, hasChild: true).model()) { context in
            try MigrationBench.objects("Book", in: context).count
        }
        #expect(titles == 1)
        let connection = try bench.connection()
        defer { connection.close() }
        #expect(try connection.firstInteger("SELECT count(*) FROM ZBOOK", purpose: "test") == 2)
    }
}
