// swift-format-ignore-file: the layout is that of code as it is found.
import CoreData
import UIKit

@UIApplicationMain
class AppDelegate: UIResponder, UIApplicationDelegate {
    lazy var container = NSPersistentContainer(name: "Bookshelf")
    var context: NSManagedObjectContext { container.viewContext }
    @objc func tapped() {}
}
