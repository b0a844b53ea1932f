/// The metadata's property list as a dictionary, for the form that stores have it in.
///
/// Foundation reads every form and takes a good part of the time that opening a store does. What is made here is what
/// its reader makes, value for value; nil is for it to read.
struct MetadataPropertyList {
    private let list: BinaryPropertyList
    /// Values that may still be made: a damaged file may refer to one object in many places.
    private var budget = 20_000

    private init(_ list: BinaryPropertyList) { self.list = list }

    /// The dictionary in `data`; nil where it is for Foundation to say what is there.
    static func dictionary(_ data: Data) -> [String: Any]? {
        guard let list = try? BinaryPropertyList(data), case .dictionary(let keys, let values) = list.objects[list.root]
        else { return nil }
        var reader = MetadataPropertyList(list)
        var result: [String: Any] = [:]
        for (key, value) in zip(keys, values) {
            guard case .string(let key) = list.objects[key], let value = reader.value(value, depth: 0) else {
                return nil
            }
            result[key] = value
        }
        return result.count == keys.count ? result : nil
    }

    private mutating func value(_ index: Int, depth: Int) -> Any? {
        budget -= 1
        guard budget > 0, depth < 16 else { return nil }
        switch list.objects[index] {
        case .boolean(let value): return value
        // A number beyond Int64 looks like a negative one here.
        case .integer(let value): return value < 0 ? nil : NSNumber(value: value)
        case .real(let value): return NSNumber(value: value)
        case .date(let seconds): return Date(timeIntervalSinceReferenceDate: seconds)
        case .data(let value): return value
        case .string(let value): return value
        case .null, .uid: return nil
        case .array(let items):
            var result: [Any] = []
            for item in items {
                guard let value = value(item, depth: depth + 1) else { return nil }
                result.append(value)
            }
            return result
        case .dictionary(let keys, let values):
            var result: [AnyHashable: Any] = [:]
            for (key, value) in zip(keys, values) {
                guard case .string(let key) = list.objects[key], let value = self.value(value, depth: depth + 1) else {
                    return nil
                }
                result[key] = value
            }
            return result.count == keys.count ? result : nil
        }
    }
}
