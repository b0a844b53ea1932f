// swift-format-ignore-file
import CoreData
import UIKit
import UserNotifications
import os

/// Much that needs a person.
class Reminders: NSObject {
    static let log = Logger(subsystem: "bookshelf", category: "reminders")
    private var token: NSKeyValueObservation?
    private let book: Book

    init(_ book: Book) {
        self.book = book
        super.init()
        NotificationCenter.default.addObserver(
            self, selector: #selector(saved(_:)), name: .NSManagedObjectContextDidSave, object: nil)
        token = book.observe(\.title) { _, _ in Self.log.info("title") }
        let context = (UIApplication.shared.delegate as! AppDelegate).context
        context.refreshAllObjects()
    }

    @objc private func saved(_ notification: Notification) {
        let center = UNUserNotificationCenter.current()
        center.add(UNNotificationRequest(identifier: #keyPath(UIView.isHidden), content: .init(), trigger: nil))
        objc_sync_enter(self)
        objc_sync_exit(self)
    }

    func copy<T: NSManagedObject>(_ type: T.Type, _ request: NSFetchRequest<Book>) -> T {
        _ = request as! NSFetchRequest<NSFetchRequestResult>
        return T(entity: T.entity(), insertInto: book.managedObjectContext)
    }
}

extension Book {
    override public func willSave() { super.willSave() }
}
