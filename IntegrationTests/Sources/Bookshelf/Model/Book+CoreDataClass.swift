// swift-format-ignore-file
//
//  Book+CoreDataClass.swift
//  Bookshelf
//

import CoreData
#if canImport(UIKit)
import UIKit
#endif

/// What a book is. `@objc` may stay at an enumeration.
@objc public enum BookKind: Int16 {
    case paper = 0
    case audio = 1
}

#if canImport(ObjectiveC)
@objc(Book)
#endif
public class Book: NSManagedObject {
    #if canImport(ObjectiveC)
    @objc
    #endif
    dynamic var note = ""   // a comment with @objc in it

    override public func awakeFromInsert() {
        super.awakeFromInsert()
        setPrimitiveValue(Date(), forKey: "added")
        setPrimitiveValue(UUID(), forKey: "identifier")
    }

    #if canImport(ObjectiveC)
    @objc
    #endif
    public class var mark: String { "@objc(Book) in a string, \(1 + 1) #keyPath(Book.title)" }

    func toggle() {
        willChangeValue(forKey: "isRead")
        setPrimitiveValue(!isRead, forKey: "isRead")
        didChangeValue(forKey: "isRead")
    }
}
