// swift-format-ignore-file
#if canImport(os)
import os.log
#endif
import CoreData
import Combine

#if canImport(ObjectiveC)
@objc
#endif
protocol BookStoreDelegate: AnyObject {
    func bookStore(_ store: BookStore, didAdd book: Book)
}

public class BookStore {
    weak var delegate: BookStoreDelegate?
    private let context: NSManagedObjectContext
    private let changes = PassthroughSubject<Void, Never>()

    public init(context: NSManagedObjectContext) {
        self.context = context
    }

    public func add(_ title: String, by name: String) throws {
        let book = Book(context: context)
        book.title = title
        let author = Author(context: context)
        author.rename(name)
        author.addToBooks(book)
        try context.save()
        changes.send()
        delegate?.bookStore(self, didAdd: book)
    }

    public func books() -> AnyPublisher<[Book], Error> {
        let request: NSFetchRequest<Book> = Book.fetchRequest()
        request.predicate = NSPredicate(
            format: "author.name != nil AND %K != nil", "title")
        request.sortDescriptors = [
            NSSortDescriptor(
                key: "author.name", ascending: true,
                selector: NSSelectorFromString("localizedStandardCompare:")),
            NSSortDescriptor(key: "title", ascending: true, selector: NSSelectorFromString("caseInsensitiveCompare:")),
        ]
        return changes.prepend(())
            .tryMap { [context] in try context.performAndWait { try context.fetch(request) } }
            .eraseToAnyPublisher()
    }

    public func deleteAll() throws {
        let delete = NSBatchDeleteRequest(fetchRequest: Book.fetchRequest() as NSFetchRequest<NSFetchRequestResult>)
        try autoreleasepool { _ = try context.execute(delete) }
        context.reset()
    }

    /// The type of an expression, in a file that imports Foundation too.
    func longest() -> NSExpression {
        let title: NSExpression = NSExpression(forKeyPath: "title")
        return NSExpression(forFunction: "max:", arguments: [title])
    }

    #if os(iOS)
    @objc func onlyThere() { print(#selector(onlyThere)) }
    #endif
}
