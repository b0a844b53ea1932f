import Bookshelf
import CoreData
import Testing

/// Ported sources do what they did.
struct BookshelfTests {
    private static func store() throws -> (BookStore, NSManagedObjectContext) {
        let container = NSPersistentContainer(name: "Bookshelf")
        container.persistentStoreDescriptions = [
            NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
        ]
        var failure: Error?
        container.loadPersistentStores { failure = $1 }
        if let failure { throw failure }
        let context = container.newBackgroundContext()
        return (BookStore(context: context), context)
    }

    @Test func books_ofPortedStore_areSortedBySelector() throws {
        let (store, context) = try Self.store()
        let model = ShelfViewModel(store)
        try context.performAndWait {
            for (title, author) in [("b", "Vol. 10"), ("A", "Vol. 10"), ("c", "Vol. 9")] {
                try store.add(title, by: author)
            }
        }
        #expect(model.titles == ["c", "A", "b"])
        try context.performAndWait { try store.deleteAll() }
        #expect(try context.performAndWait { try context.count(for: Book.fetchRequest()) } == 0)
    }

    @Test func values_setByPortedKeys_areThere() throws {
        let (store, context) = try Self.store()
        try context.performAndWait {
            try store.add("a", by: "b")
            let book = try #require(try context.fetch(Book.fetchRequest()).first)
            #expect(book.added != nil && book.identifier != nil && book.kind == .paper)
            book.kind = .audio
            try context.save()
            context.refreshAllObjects()
            #expect(book.kind == .audio && book.author?.books?.count == 1)
        }
    }
}
