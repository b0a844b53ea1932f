import Casts
import CoreData
import Forms
import Testing

@MainActor @Suite struct FetchingTests {
    let stack: Stack
    var context: NSManagedObjectContext { stack.context }

    init() throws {
        stack = try Stack()
        let context = stack.context
        let le = Author(context: context)
        le.name = "Le Guin"
        let park = Author(context: context)
        park.name = "박완서"
        let tag = Tag(name: "classic", context: context)
        for (index, (title, author)) in [("Dispossessed", le), ("나목", park), ("Lathe", le)].enumerated() {
            let book = Book(title: title, pages: 100 * (index + 1), author: author, context: context)
            book.added = Date(timeIntervalSinceReferenceDate: Double(index))
            book.isRead = index == 1
            book.price = NSDecimalNumber(string: "\(index).50")
            if index < 2 { book.addToTags(tag) }
        }
        try context.save()
    }

    @Test func untypedRequest_yieldsObjectsThatCast() throws {
        #expect(try FetchRequestResultTypes.books(in: context).compactMap(\.title) == ["Dispossessed", "Lathe", "나목"])
        #expect(try FetchRequestResultTypes.countOfBooks(in: context) == 3)
        #expect(try FetchRequestResultTypes.byParts(in: context).first is Book)
    }

    @Test func casts_ofAClassesOwnRequest_succeed() throws {
        #expect(try RequestCasts.forced(Book.self, in: context).count == 3)
        #expect(try RequestCasts.conditional(Author.self, in: context)?.count == 2)
        #expect(try RequestCasts.ofClass(in: context).count == 3)
    }

    @Test func managedProtocol_givesRequestsOfItsOwn() throws {
        #expect(Book.entityName == "Book")
        #expect(try context.fetch(Book.sortedFetchRequest).compactMap(\.title) == ["Dispossessed", "Lathe", "나목"])
    }

    @Test func sortDescriptors_byKeyPathAndKey_order() throws {
        let titles = { try SortDescriptors.titles(in: context, sortedBy: $0) }
        #expect(try titles([SortDescriptors.byTitle]) == ["Dispossessed", "Lathe", "나목"])
        #expect(try titles([SortDescriptors.newestFirst]) == ["Lathe", "나목", "Dispossessed"])
        #expect(try titles([SortDescriptors.byAuthor, SortDescriptors.byTitle]) == ["Dispossessed", "Lathe", "나목"])
        #expect(try titles([SortDescriptors.byKey, SortDescriptors.newestFirst]) == ["나목", "Lathe", "Dispossessed"])
        let author = try #require(try RequestCasts.forced(Author.self, in: context).first { $0.name == "Le Guin" })
        #expect(SortDescriptors.sorted(author.books).map(\.title) == ["Dispossessed", "Lathe"])
    }

    @Test func predicates_withTheUsualArguments_select() throws {
        let id = UUID()
        let first = try #require(try context.fetch(Book.sortedFetchRequest).first)
        first.isbn = id
        try context.save()
        let author = try #require(first.author)
        let count = { try PredicateArguments.count($0, in: context) }
        #expect(try count(PredicateArguments.isbn(id)) == 1)
        #expect(try count(PredicateArguments.isbn(UUID())) == 0)
        #expect(try count(PredicateArguments.addedSince(Date(timeIntervalSinceReferenceDate: 1))) == 2)
        #expect(try count(PredicateArguments.read(true)) == 1)
        #expect(try count(PredicateArguments.pages(atLeast: 200)) == 2)
        #expect(try count(PredicateArguments.pagesLong(100)) == 1)
        #expect(try count(PredicateArguments.titles(["Lathe", "나목", "other"])) == 2)
        #expect(try count(PredicateArguments.titled(["Lathe"])) == 2)
        #expect(try count(PredicateArguments.contains("le guin")) == 2)
        #expect(try count(PredicateArguments.contains("나")) == 1)
        #expect(try count(PredicateArguments.author(author)) == 2)
        #expect(try count(PredicateArguments.withoutAuthor) == 0)
        #expect(try count(PredicateArguments.tagged("classic")) == 2)
        #expect(try count(PredicateArguments.tags(atLeast: 1)) == 2)
        #expect(try count(PredicateArguments.price(below: 1)) == 1)
        #expect(try count(PredicateArguments.ids([first.objectID])) == 1)
        #expect(
            try count(PredicateArguments.both(PredicateArguments.author(author), PredicateArguments.read(false))) == 2)
    }

    @Test func dictionaryResults_sumAndGroup() throws {
        #expect(try DictionaryResults.pagesByReadState(in: context) == [true: 200, false: 400])
        #expect(try DictionaryResults.titles(in: context) == ["Dispossessed", "Lathe", "나목"])
    }

    @Test func objectIDs_surviveTheWayThroughAURL() throws {
        let book = try #require(try context.fetch(Book.sortedFetchRequest).first)
        let id = try #require(ObjectIDs.roundTrip(book))
        #expect(id == book.objectID)
        let other = stack.container.newBackgroundContext()
        try other.performAndWait {
            let title = try ObjectIDs.title(of: id, in: other)
            #expect(title == "Dispossessed")
            #expect(ObjectIDs.fault(of: id, in: other)?.title == "Dispossessed")
        }
        #expect(try ObjectIDs.ids(in: context).count == 3)
    }
}
