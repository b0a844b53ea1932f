import Foundation
import SQLite
import Testing

@testable import CoreData

/// Composite attributes in objects, contexts and stores.
@Suite struct CompositeTests {
    private static var everything: [String: Any] {
        [
            "city": "대구", "geo": ["lat": 35.87, "lon": 128.6] as [String: Any],
            "id": UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
            "sent": Date(timeIntervalSinceReferenceDate: 1_000.5), "weight": NSDecimalNumber(string: "2.5"),
            "count": NSNumber(value: Int16(7)), "ok": NSNumber(value: true), "raw": Data([1, 2, 3]),
            "link": URL(fileURLWithPath: "/a"), "ratio": NSNumber(value: Float(0.25)),
            "extra": NSArray(array: ["p", "q"]),
        ]
    }

    @Test(arguments: League.Kind.allCases)
    func values_ofEveryType_comeBackEqual(kind: League.Kind) throws {
        try Parcels.run(kind) { stack in
            let parcel = stack.context.make("Parcel", ["name": "A", "origin": Self.everything])
            #expect(parcel.composite("origin") == NSDictionary(dictionary: Self.everything))
            try stack.context.save()
            #expect(!parcel.hasChanges)
            try stack.elsewhere { context in
                let found = try #require(try context.all("Parcel").first)
                #expect(found.composite("origin") == NSDictionary(dictionary: Self.everything))
                #expect(found.value(forKeyPath: "origin.geo.lat") as? Double == 35.87)
                #expect((found.value(forKeyPath: "origin.geo") as? [String: Any])?["lon"] as? Double == 128.6)
                #expect(found.value(forKeyPath: "origin.city") as? String == "대구")
                #expect(found.value(forKey: "size") == nil && found.value(forKeyPath: "size.width") == nil)
                #expect(found.changedValues().isEmpty)
            }
        }
    }

    @Test(arguments: League.Kind.allCases)
    func composite_ofNothing_isNil(kind: League.Kind) throws {
        try Parcels.run(kind) { stack in
            let parcel = stack.context.make("Parcel", ["size": ["width": 2.0, "height": 3.0]])
            #expect(parcel.composite("size") == ["width": 2.0, "height": 3.0])
            parcel.setValue(["width": 4.0, "height": NSNull()] as [String: Any], forKey: "size")
            #expect(parcel.composite("size") == ["width": 4.0])
            try stack.context.save()
            #expect(parcel.composite("size") == ["width": 4.0])
            for nothing: Any? in [
                nil, [String: Any](), NSDictionary(), NSNull(), ["width": Optional<Double>.none as Any],
            ] {
                parcel.setValue(["width": 1.0], forKey: "size")
                parcel.setValue(nothing, forKey: "size")
                #expect(parcel.value(forKey: "size") == nil)
            }
            try stack.context.save()
            stack.context.refreshAllObjects()
            #expect(parcel.value(forKey: "size") == nil)
        }
    }

    @Test func defaults_ofElements_makeTheFirstValue() throws {
        try Parcels.run { stack in
            let parcel = stack.context.make("Crate")
            #expect(parcel.composite("mark") == ["a": 3, "b": "x"])
            #expect(parcel.value(forKey: "size") == nil)
            try stack.context.save()
            stack.context.reset()
            #expect(try stack.context.all("Crate").first?.composite("mark") == ["a": 3, "b": "x"])
        }
    }

    @Test func element_setByKeyPath_changesTheWhole() throws {
        try Parcels.run { stack in
            let shelf = stack.context.make("Shelf", ["dims": ["depth": 1]])
            let parcel = stack.context.make("Parcel", ["size": ["width": 2.0, "unit": "cm"], "shelf": shelf])
            try stack.context.save()
            parcel.setValue(5, forKeyPath: "size.width")
            parcel.setValue(["lat": 1.0], forKeyPath: "origin.geo")
            parcel.setValue(2.0, forKeyPath: "origin.geo.lon")
            parcel.setValue(7, forKeyPath: "shelf.dims.depth")
            #expect(parcel.composite("size") == ["width": 5.0, "unit": "cm"])
            #expect(parcel.composite("origin") == ["geo": ["lat": 1.0, "lon": 2.0]])
            #expect(shelf.composite("dims") == ["depth": 7])
            let changed = parcel.changedValues()
            #expect(Set(changed.keys) == ["size", "origin"])
            #expect((changed["size"] as? [String: Any])?["width"] as? Double == 5)
            let before = parcel.committedValues(forKeys: ["size", "origin", "name"])
            #expect((before["size"] as? [String: Any])?["width"] as? Double == 2)
            #expect(before["origin"] is NSNull)
            #expect(parcel.hasPersistentChangedValues)
            stack.context.rollback()
            #expect(parcel.composite("size") == ["width": 2.0, "unit": "cm"] && parcel.value(forKey: "origin") == nil)
            parcel.setPrimitiveValue(["width": 8.0], forKey: "size")
            #expect(parcel.primitiveValue(forKey: "size") as? [String: Double] == ["width": 8])
            #expect(parcel.description.contains("size = [\"width\": 8"))
        }
    }

    @Test func undo_bringsBackTheWhole() throws {
        try Parcels.run { stack in
            let undo = UndoManager()
            undo.groupsByEvent = false
            let parcel = stack.context.make("Parcel", ["size": ["width": 2.0, "unit": "cm"]])
            try stack.context.save()
            stack.context.undoManager = undo
            undo.beginUndoGrouping()
            parcel.setValue(["width": 3.0], forKey: "size")
            stack.context.processPendingChanges()
            undo.endUndoGrouping()
            undo.undo()
            #expect(parcel.composite("size") == ["width": 2.0, "unit": "cm"])
            undo.redo()
            #expect(parcel.composite("size") == ["width": 3.0])
        }
    }

    @Test func validation_looksAtElements() throws {
        func errors(_ size: [String: Any]?, optional: Bool) throws -> [String: Int] {
            let composite = Parcels.size()
            composite.isOptional = optional
            var result: [String: Int] = [:]
            try Parcels.run(.sqlite, Parcels.model([composite])) { stack in
                _ = stack.context.make("Parcel", size.map { ["size": $0] } ?? [:])
                do {
                    try stack.context.save()
                } catch {
                    let error = error as NSError
                    let all = error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? [error]
                    for error in all { result[error.userInfo[NSValidationKeyErrorKey] as? String ?? ""] = error.code }
                }
            }
            return result
        }
        for optional in [true, false] {
            #expect(try errors(["width": 1.0], optional: optional) == [:])
            #expect(
                try errors(["unit": "cm"], optional: optional)
                    == ["size.width": NSValidationMissingMandatoryPropertyError])
            #expect(try errors(["width": -1.0], optional: optional) == ["size.width": NSValidationNumberTooSmallError])
        }
        #expect(try errors(nil, optional: true) == [:])
        #expect(try errors(nil, optional: false) == ["size": NSValidationMissingMandatoryPropertyError])
    }

    @Test func misuse_stopsWithThePath() async {
        await #expect(processExitsWith: .failure) {
            try Parcels.run { stack in stack.context.make("Parcel").setValue(["width": "wide"], forKey: "size") }
        }
        await #expect(processExitsWith: .failure) {
            try Parcels.run { stack in stack.context.make("Parcel").setValue(["depth": 1.0], forKey: "size") }
        }
        await #expect(processExitsWith: .failure) {
            try Parcels.run { stack in stack.context.make("Parcel").setValue(3, forKey: "size") }
        }
        await #expect(processExitsWith: .failure) {
            try Parcels.run { stack in stack.context.make("Parcel").setValue(3, forKeyPath: "size.depth") }
        }
    }

    // MARK: Several contexts

    @Test func child_handsOverTheWhole() throws {
        try Parcels.run { stack in
            let parcel = stack.context.make("Parcel", ["size": ["width": 2.0, "unit": "cm"]])
            try stack.context.save()
            let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            child.parent = stack.context
            let id = parcel.objectID
            try child.performAndWait {
                let mine = child.object(with: id)
                #expect(mine.composite("size") == ["width": 2.0, "unit": "cm"])
                mine.setValue(9.0, forKeyPath: "size.height")
                try child.save()
            }
            #expect(parcel.composite("size") == ["width": 2.0, "height": 9.0, "unit": "cm"])
        }
    }

    /// A composite is one property: a merge takes all of it from one side.
    @Test(arguments: [
        (
            NSMergePolicyType.mergeByPropertyStoreTrumpMergePolicyType,
            ["width": 2.0, "unit": "m"] as [String: any Sendable]
        ),
        (.mergeByPropertyObjectTrumpMergePolicyType, ["width": 7.0, "unit": "cm"]),
        (.overwriteMergePolicyType, ["width": 7.0, "unit": "cm"]),
        (.rollbackMergePolicyType, ["width": 2.0, "unit": "m"]),
    ])
    func conflict_isResolvedForTheWhole(policy: NSMergePolicyType, expected: [String: any Sendable]) throws {
        try Parcels.run { stack in
            let parcel = stack.context.make("Parcel", ["name": "A", "size": ["width": 2.0, "unit": "cm"]])
            try stack.context.save()
            try stack.elsewhere { context in
                try #require(try context.all("Parcel").first).setValue("m", forKeyPath: "size.unit")
                try context.save()
            }
            stack.context.mergePolicy = NSMergePolicy(merge: policy)
            parcel.setValue(7.0, forKeyPath: "size.width")
            try stack.context.save()
            try stack.elsewhere { context in
                let found = try context.all("Parcel").first?.composite("size")
                #expect(found == NSDictionary(dictionary: expected))
            }
        }
    }

    @Test func conflict_withTheErrorPolicy_tellsOfTheComposite() throws {
        try Parcels.run { stack in
            let parcel = stack.context.make("Parcel", ["size": ["width": 2.0]])
            try stack.context.save()
            try stack.elsewhere { context in
                try #require(try context.all("Parcel").first).setValue(["width": 3.0], forKey: "size")
                try context.save()
            }
            parcel.setValue(["width": 4.0], forKey: "size")
            let error = try #require(throws: (any Error).self) { try stack.context.save() } as NSError
            let conflict = try #require(
                (error.userInfo["conflictList"] as? [NSMergeConflict] ?? error.userInfo[
                    NSPersistentStoreSaveConflictsErrorKey]
                    as? [NSMergeConflict])?.first)
            #expect((conflict.objectSnapshot?["size"] as? [String: Any])?["width"] as? Double == 2)
            let theirs = conflict.persistedSnapshot ?? conflict.cachedSnapshot
            #expect((theirs?["size"] as? [String: Any])?["width"] as? Double == 3)
        }
    }

    @Test(arguments: League.Kind.allCases)
    func uniqueElement_isKeptUnique(kind: League.Kind) throws {
        try Parcels.run(kind, Parcels.model(constraint: ["origin.city", "origin.geo.lat"])) { stack in
            func make(_ entity: String, _ city: String, _ lat: Double?) {
                var origin: [String: Any] = ["city": city]
                if let lat { origin["geo"] = ["lat": lat] }
                _ = stack.context.make(entity, ["origin": origin])
            }
            make("Parcel", "A", 1)
            make("Parcel", "A", 2)
            make("Crate", "B", nil)
            make("Parcel", "B", nil)
            try stack.context.save()
            make("Crate", "A", 2)
            let error = try #require(throws: (any Error).self) { try stack.context.save() } as NSError
            #expect(error.code == NSManagedObjectConstraintMergeError)
        }
    }

    // MARK: Batches and history

    @Test func batches_takeDictionariesAndPaths() throws {
        try Parcels.run { stack in
            let insert = NSBatchInsertRequest(
                entityName: "Parcel",
                objects: [
                    ["name": "A", "size": ["width": 1.0, "unit": "cm"]], ["name": "B", "size.width": 2.0],
                    ["name": "C"],
                ])
            _ = try stack.context.execute(insert)
            let update = NSBatchUpdateRequest(entityName: "Parcel")
            update.predicate = NSPredicate(format: "size.width >= 1")
            update.propertiesToUpdate = [
                "size.height": NSExpression(format: "size.width * 10"), "origin": ["city": "X"],
            ]
            update.resultType = .updatedObjectsCountResultType
            #expect((try stack.context.execute(update) as? NSBatchUpdateResult)?.result as? Int == 2)
            let all = try stack.context.all("Parcel", sort: "name")
            #expect(all[0].composite("size") == ["width": 1.0, "height": 10.0, "unit": "cm"])
            #expect(all[1].composite("size") == ["width": 2.0, "height": 20.0])
            #expect(all.map { $0.value(forKeyPath: "origin.city") as? String } == ["X", "X", nil])
            for bad: [String: Any] in [["size": ["deep": 1]], ["size": 3], ["size.width": "x"], ["size.deep": 1]] {
                let error =
                    try #require(throws: (any Error).self) {
                        try stack.context.execute(NSBatchInsertRequest(entityName: "Parcel", objects: [bad]))
                    } as NSError
                #expect(error.code == NSCoreDataError)
            }
        }
    }

    @Test func history_namesTheComposite() throws {
        let size = Parcels.size()
        size.preservesValueInHistoryOnDeletion = true
        let model = Parcels.model([Parcels.attribute("name", .stringAttributeType), size, Parcels.origin()])
        try Parcels.run(.sqlite, model, options: [NSPersistentHistoryTrackingKey: true as NSNumber]) { stack in
            let parcel = stack.context.make("Crate", ["name": "A", "size": ["width": 1.0, "unit": "cm"]])
            try stack.context.save()
            parcel.setValue(2.0, forKeyPath: "size.width")
            try stack.context.save()
            parcel.setValue("B", forKey: "name")
            parcel.setValue(1, forKeyPath: "origin.geo.lat")
            try stack.context.save()
            stack.context.delete(parcel)
            try stack.context.save()
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
            let result = try stack.context.execute(request) as? NSPersistentHistoryResult
            let transactions = try #require(result?.result as? [NSPersistentHistoryTransaction])
            let changes = transactions.flatMap { $0.changes ?? [] }
            #expect(
                changes.map { Set($0.updatedProperties?.map(\.name) ?? []) } == [[], ["size"], ["name", "origin"], []])
            let tombstone = try #require(changes.last?.tombstone)
            #expect(tombstone.keys.count == 1)
            let kept = try #require(tombstone["size"] as? [String: Any])
            #expect(NSDictionary(dictionary: kept) == ["width": 2.0, "unit": "cm"])
        }
    }

    // MARK: Files

    @Test func columns_areNamedByThePath_andReadBack() throws {
        try Parcels.run { stack in
            _ = stack.context.make(
                "Crate",
                ["size": ["width": 2.5, "unit": "cm"], "origin": ["geo": ["lat": 1.0]], "seal": ["code": "q"]])
            try stack.context.save()
            let connection = try Connection(
                path: stack.folder.appendingPathComponent("League.sqlite").path, mode: .readOnly, busyTimeout: 5)
            defer { connection.close() }
            let statement = try connection.prepareOnce(
                "SELECT ZSIZE_WIDTH, ZSIZE_UNIT, ZSIZE_HEIGHT, ZORIGIN_GEO_LAT, ZSEAL_CODE, ZMARK_A FROM ZPARCEL",
                purpose: "test")
            #expect(try statement.step())
            #expect(statement.real(0) == 2.5 && statement.string(1) == "cm" && statement.isNull(2))
            #expect(statement.real(3) == 1 && statement.string(4) == "q" && statement.integer(5) == 3)
            let types = try connection.firstString(
                "SELECT group_concat(type) FROM pragma_table_info('ZPARCEL') WHERE name IN "
                    + "('ZSIZE_WIDTH', 'ZSIZE_UNIT', 'ZORIGIN_ID', 'ZORIGIN_SENT', 'ZORIGIN_WEIGHT', 'ZORIGIN_OK')",
                purpose: "test")
            #expect(
                Set((types ?? "").split(separator: ",")) == [
                    "INTEGER", "FLOAT", "TIMESTAMP", "DECIMAL", "VARCHAR", "BLOB",
                ])
        }
    }

    /// An attribute may be called as the column of an element would be.
    @Test func columns_ofEqualNames_areApart() throws {
        let model = Parcels.model([
            Parcels.attribute("size_width", .doubleAttributeType),
            Parcels.composite("size", [Parcels.attribute("width", .doubleAttributeType)]),
        ])
        try Parcels.run(.sqlite, model) { stack in
            let parcel = stack.context.make("Parcel", ["size_width": 1.0, "size": ["width": 2.0]])
            try stack.context.save()
            stack.context.refreshAllObjects()
            #expect(parcel.value(forKey: "size_width") as? Double == 1)
            #expect(parcel.composite("size") == ["width": 2.0])
        }
    }

    @Test func model_keptInTheStore_hasTheComposites() throws {
        try Parcels.run { stack in
            let url = stack.folder.appendingPathComponent("League.sqlite")
            let kept = try #require(try SQLiteStore.cachedModel(at: url))
            #expect(kept.entityVersionHashesByName == Parcels.model().entityVersionHashesByName)
            let origin = try #require(
                kept.entitiesByName["Crate"]?.attributesByName["origin"] as? NSCompositeAttributeDescription)
            #expect(origin.leaves.map(\.path) == Parcels.origin().leaves.map(\.path))
        }
    }
}
