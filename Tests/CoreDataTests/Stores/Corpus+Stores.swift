import Foundation
import SQLite

@testable import CoreData

/// Stores made by Apple's frameworks, from outside the repository.
extension Corpus {
    /// Paths of all stores below `stores/`, ascending.
    static let stores: [String] = {
        guard let root = root?.appendingPathComponent("stores"),
            let names = try? FileManager.default.subpathsOfDirectory(atPath: root.path)
        else { return [] }
        let endings = ["sqlite", "moody", "wiredatabase", "original"]
        return names.filter { name in endings.contains { name.hasSuffix(".\($0)") } }.sorted()
    }()

    /// A copy of a store in a directory of its own, with its log.
    final class Copy {
        let url: URL
        private let folder: URL

        init(_ name: String) throws {
            guard let root = Corpus.root?.appendingPathComponent("stores") else {
                throw CocoaError(.fileNoSuchFile)
            }
            folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("ondol-corpus-\(UUID().uuidString)", isDirectory: true)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let source = root.appendingPathComponent(name)
            url = folder.appendingPathComponent(source.lastPathComponent)
            for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: source.path + suffix) {
                try Data(contentsOf: URL(fileURLWithPath: source.path + suffix))
                    .write(to: URL(fileURLWithPath: url.path + suffix))
            }
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func connection() throws -> Connection {
            let connection = try Connection(path: url.path, mode: .readWrite, busyTimeout: 1)
            try StoreFunctions.register(on: connection)
            return connection
        }

        /// Every table as sorted lines of quoted values.
        func dump() throws -> [String: [String]] {
            let connection = try connection()
            defer { connection.close() }
            var tables: [String: String] = ["sqlite_master": "type, name, sql"]
            let names = try connection.prepareOnce(
                "SELECT name FROM sqlite_master WHERE type = 'table'", purpose: "test")
            while try names.step() {
                let name = names.string(0) ?? ""
                let columns = try connection.prepareOnce("SELECT name FROM pragma_table_info(?)", purpose: "test")
                columns.bind(1, text: name)
                var list: [String] = []
                while try columns.step() { list.append("\"\(columns.string(0) ?? "")\"") }
                tables[name] = list.joined(separator: ", ")
            }
            var result: [String: [String]] = [:]
            for (name, columns) in tables {
                let quoted = columns.split(separator: ",").map { "quote(\($0))" }.joined(separator: " || '|' || ")
                let rows = try connection.prepareOnce("SELECT \(quoted) FROM \"\(name)\"", purpose: "test")
                var lines: [String] = []
                while try rows.step() { lines.append(rows.string(0) ?? "") }
                result[name] = lines.sorted()
            }
            return result
        }
    }

    /// The model a store was made with: its own copy, or the paired source.
    static func model(of name: String, at url: URL) throws -> NSManagedObjectModel? {
        if let cached = try SQLiteStore.cachedModel(at: url) { return cached }
        guard let root,
            let pairs = try? String(contentsOf: root.appendingPathComponent("PAIRS.tsv"), encoding: .utf8)
        else { return nil }
        for line in pairs.split(separator: "\n") {
            let fields = line.split(separator: "\t").map(String.init)
            guard fields.count > 1, fields[0] == "stores/\(name)" else { continue }
            return NSManagedObjectModel(contentsOf: root.appendingPathComponent(fields[1]))
        }
        return nil
    }
}
