import Foundation

// UIKit and AppKit add these on Apple's platforms; results controllers and their delegates live by them.
extension IndexPath {
    /// Creates an index path to a row of a section.
    public init(row: Int, section: Int) {
        self.init(indexes: [section, row])
    }

    /// Creates an index path to an item of a section.
    public init(item: Int, section: Int) {
        self.init(indexes: [section, item])
    }

    /// The section of a two-level index path.
    ///
    /// Reading it from an index path of fewer than two levels is a mistake and stops the program.
    public var section: Int {
        get { index(at: 0, of: "section") }
        set { setIndex(newValue, at: 0, of: "section") }
    }

    /// The row of a two-level index path.
    ///
    /// Reading it from an index path of fewer than two levels is a mistake and stops the program.
    public var row: Int {
        get { index(at: 1, of: "row") }
        set { setIndex(newValue, at: 1, of: "row") }
    }

    /// The item of a two-level index path.
    ///
    /// Reading it from an index path of fewer than two levels is a mistake and stops the program.
    public var item: Int {
        get { index(at: 1, of: "item") }
        set { setIndex(newValue, at: 1, of: "item") }
    }

    private func index(at level: Int, of name: String) -> Int {
        insist(count == 2, "IndexPath.\(name): the path has \(count) indexes, not a section and a row.")
        return self[level]
    }

    private mutating func setIndex(_ index: Int, at level: Int, of name: String) {
        insist(count == 2, "IndexPath.\(name): the path has \(count) indexes, not a section and a row.")
        self[level] = index
    }
}
