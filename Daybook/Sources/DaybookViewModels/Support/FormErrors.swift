import DaybookModel
import Foundation

/// The errors of a form by field, and those that belong to none.
public struct FormErrors: Equatable, Sendable {
    private var byField: [DaybookError.Field: DaybookError] = [:]
    /// An error that no field caused.
    public private(set) var general: DaybookError?

    /// No errors.
    public init() {}

    /// Whether there are none.
    public var isEmpty: Bool { byField.isEmpty && general == nil }

    /// All of them, those of fields in the order of their names.
    public var all: [DaybookError] {
        byField.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value) + [general].compactMap(\.self)
    }

    /// A field's error.
    public subscript(_ field: DaybookError.Field) -> DaybookError? { byField[field] }

    /// Adds an error where it belongs; the first of a field stays.
    public mutating func add(_ error: DaybookError) {
        if case .validation(let field, _) = error {
            byField[field] = byField[field] ?? error
        } else {
            general = general ?? error
        }
    }

    /// The value, or nil with its error noted.
    mutating func check<Value>(_ body: () throws(DaybookError) -> Value) -> Value? {
        do {
            return try body()
        } catch {
            add(error)
            return nil
        }
    }
}
