import CoreData

extension TransactionEntity {
    /// Takes over every value of a plain entry; photos that are gone are deleted.
    func update(from transaction: Transaction, in context: NSManagedObjectContext) {
        id = transaction.id
        amount = transaction.amount as NSDecimalNumber
        isExpense = transaction.isExpense
        category = transaction.category
        memo = transaction.memo
        date = transaction.date

        let current = photos as? Set<PhotoEntity> ?? []
        for photo in current where !transaction.photos.contains(photo.fileName ?? "") {
            context.delete(photo)
        }
        let known = Set(current.compactMap(\.fileName))
        for fileName in transaction.photos where !known.contains(fileName) {
            let photo = PhotoEntity(context: context)
            photo.fileName = fileName
            addToPhotos(photo)
        }
    }

    /// The plain entry; nil when the row lacks what every entry has.
    func toModel() -> Transaction? {
        guard let id, let date else { return nil }
        let photos = (self.photos as? Set<PhotoEntity> ?? []).filter { !$0.isDeleted }
        return Transaction(
            id: id, amount: (amount ?? 0) as Decimal, isExpense: isExpense, category: category ?? "",
            memo: memo ?? "", date: date, photos: photos.compactMap(\.fileName).sorted())
    }
}
