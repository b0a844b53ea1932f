import Foundation

/// A file to be imported, read object by object.
struct ImportFile {
    let path: String
    /// The entity of CSV rows without ID; nil to take the name of the file.
    let entity: String?

    /// Hands out every object of the file.
    ///
    /// - Throws: `ImportError` with file and line, and what `body` throws.
    func forEach(_ body: (ImportRecord) throws -> Void) throws {
        let bytes: [UInt8]
        do {
            if path == OutputFile.standardOutput {
                bytes = [UInt8](try FileHandle.standardInput.readToEnd() ?? Data())
            } else {
                bytes = try Self.contents(path)
            }
        } catch let error as Unreadable {
            throw ImportError(place: path, problem: "The file cannot be read: \(error.reason).")
        } catch {
            throw ImportError(place: path, problem: "The file cannot be read: \(error.localizedDescription)")
        }
        do {
            let isJSON = path.lowercased().hasSuffix(".json") || Self.firstCharacter(bytes) == UInt8(ascii: "{")
            if isJSON { try readJSON(bytes, body) } else { try readCSV(bytes, body) }
        } catch let error as JSONError {
            throw ImportError(place: "\(path):\(error.line)", problem: "This is no JSON: \(error.problem).")
        } catch let error as CSVError {
            throw ImportError(place: "\(path):\(error.line)", problem: "This is no CSV: \(error.problem).")
        }
    }

    private struct Unreadable: Error {
        let reason: String
    }

    /// The bytes of a file or of a pipe that has a name.
    private static func contents(_ path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Unreadable(reason: String(cString: strerror(errno))) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw Unreadable(reason: String(cString: strerror(errno))) }
        switch information.st_mode & S_IFMT {
        case S_IFREG, S_IFIFO: return [UInt8](try handle.readToEnd() ?? Data())
        case S_IFDIR: throw Unreadable(reason: "It is a folder")
        default: throw Unreadable(reason: "It is neither a file nor a pipe")
        }
    }

    private static func firstCharacter(_ bytes: [UInt8]) -> UInt8? {
        bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    }

    // MARK: JSON

    private func readJSON(_ bytes: [UInt8], _ body: (ImportRecord) throws -> Void) throws {
        var reader = JSONReader(bytes)
        var hasObjects = false
        try reader.members { key, reader in
            switch key {
            case "format":
                guard case .string(TransferFormat.mark) = try reader.value() else {
                    throw ImportError(place: path, problem: "Its \"format\" is not \"\(TransferFormat.mark)\".")
                }
            case "version":
                guard case .number("\(TransferFormat.version)") = try reader.value() else {
                    throw ImportError(
                        place: path, problem: "The \"version\" of its form is not \(TransferFormat.version).")
                }
            case "objects":
                hasObjects = true
                var count = 0
                try reader.elements { reader in
                    count += 1
                    try body(try record(try reader.value(), number: count))
                }
            default: _ = try reader.value()
            }
        }
        try reader.end()
        if !hasObjects { throw ImportError(place: path, problem: "There is no key \"objects\" in it.") }
    }

    private func record(_ value: JSONValue, number: Int) throws -> ImportRecord {
        let place = "\(path): object \(number)"
        guard case .object(let members) = value else { throw ImportError(place: place, problem: "It is no object.") }
        guard case .string(let id)? = members[TransferFormat.objectID] else {
            throw ImportError(place: place, problem: "It has no \(TransferFormat.objectID).")
        }
        // Left out without a word, it would be lost without a word.
        let known = [TransferFormat.objectID, "attributes", "relationships"]
        if let unknown = members.keys.filter({ !known.contains($0) }).min() {
            throw ImportError(
                place: "\(place) (\(id))",
                problem: "The key \"\(unknown)\" is none of \(known.joined(separator: ", ")).")
        }
        var attributes: [(String, ImportRecord.Value)] = []
        for (name, value) in try object(members["attributes"], "attributes", place) {
            switch value {
            case .null: break
            case .string(let text): attributes.append((name, .text(text)))
            case .number(let text): attributes.append((name, .literal(text)))
            case .boolean(let flag): attributes.append((name, .literal(flag ? "true" : "false")))
            case .array, .object:
                throw ImportError(place: "\(place) (\(id))", problem: "The value of \(name) is no plain value.")
            }
        }
        var relationships: [(String, [String])] = []
        for (name, value) in try object(members["relationships"], "relationships", place) {
            switch value {
            // stated as nothing, which the other side must not contradict.
            case .null: relationships.append((name, []))
            case .string(let target): relationships.append((name, [target]))
            case .array(let elements):
                relationships.append(
                    (
                        name,
                        try elements.map { element in
                            guard case .string(let target) = element else {
                                throw ImportError(place: "\(place) (\(id))", problem: "\(name) holds what is no ID.")
                            }
                            return target
                        }
                    ))
            default: throw ImportError(place: "\(place) (\(id))", problem: "\(name) is neither an ID nor an array.")
            }
        }
        return ImportRecord(
            place: "\(path): \(id)", id: id, entity: Self.entity(of: id), attributes: attributes,
            relationships: relationships)
    }

    private func object(
        _ value: JSONValue?, _ name: String, _ place: String
    ) throws -> [(key: String, value: JSONValue)] {
        guard let value else { return [] }
        guard case .object(let members) = value else {
            throw ImportError(place: place, problem: "\"\(name)\" is no object.")
        }
        return members.sorted { $0.key < $1.key }
    }

    /// What stands before the last slash of an ID.
    private static func entity(of id: String) -> String {
        id.lastIndex(of: "/").map { String(id[..<$0]) } ?? ""
    }

    // MARK: CSV

    private func readCSV(_ bytes: [UInt8], _ body: (ImportRecord) throws -> Void) throws {
        var reader = CSVReader(bytes)
        guard let header = try reader.row() else { throw ImportError(place: path, problem: "The file is empty.") }
        let names = header.map { $0 ?? "" }
        guard Set(names).count == names.count else {
            throw ImportError(place: path, problem: "Two columns have the same name.")
        }
        let file = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        let fallback = entity ?? file.removingPercentEncoding ?? file
        while let row = try reader.row() {
            let place = "\(path):\(reader.line)"
            guard row.count == names.count else {
                throw ImportError(
                    place: place, problem: "The row has \(row.count) fields, the header \(names.count).")
            }
            var id: String?
            var values: [(String, ImportRecord.Value)] = []
            for (name, field) in zip(names, row) {
                guard let field else { continue }
                if name == TransferFormat.objectID {
                    id = field
                } else {
                    values.append((name, names.count == 1 && field.isEmpty ? .emptyField : .text(field)))
                }
            }
            guard id != nil || entity != nil || path != OutputFile.standardOutput else {
                throw ImportError(
                    place: place, problem: "The row has no ID, and the standard input no name; give --entity.")
            }
            // whether a column is an attribute or a relationship is known to the model only.
            try body(
                ImportRecord(
                    place: id.map { "\(place) (\($0))" } ?? place, id: id,
                    entity: id.map(Self.entity) ?? fallback, attributes: values, relationships: []))
        }
    }

    /// The IDs in a field of CSV.
    static func ids(_ field: String) -> [String] {
        field.split(separator: " ").map { String($0).replacing("%20", with: " ").replacing("%25", with: "%") }
    }
}
