import CSQLite

/// An argument of a user function, valid during the call.
package struct FunctionArgument {
    fileprivate let value: OpaquePointer

    package var storageClass: StorageClass { StorageClass(rawValue: sqlite3_value_type(value)) ?? .null }
    package var isNull: Bool { sqlite3_value_type(value) == SQLITE_NULL }
    package var integer: Int64 { sqlite3_value_int64(value) }
    package var real: Double { sqlite3_value_double(value) }

    /// The UTF-8 of the value; nil for NULL.
    package var utf8: UnsafeBufferPointer<UInt8>? {
        guard let text = sqlite3_value_text(value) else { return nil }
        return UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
    }

    /// A copy of the bytes of the value; nil for NULL.
    package var bytes: [UInt8]? {
        if isNull { return nil }
        guard let blob = sqlite3_value_blob(value) else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: blob, count: Int(sqlite3_value_bytes(value))))
    }

    /// The value as a string; nil for NULL.
    package var string: String? { utf8.map { String(decoding: $0, as: UTF8.self) } }
}

/// The arguments of one call of a user function.
package struct FunctionArguments {
    fileprivate let values: UnsafeMutablePointer<OpaquePointer?>?
    package let count: Int

    package subscript(index: Int) -> FunctionArgument {
        // safe: SQLite passes `count` values, none of them null; the index is checked.
        precondition(index < count, "A user function has \(count) arguments.")
        return FunctionArgument(value: values![index]!)
    }
}

/// What a user function returns.
package enum FunctionResult {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
    /// Makes the statement fail with this message.
    case failure(String)
}

/// A body as SQLite keeps it.
private final class FunctionBox {
    let body: @Sendable (FunctionArguments) -> FunctionResult
    init(_ body: @escaping @Sendable (FunctionArguments) -> FunctionResult) { self.body = body }
}

private final class CollationBox {
    let body: @Sendable (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Int32
    init(_ body: @escaping @Sendable (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Int32) {
        self.body = body
    }
}

extension Connection {
    /// Registers a scalar function.
    ///
    /// - Parameters:
    ///   - arguments: their number; -1 for any.
    ///   - isDeterministic: equal arguments give equal results.
    package func define(
        function name: String, arguments: Int, isDeterministic: Bool = true,
        body: @escaping @Sendable (FunctionArguments) -> FunctionResult
    ) throws {
        let flags = SQLITE_UTF8 | SQLITE_INNOCUOUS | (isDeterministic ? SQLITE_DETERMINISTIC : 0)
        let box = Unmanaged.passRetained(FunctionBox(body))
        // SQLite calls the last argument with the box when the function goes, also when this call fails.
        let code = sqlite3_create_function_v2(
            handle, name, Int32(arguments), flags, box.toOpaque(),
            { context, count, values in
                guard let context, let data = sqlite3_user_data(context) else { return }
                let box = Unmanaged<FunctionBox>.fromOpaque(data).takeUnretainedValue()
                switch box.body(FunctionArguments(values: values, count: Int(count))) {
                case .null: sqlite3_result_null(context)
                case .integer(let value): sqlite3_result_int64(context, value)
                case .real(let value): sqlite3_result_double(context, value)
                case .text(var value):
                    value.withUTF8 { utf8 in
                        utf8.withMemoryRebound(to: CChar.self) {
                            if let start = $0.baseAddress {
                                ondol_sqlite_result_text_copy(context, start, Int32($0.count))
                            } else {
                                sqlite3_result_text(context, "", 0, nil)
                            }
                        }
                    }
                case .blob(let value):
                    value.withUnsafeBytes {
                        if let start = $0.baseAddress {
                            ondol_sqlite_result_blob_copy(context, start, Int32($0.count))
                        } else {
                            sqlite3_result_zeroblob(context, 0)
                        }
                    }
                case .failure(let message): sqlite3_result_error(context, message, -1)
                }
            }, nil, nil, { data in data.map { Unmanaged<FunctionBox>.fromOpaque($0).release() } })
        guard code == SQLITE_OK else { throw error(code, purpose: "define the function \(name)") }
    }

    /// Registers a collation: an order of texts, given as UTF-8.
    package func define(
        collation name: String,
        body: @escaping @Sendable (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Int32
    ) throws {
        let box = Unmanaged.passRetained(CollationBox(body))
        let code = sqlite3_create_collation_v2(
            handle, name, SQLITE_UTF8, box.toOpaque(),
            { data, leftCount, left, rightCount, right in
                guard let data else { return 0 }
                let box = Unmanaged<CollationBox>.fromOpaque(data).takeUnretainedValue()
                return box.body(
                    UnsafeBufferPointer(start: left?.assumingMemoryBound(to: UInt8.self), count: Int(leftCount)),
                    UnsafeBufferPointer(start: right?.assumingMemoryBound(to: UInt8.self), count: Int(rightCount)))
            }, { data in data.map { Unmanaged<CollationBox>.fromOpaque($0).release() } })
        guard code == SQLITE_OK else {
            // unlike for functions, SQLite does not release the box when this fails.
            box.release()
            throw error(code, purpose: "define the collation \(name)")
        }
    }
}
