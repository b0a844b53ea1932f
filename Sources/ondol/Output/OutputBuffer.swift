/// Collects text and hands it on in large pieces.
struct OutputBuffer {
    private let sink: (String) throws -> Void
    private var text = ""
    private static let limit = 1 << 16

    init(_ sink: @escaping (String) throws -> Void) { self.sink = sink }

    mutating func write(_ piece: String) throws {
        text += piece
        if text.utf8.count >= Self.limit { try flush() }
    }

    mutating func flush() throws {
        if text.isEmpty { return }
        try sink(text)
        text = ""
    }
}
