/// Default values as SQL.
struct DefaultLiteral {
    /// Makes stored bytes of a transformable attribute's value.
    let encode: (AnyObject, NSAttributeDescription) throws -> Data

    /// The stored form of an attribute's default value; nil when it has none, or none that a number column can hold.
    ///
    /// - Throws: what the value transformer says.
    func text(of slot: Slot, in entity: EntityLayout) throws -> String? {
        guard let attribute = entity.entity.attribute(at: slot.name), slot.isPersistent,
            let value = attribute.defaultValue, let stored = SlotValue(value, for: slot)
        else { return nil }
        switch stored {
        case .integer(let value): return String(value)
        case .real(let value): return value.isFinite ? String(value) : nil
        case .decimal(let value):
            let value = DecimalCodec.double(from: value)
            return value.isFinite ? String(value) : nil
        case .string(let value): return "CAST(\(Self.hexadecimal(value.utf8)) AS TEXT)"
        case .uuid(let value): return withUnsafeBytes(of: value.uuid) { Self.hexadecimal($0) }
        case .data(let value): return Self.hexadecimal(tagged(value, slot))
        case .object(let value): return Self.hexadecimal(tagged(try encode(value, attribute), slot))
        case .unset, .null, .destination, .key: return nil
        }
    }

    private func tagged(_ data: Data, _ slot: Slot) -> Data {
        slot.allowsExternalStorage ? Data([ExternalFiles.inlineTag]) + data : data
    }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        return "x'" + String(decoding: text, as: UTF8.self) + "'"
    }
}
