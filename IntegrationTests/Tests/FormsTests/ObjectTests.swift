import CoreData
import Forms
import Testing

@MainActor @Suite struct ObjectTests {
    let stack: Stack
    var context: NSManagedObjectContext { stack.context }

    init() throws {
        stack = try Stack()
    }

    @Test func objects_madeThreeWays_areInserted() throws {
        _ = ObjectCreation.byName(in: context)
        _ = try ObjectCreation.byEntity(in: context)
        _ = ObjectCreation.inserted(into: context)
        #expect(context.insertedObjects.count == 3)
        try context.save()
        #expect(
            try SortDescriptors.titles(in: context, sortedBy: [SortDescriptors.byTitle])
                == ["by entity", "by name", "inserted"])
    }

    @Test func metatypes_makeObjectsOfTheRightClass() throws {
        let author: Author = MetatypeCreation.make(Author.self, in: context)
        let circle = MetatypeCreation.make(Circle.self, in: context)
        #expect(author.entity.name == "Author")
        #expect(circle.entity.superentity?.name == "Shape")
        #expect(Book.insert(into: context).isInserted)
        let tag = try MetatypeCreation.findOrMake(Tag.self, where: NSPredicate(format: "name == %@", "a"), in: context)
        tag.name = "a"
        let same = try MetatypeCreation.findOrMake(Tag.self, where: NSPredicate(format: "name == %@", "a"), in: context)
        #expect(tag === same)
    }

    @Test func primitiveAccessors_readAndSet_withoutAWord() throws {
        let memo = Memo(context: context)
        memo.trimmedText = "  spaces "
        memo.setPageQuietly(7)
        #expect(memo.text == "spaces" && memo.trimmedText == "spaces" && memo.page == 7)
        try context.save()
        memo.setPageQuietly(8)
        #expect(!context.hasChanges && memo.page == 8)
        memo.trimmedText = " more "
        #expect(memo.isUpdated)
        try context.save()
        context.refreshAllObjects()
        #expect(memo.text == "more" && memo.page == 8 && memo.trimmedText == "more")
    }

    @Test func generatedProperties_haveModelDefaultsAndTypes() {
        let book = Book(context: context)
        #expect(book.title == "")
        #expect(book.isRead == false)
        #expect(book.pages == 0)
        #expect(book.price == 0)
        #expect(book.stock == nil)
        #expect(book.cover == nil)
        book.stock = 3
        book.link = URL(string: "https://example.com/1")
        #expect(book.stock?.intValue == 3)
        #expect(book.link?.host == "example.com")
    }

    @Test func inverse_isMaintained_bothWays() {
        let author = Author(context: context)
        let one = Book(title: "one", pages: 1, author: author, context: context)
        let two = Book(title: "two", pages: 2, context: context)
        let three = Book(title: "three", pages: 3, context: context)
        #expect(SetBridging.typed(author) == [one])
        SetBridging.accessors(author, two, [three])
        #expect(SetBridging.array(author).map(\.title) == ["one", "three"])
        #expect(three.author === author)
        #expect(two.author == nil)
        SetBridging.replace([two], of: author)
        #expect(one.author == nil)
        SetBridging.replaceSet([one, three], of: author)
        #expect(two.author == nil)
        #expect(SetBridging.keyValueCoding(author, two) == 3)
    }

    @Test func orderedRelationship_keepsItsOrder() throws {
        let book = Book(title: "ordered", pages: 1, context: context)
        for text in ["c", "a", "b"] {
            let memo = Memo(context: context)
            memo.text = text
            book.addToMemos(memo)
        }
        #expect(SetBridging.ordered(book) == ["c", "a", "b"])
        try context.save()
        context.refreshAllObjects()
        #expect(SetBridging.ordered(book) == ["c", "a", "b"])
    }

    @Test func lifeCycle_isCalledInOrder() throws {
        let memo = Memo(context: context)
        #expect(memo.calls == ["awakeFromInsert"])
        #expect(memo.written == Date(timeIntervalSinceReferenceDate: 1))
        memo.text = "kept"
        memo.state = .kept
        try context.save()
        #expect(memo.calls == ["awakeFromInsert", "willSave", "didSave"])
        context.refresh(memo, mergeChanges: false)
        #expect(memo.state == .kept)
        #expect(memo.calls.last == "awakeFromFetch")
        context.delete(memo)
        try context.save()
        #expect(memo.calls.contains("prepareForDeletion"))
    }

    @Test func validation_overriddenAndBuiltIn_stopsTheSave() throws {
        let memo = Memo(context: context)
        memo.text = "forbidden"
        #expect(throws: MemoError.forbiddenText) { try context.save() }
        context.delete(memo)
        let book = Book(context: context)
        book.title = nil
        let failure = try #require(ErrorForms.code { try context.save() })
        #expect(failure.domain == NSCocoaErrorDomain)
        #expect(failure.code == NSValidationMissingMandatoryPropertyError)
        do {
            try context.save()
        } catch {
            #expect(ErrorForms.invalidKeys(error) == ["title"])
        }
    }

    @Test func codableObject_decodesIntoAContext() throws {
        let decoder = JSONDecoder()
        decoder.userInfo[.managedObjectContext] = context
        let labels = try decoder.decode([Label].self, from: Data(#"[{"text":"a","order":2}]"#.utf8))
        #expect(labels.first?.text == "a")
        #expect(context.insertedObjects.count == 1)
        let back = try JSONDecoder().decode([String: Int].self, from: Data(#"{"order":2}"#.utf8))
        #expect(labels.first?.order == Int64(back["order"] ?? 0))
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Label].self, from: Data(#"[{"text":"a","order":2}]"#.utf8))
        }
    }

    @Test func keyValueCoding_readsAndWrites() {
        let book = Book(context: context)
        KeyValueCoding.fill(book, ["title": "t", "pages": 7, "nonsense": 1])
        #expect(book.pages == 7)
        #expect(KeyValueCoding.dump(book)["title"] == "t")
        let author = Author(context: context)
        author.name = "n"
        book.author = author
        #expect(KeyValueCoding.authorName(book) == "n")
        #expect(KeyValueCoding.changedKeys(book).contains("title"))
    }

    @Test func objectWillChange_isSentBeforeAChange() {
        let book = Book(context: context)
        let watching = ObjectWatching(book)
        book.title = "changed"
        #expect(watching.changes == 1)
    }

    @Test func indexPaths_haveTheNamesOfListsAndGrids() {
        #expect(IndexPaths.describe(IndexPaths.second) == "0/1/1")
        #expect(IndexPaths.third.item == 2)
    }
}
