import CoreData
import Forms
import Testing

@MainActor @Suite struct ContextTests {
    let stack: Stack
    var context: NSManagedObjectContext { stack.context }

    init() throws {
        stack = try Stack()
    }

    @Test func asyncPerform_worksOnTheContextsQueue() async throws {
        try await AsyncPerform.add(["a", "b"], to: stack.container)
        let background = stack.container.newBackgroundContext()
        #expect(try await AsyncPerform.count(in: background) == 2)
        #expect(await AsyncPerform.enqueued(in: background) == false)
        #expect(try AsyncPerform.waited(in: background) == 2)
    }

    @Test func subclassOfAContext_isAsked() throws {
        let counting = Subclasses.countingContext(of: stack.container.persistentStoreCoordinator)
        try counting.performAndWait {
            _ = Book(title: "a", pages: 1, context: counting)
            try counting.save()
        }
        #expect(counting.saves == 1)
    }

    @Test func subclassOfAContainer_choosesItsFolder() {
        let container = SharedContainer(name: "Shelf")
        #expect(
            container.persistentStoreDescriptions.first?.url?.deletingLastPathComponent().lastPathComponent == "shelf")
        #expect(container.persistentStoreDescriptions.first?.url?.lastPathComponent == "Shelf.sqlite")
    }

    @Test func savesAreNoticed_andMerged() throws {
        let background = stack.container.newBackgroundContext()
        let observer = SaveObserver(background)
        try background.performAndWait {
            let book = Book(title: "a", pages: 1, context: background)
            try background.save()
            book.title = "b"
            try background.save()
            background.delete(book)
            try background.save()
        }
        #expect(observer.inserted == 1)
        #expect(observer.updated == 1)
        #expect(observer.deleted == 1)
        #expect(observer.published == 3)
    }

    @Test func childContext_savesIntoItsParent() throws {
        let child = ChildContexts.editing(context)
        let book = Book(title: "draft", pages: 1, context: child)
        #expect(context.hasChanges == false)
        try ChildContexts.saveUp(child)
        #expect(try context.fetch(Book.sortedFetchRequest).map(\.title) == [book.title])
        #expect(try AsyncPerform.waited(in: stack.container.newBackgroundContext()) == 1)
    }

    @Test func modelInCode_makesAStore() throws {
        let container = try ModelInCode.container()
        let context = container.viewContext
        let box = NSEntityDescription.insertNewObject(forEntityName: "Box", into: context)
        box.setValue("b", forKey: "name")
        let thing = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
        thing.setValue(box, forKey: "owner")
        #expect((box.value(forKey: "things") as? Set<NSManagedObject>) == [thing])
        try context.save()
        context.delete(box)
        try context.save()
        #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Thing")) == 0)
    }

    @Test func devNullStore_keepsNothing() throws {
        _ = Book(title: "a", pages: 1, context: context)
        try context.save()
        let other = try Stack()
        #expect(try AsyncPerform.waited(in: other.context) == 0)
    }

    @Test func resultsController_tellsOfEachChange() throws {
        _ = Book(title: "b", pages: 1, context: context)
        try context.save()
        let list = try BookList(context: context)
        let added = Book(title: "a", pages: 1, context: context)
        try context.save()
        #expect(list.titles == ["a", "b"])
        #expect(list.title(at: IndexPath(row: 1, section: 0)) == "b")
        context.delete(added)
        try context.save()
        #expect(list.titles == ["b"])
        #expect(list.events == ["will", "insert 0", "did", "will", "delete 0", "did"])
    }

    @Test func batchRequests_changeAndDeletePastTheObjects() throws {
        let temporary = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).sqlite")
        defer {
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: temporary.path + suffix)
            }
        }
        let stack = try Stack(url: temporary)
        for title in ["a", "b"] { _ = Book(title: title, pages: 1, context: stack.context) }
        try stack.context.save()
        #expect(try BatchRequests.markAllRead(in: stack.context) == 2)
        stack.context.refreshAllObjects()
        #expect(try PredicateArguments.count(PredicateArguments.read(true), in: stack.context) == 2)
        #expect(try BatchRequests.deleteAll("Book", in: stack.context) == 2)
        #expect(try AsyncPerform.waited(in: stack.context) == 0)
    }

    @Test func coordinatorByHand_storesAndWipes() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("hand.sqlite")
        let model = stack.container.managedObjectModel
        let coordinator = try LoadedOnce.coordinator(model, storeAt: url)
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        _ = Book(title: "on disk", pages: 1, context: context)
        try context.save()
        #expect(FileManager.default.fileExists(atPath: url.path))
        try LoadedOnce.wipe(coordinator)
        let again = try LoadedOnce.coordinator(model, storeAt: url)
        context.reset()
        let fresh = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        fresh.persistentStoreCoordinator = again
        #expect(try fresh.count(for: NSFetchRequest<Book>(entityName: "Book")) == 0)
    }
}
