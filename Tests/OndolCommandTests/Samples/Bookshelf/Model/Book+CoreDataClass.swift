// swift-format-ignore-file
//
//  Book+CoreDataClass.swift
//  Bookshelf
//

import CoreData
import UIKit

/// What a book is. `@objc` may stay at an enumeration.
@objc public enum BookKind: Int16 {
    case paper = 0
    case audio = 1
}

@objc(Book)
public class Book: NSManagedObject {
    @objc dynamic var note = ""   // a comment with @objc in it

    override public func awakeFromInsert() {
        super.awakeFromInsert()
        setPrimitiveValue(Date(), forKey: #keyPath(added))
        setPrimitiveValue(UUID(), forKey: #keyPath(Book.identifier))
    }

    @objc public class var mark: String { "@objc(Book) in a string, \(1 + 1) #keyPath(Book.title)" }

    func toggle() {
        willChangeValue(for: \.isRead)
        setPrimitiveValue(!isRead, forKey: #keyPath(Book.isRead))
        didChangeValue(for: \Book.isRead)
    }
}
