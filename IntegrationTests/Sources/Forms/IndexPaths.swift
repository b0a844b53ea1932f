import CoreData

/// Index paths with the names of lists and grids, in a file that imports Core Data alone.
public enum IndexPaths {
    public static func describe(_ path: IndexPath) -> String { "\(path.section)/\(path.row)/\(path.item)" }

    public static var second: IndexPath { IndexPath(row: 1, section: 0) }

    public static var third: IndexPath { IndexPath(item: 2, section: 0) }
}
