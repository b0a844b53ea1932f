// swift-format-ignore-file
import CoreData
import SwiftUI

struct ShelfView: View {
    @ObservedObject var model: ShelfViewModel
    @FetchRequest(sortDescriptors: [NSSortDescriptor(key: #keyPath(Book.title), ascending: true)]) var shown: FetchedResults<Book>

    var body: some View { List(model.titles, id: \.self) { Text($0) } }
}
