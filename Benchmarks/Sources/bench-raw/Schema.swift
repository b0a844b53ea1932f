import BenchmarkSupport

/// The tables as a person would make them by hand.
enum Schema {
    static func items(in database: Database) throws {
        try database.run(
            """
            CREATE TABLE item (
                id INTEGER PRIMARY KEY, title TEXT NOT NULL, note TEXT NOT NULL, number INTEGER NOT NULL,
                score REAL NOT NULL, flag INTEGER NOT NULL, created REAL NOT NULL, uuid BLOB NOT NULL,
                amount TEXT NOT NULL);
            CREATE INDEX item_uuid ON item (uuid);
            CREATE INDEX item_number ON item (number);
            """)
    }

    static func tree(in database: Database) throws {
        try database.run(
            """
            CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT NOT NULL, rank INTEGER NOT NULL);
            CREATE TABLE child (
                id INTEGER PRIMARY KEY, name TEXT NOT NULL, value INTEGER NOT NULL, parent INTEGER);
            CREATE INDEX child_parent ON child (parent);
            """)
    }

    static func emptyTemplate(_ n: Int, _ path: String) throws {
        let database = try Database(path: path)
        try items(in: database)
        try database.checkpoint()
    }

    static func itemsTemplate(_ n: Int, _ path: String) throws {
        let database = try Database(path: path)
        try items(in: database)
        let inserter = try ItemInserter(database)
        try database.transaction {
            for item in ItemSource(count: n) { try inserter.insert(item) }
        }
        try database.checkpoint()
    }

    static func treeTemplate(_ source: TreeSource, _ path: String) throws {
        let database = try Database(path: path)
        try tree(in: database)
        let parentInsert = try database.prepare("INSERT INTO parent (name, rank) VALUES (?, ?)")
        let childInsert = try database.prepare("INSERT INTO child (name, value, parent) VALUES (?, ?, ?)")
        try database.transaction {
            for (index, parent) in source.enumerated() {
                parentInsert.bind(copying: parent.name, at: 1)
                parentInsert.bind(parent.rank, at: 2)
                try parentInsert.run()
                for child in parent.children {
                    childInsert.bind(copying: child.name, at: 1)
                    childInsert.bind(child.value, at: 2)
                    childInsert.bind(Int64(index + 1), at: 3)
                    try childInsert.run()
                }
            }
        }
        try database.checkpoint()
    }
}
