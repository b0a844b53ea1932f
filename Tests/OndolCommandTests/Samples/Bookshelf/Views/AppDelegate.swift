// swift-format-ignore-file
import CoreData
import UIKit

@UIApplicationMain
class AppDelegate: UIResponder, UIApplicationDelegate {
    lazy var container = NSPersistentContainer(name: "Bookshelf")
    var context: NSManagedObjectContext { container.viewContext }
    @objc func tapped() {}
}
