/// A place in the change history of one or more stores.
///
/// Opaque: keep it (it can be archived) and ask for what came after it. Immutable, for any thread.
open class NSPersistentHistoryToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // @unchecked: immutable, and only this module makes subclasses possible to archive.

    /// The last transaction seen, by store UUID.
    final let numbers: [String: Int64]

    init(_ numbers: [String: Int64]) { self.numbers = numbers }

    private static let key = "NSPersistentHistoryTokenNumbers"

    /// Whether tokens can be decoded from an untrusted archive.
    public static var supportsSecureCoding: Bool { true }

    /// Decodes a token; nil when the archive holds none.
    public required init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: Self.key),
            let numbers = try? JSONDecoder().decode([String: Int64].self, from: Data(referencing: data))
        else { return nil }
        self.numbers = numbers
    }

    /// Encodes the token with a keyed archiver.
    open func encode(with coder: NSCoder) {
        // a dictionary of strings and integers always encodes.
        guard let data = try? JSONEncoder().encode(numbers) else { return }
        coder.encode(NSData(data: data), forKey: Self.key)
    }

    /// The token itself, which cannot change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override var hash: Int { numbers.hashValue }

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? NSPersistentHistoryToken)?.numbers == numbers
    }

    open override var description: String {
        let parts = numbers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return "<NSPersistentHistoryToken \(parts.joined(separator: ", "))>"
    }
}
