import Foundation
import SQLite

/// How many pages each table and index of a database takes, without reading the rows.
///
/// SQLite's own `dbstat` reads every page. Here only those that lead to others are read: all leaves of a tree lie at
/// the same depth, so that they are counted where they are named. What rows put on further pages is known by how
/// long they are; leaves are read for that, those of small trees first, until all pages of the file are accounted for.
/// Source: https://www.sqlite.org/fileformat2.html, sections 1.3 to 1.6.
///
/// For files that nobody can write to meanwhile, and whose log is empty.
struct TreeSizes {
    /// Bytes by the name of a table or index.
    private(set) var bytes: [String: Int] = [:]

    /// The file holds something else than the format says.
    private struct Damage: Error {}

    private struct Tree {
        let name: String
        var pages = 1
        /// The pages right above the leaves; empty when the root is the leaf.
        var parents: [Int] = []
        let root: Int
    }

    private let file: Int32
    private let pageSize: Int
    /// Bytes of a page that hold anything.
    private let usable: Int
    private let pageCount: Int

    /// - Parameter roots: the first page of each tree.
    /// - Returns: nil for a file that is not as the format says, which `dbstat` may have an answer for.
    init?(path: String, roots: [(name: String, page: Int)]) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var header = [UInt8](repeating: 0, count: 100)
        var information = stat()
        guard pread(file, &header, 100, 0) == 100, fstat(file, &information) == 0 else { return nil }
        let stated = Int(header[16]) << 8 | Int(header[17])
        let size = stated == 1 ? 65_536 : stated
        guard size >= 512, size & (size - 1) == 0, size - Int(header[20]) >= 480 else { return nil }
        self.file = file
        pageSize = size
        usable = size - Int(header[20])
        pageCount = Int(information.st_size) / size
        do {
            try measure(roots, free: Self.number(header, 36), hasMap: Self.number(header, 52) != 0)
        } catch {
            return nil
        }
    }

    private mutating func measure(_ roots: [(name: String, page: Int)], free: Int, hasMap: Bool) throws {
        var trees = try roots.map { try tree($0.name, root: $0.page) }
        var rest = pageCount - free - (hasMap ? mapPages : 0) - lockPages
        for tree in trees { rest -= tree.pages }
        trees.sort { $0.pages < $1.pages }
        for index in trees.indices where rest > 0 {
            let more = try overflow(of: trees[index])
            trees[index].pages += more
            rest -= more
        }
        guard rest == 0 else { throw Damage() }
        for tree in trees { bytes[tree.name, default: 0] += tree.pages * pageSize }
    }

    /// Pages that say where others belong, in files that can shrink.
    private var mapPages: Int {
        let step = usable / 5 + 1
        return pageCount < 2 ? 0 : (pageCount - 2) / step + 1
    }

    /// The page that holds the byte which is locked, where the file is that long; it stays unused.
    private var lockPages: Int { pageCount * pageSize > 0x4000_0000 ? 1 : 0 }

    // MARK: Trees

    private func tree(_ name: String, root: Int) throws -> Tree {
        var tree = Tree(name: name, root: root)
        var height = 0
        var next = root
        while true {
            let page = try Page(self, next)
            guard page.isInterior else { break }
            height += 1
            guard height < 20 else { throw Damage() }
            next = try page.child(0)
        }
        var level = [root]
        for depth in 0..<height {
            if depth == height - 1 { tree.parents = level }
            var children: [Int] = []
            for number in level {
                let page = try Page(self, number)
                guard page.isInterior else { throw Damage() }
                if depth == height - 1 {
                    tree.pages += page.count + 1
                } else {
                    for index in 0...page.count { children.append(try page.child(index)) }
                }
            }
            if depth < height - 1 {
                tree.pages += children.count
                level = children
            }
            // more than there are: the tree runs in a circle.
            guard tree.pages <= pageCount else { throw Damage() }
        }
        return tree
    }

    /// The pages that hold what does not fit on a tree's own.
    private func overflow(of tree: Tree) throws -> Int {
        guard !tree.parents.isEmpty else { return try Page(self, tree.root).overflow() }
        var pages = 0
        var level = [tree.root]
        // cells of an index lie on interior pages too.
        while !level.isEmpty {
            var children: [Int] = []
            let isLast = level == tree.parents
            for number in level {
                let page = try Page(self, number)
                pages += try page.overflow()
                for index in 0...page.count {
                    let child = try page.child(index)
                    if isLast { pages += try Page(self, child).overflow() } else { children.append(child) }
                }
            }
            level = children
        }
        return pages
    }

    private static func number(_ bytes: [UInt8], _ offset: Int) -> Int {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    // MARK: Pages

    private struct Page {
        private let bytes: [UInt8]
        private let start: Int
        private let usable: Int
        let isInterior: Bool
        private let isIndex: Bool
        /// Cells.
        let count: Int

        init(_ file: borrowing TreeSizes, _ number: Int) throws {
            guard number >= 1, number <= file.pageCount else { throw Damage() }
            let size = file.pageSize
            let descriptor = file.file
            bytes = try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                count = max(0, pread(descriptor, buffer.baseAddress, size, off_t((number - 1) * size)))
                guard count == size else { throw Damage() }
            }
            start = number == 1 ? 100 : 0
            usable = file.usable
            switch bytes[start] {
            case 0x02: (isInterior, isIndex) = (true, true)
            case 0x05: (isInterior, isIndex) = (true, false)
            case 0x0A: (isInterior, isIndex) = (false, true)
            case 0x0D: (isInterior, isIndex) = (false, false)
            default: throw Damage()
            }
            count = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
            guard start + (isInterior ? 12 : 8) + 2 * count <= usable else { throw Damage() }
        }

        private func cell(_ index: Int) throws -> Int {
            let place = start + (isInterior ? 12 : 8) + 2 * index
            let offset = Int(bytes[place]) << 8 | Int(bytes[place + 1])
            guard offset >= place, offset + 4 <= usable else { throw Damage() }
            return offset
        }

        /// The page below, left of a cell or, for the number of cells, right of the last.
        func child(_ index: Int) throws -> Int {
            TreeSizes.number(bytes, index == count ? start + 8 : try cell(index))
        }

        /// Pages that hold what of the cells does not fit here.
        func overflow() throws -> Int {
            if isInterior, !isIndex { return 0 }
            let most = isIndex ? (usable - 12) * 64 / 255 - 23 : usable - 35
            let least = (usable - 12) * 32 / 255 - 23
            var pages = 0
            for index in 0..<count {
                let payload = try length(at: try cell(index) + (isInterior ? 4 : 0))
                guard payload > most else { continue }
                let kept = least + (payload - least) % (usable - 4)
                let local = kept <= most ? kept : least
                pages += (payload - local + usable - 5) / (usable - 4)
            }
            return pages
        }

        /// A number of variable length.
        private func length(at offset: Int) throws -> Int {
            var value = 0
            for index in 0..<9 {
                guard offset + index < usable else { throw Damage() }
                let byte = Int(bytes[offset + index])
                if index == 8 { return value << 8 | byte }
                value = value << 7 | byte & 0x7F
                if byte < 0x80 { return value }
            }
            return value
        }
    }
}
