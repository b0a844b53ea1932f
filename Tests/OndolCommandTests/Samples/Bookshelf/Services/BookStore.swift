// swift-format-ignore-file
import os.log
import Foundation
import CoreData
import Combine

@objc protocol BookStoreDelegate {
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
            format: "\(#keyPath(Book.author.name)) != nil AND %K != nil", #keyPath(Book.title))
        request.sortDescriptors = [
            NSSortDescriptor(
                key: #keyPath(Book.author.name), ascending: true,
                selector: #selector(NSString.localizedStandardCompare(_:))),
            NSSortDescriptor(key: "title", ascending: true, selector: #selector(NSString.caseInsensitiveCompare)),
        ]
        return changes.prepend(())
            .tryMap { [context] in try context.performAndWait { try context.fetch(request) } }
            .eraseToAnyPublisher()
    }

    public func deleteAll() throws {
        let delete = NSBatchDeleteRequest(fetchRequest: Book.fetchRequest() as! NSFetchRequest<NSFetchRequestResult>)
        try autoreleasepool { _ = try context.execute(delete) }
        context.reset()
    }

    /// The type of an expression, in a file that imports Foundation too.
    func longest() -> NSExpression {
        let title: NSExpression = NSExpression(forKeyPath: #keyPath(Book.title))
        return NSExpression(forFunction: "max:", arguments: [title])
    }

    #if os(iOS)
    @objc func onlyThere() { print(#selector(onlyThere)) }
    #endif
}
