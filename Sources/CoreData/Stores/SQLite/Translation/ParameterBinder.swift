import SQLite

/// Puts constants of predicates into the parameters of a statement.
struct ParameterBinder {
    let schema: StoreSchema
    /// The store whose keys objects must have.
    let store: SQLiteStore
    /// Values of the format's arguments.
    let arguments: [Operand]

    /// Binds all of `bindings` to the parameters from 1 on; returns the next parameter.
    ///
    /// - Throws: 134020 for a value that has no place in a database.
    func bind(_ bindings: [SQLBinding], to statement: Statement, from first: Int32 = 1) throws -> Int32 {
        var index = first
        for binding in bindings {
            if case .table = binding.form { continue }
            try bind(binding, to: statement, index)
            index += 1
        }
        return index
    }

    func operand(_ source: SQLBinding.Source) -> Operand {
        switch source {
        case .value(let operand): operand
        case .argument(let index): index < arguments.count ? arguments[index] : .null
        }
    }

    private func bind(_ binding: SQLBinding, to statement: Statement, _ index: Int32) throws {
        let operand = operand(binding.source)
        switch binding.form {
        case .plain: try bind(operand, binding.kind, to: statement, index)
        case .ordered: try bind(try Self.fitting(operand, binding.kind), binding.kind, to: statement, index)
        case .element(let element):
            try bind(Self.element(element, of: operand), binding.kind, to: statement, index)
        case .foldedElement(let element, let options):
            try bind(
                Self.folded(Self.element(element, of: operand), options), binding.kind, to: statement, index)
        case .prefixStart:
            try bind(operand, .string, to: statement, index)
        case .prefixEnd:
            guard case .string(let prefix) = operand else { return statement.bindNull(index) }
            if let end = Self.end(ofPrefix: prefix) {
                statement.bind(index, text: end)
            } else {
                // a blob is greater than every text.
                statement.bind(index, blob: UnsafeRawBufferPointer(start: nil, count: 0))
            }
        case .table: break
        }
    }

    /// A value that is put in an order with values of a kind.
    ///
    /// SQLite orders unlike values too: every number before every text, and that before all binary data.
    private static func fitting(_ operand: Operand, _ kind: SQLKind) throws -> Operand {
        func misfit(_ wanted: String) -> any Error {
            let found = if case .string(let text) = operand { "the string \"\(text)\"" } else { operand.kindName }
            return Refusal.error("unsupported predicate: \(found) is compared with \(wanted)")
        }
        switch (kind, operand) {
        case (.integer, .string(let text)), (.boolean, .string(let text)), (.real, .string(let text)),
            (.decimal, .string(let text)), (.number, .string(let text)):
            if let whole = Int64(text) { return .integer(whole) }
            guard let value = Double(text) else { throw misfit("a number") }
            return .real(value)
        case (.integer, .uuid), (.real, .uuid), (.decimal, .uuid), (.number, .uuid), (.date, .uuid),
            (.integer, .data), (.real, .data), (.decimal, .data), (.number, .data), (.date, .data):
            throw misfit("a number")
        case (.uuid, .string(let text)):
            guard UUID(uuidString: text) != nil else { throw misfit("a UUID") }
        case (.uuid, .integer), (.uuid, .unsigned), (.uuid, .real), (.uuid, .decimal), (.uuid, .date), (.uuid, .url):
            throw misfit("a UUID")
        case (.binary, .data), (.transformable, .data), (.binary, .null), (.transformable, .null): break
        case (.binary, _), (.transformable, _): throw misfit("binary data")
        default: break
        }
        return operand
    }

    /// Values of a collection; nil elements match nothing and are left out.
    static func elements(of operand: Operand) -> [Operand] {
        (operand.elements ?? []).map { Operand($0) }.filter { !$0.isNull }
    }

    private static func element(_ index: Int, of operand: Operand) -> Operand {
        guard let elements = operand.elements else { return index == 0 ? operand : .null }
        if index < elements.count { return Operand(elements[index]) }
        return elements.last.map { Operand($0) } ?? .null
    }

    static func folded(_ operand: Operand, _ options: UInt) -> Operand {
        guard case .string(let text) = operand, options != 0 else { return operand }
        return .string(StringMatching.folded(text, NSComparisonPredicate.Options(rawValue: options)))
    }

    /// The least string above all that begin with `prefix`, in code point order; nil when there is none.
    static func end(ofPrefix prefix: String) -> String? {
        var scalars = Array(prefix.unicodeScalars)
        while let last = scalars.popLast() {
            var value = last.value + 1
            // the surrogates are no scalars.
            if value == 0xD800 { value = 0xE000 }
            if let next = Unicode.Scalar(value) {
                var result = String.UnicodeScalarView(scalars)
                result.append(next)
                return String(result)
            }
        }
        return nil
    }

    // MARK: Values

    func bind(_ operand: Operand, _ kind: SQLKind, to statement: Statement, _ index: Int32) throws {
        switch kind {
        case .object(let root):
            switch operand {
            case .string, .date, .data, .uuid, .url, .real, .decimal:
                throw Refusal.error("unsupported predicate: \(operand.kindName) is compared with an object or its ID")
            default: return statement.bind(index, integer: key(of: operand, root: root))
            }
        case .date:
            // SQLite would call every number less than every text.
            if case .string(let text) = operand {
                throw Refusal.error(
                    "unsupported predicate: the string \"\(text)\" is compared with a date; give a date, in a format as "
                        + "%@ or CAST(seconds since 2001, 'NSDate')")
            }
        case .entity:
            if case .object(let object) = operand, let entity = object as? NSEntityDescription {
                let mapping = schema.layout.layout(of: entity).flatMap { schema[$0.index] }
                return statement.bind(index, integer: mapping?.number ?? -1)
            }
        case .uuid:
            if case .string(let text) = operand, let uuid = UUID(uuidString: text) {
                return bind(uuid, to: statement, index)
            }
        case .binary(isTagged: true):
            if case .data(let data) = operand {
                return (Data([ExternalFiles.inlineTag]) + data).withUnsafeBytes { statement.bind(index, blob: $0) }
            }
        default: break
        }
        switch operand {
        case .null: statement.bindNull(index)
        case .integer(let value): statement.bind(index, integer: value)
        case .unsigned(let value): statement.bind(index, real: Double(value))
        case .real(let value): statement.bind(index, real: value)
        case .decimal(let value): statement.bind(index, real: DecimalCodec.double(from: value))
        case .string(let value): statement.bind(index, text: value)
        case .date(let value): statement.bind(index, real: value.timeIntervalSinceReferenceDate)
        case .data(let value): value.withUnsafeBytes { statement.bind(index, blob: $0) }
        case .uuid(let value): bind(value, to: statement, index)
        case .url(let value): statement.bind(index, text: value.absoluteString)
        case .object(let object as any RowIdentified):
            statement.bind(index, integer: key(of: operand, root: Int(object.rowKey.root)))
        case .collection, .dictionary, .object:
            throw Refusal.error("unsupported value: \(operand.kindName) cannot be compared in a database")
        }
    }

    private func bind(_ uuid: UUID, to statement: Statement, _ index: Int32) {
        withUnsafeBytes(of: uuid.uuid) { statement.bind(index, blob: $0) }
    }

    /// The key that an object or object ID has in this store; one that no row has for all others.
    private func key(of operand: Operand, root: Int) -> Int64 {
        switch operand {
        case .object(let object):
            guard let object = object as? any RowIdentified else { return -1 }
            let key = object.rowKey
            return key.store == store.identity.number && key.root == UInt32(root) ? key.primaryKey : -1
        case .integer(let value): return value
        default: return -1
        }
    }
}

/// Refusals of what SQL cannot express, in Apple's words.
enum Refusal {
    static func error(_ message: String) -> NSError {
        CoreDataError.make(
            NSPersistentStoreIncompatibleSchemaError, message,
            suggestion: "Rewrite the predicate for the store, or filter the fetched objects in memory.")
    }
}
