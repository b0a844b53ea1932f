extension Subscribers {
    /// The way a stream ended.
    @frozen
    public enum Completion<Failure: Error> {
        /// All values have been delivered.
        case finished
        /// An error ended the stream.
        case failure(Failure)
    }
}

extension Subscribers.Completion: Sendable {}

extension Subscribers.Completion: Equatable where Failure: Equatable {}

extension Subscribers.Completion: Hashable where Failure: Hashable {}

extension Subscribers.Completion: Encodable where Failure: Encodable {
    /// Writes whether the stream succeeded, and otherwise its error.
    ///
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .finished:
            try container.encode(true, forKey: .success)
        case .failure(let error):
            try container.encode(false, forKey: .success)
            try container.encode(error, forKey: .error)
        }
    }
}

extension Subscribers.Completion: Decodable where Failure: Decodable {
    /// Reads a completion written by `encode(to:)`.
    ///
    /// - Throws: The decoder's error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if try container.decode(Bool.self, forKey: .success) {
            self = .finished
        } else {
            self = .failure(try container.decode(Failure.self, forKey: .error))
        }
    }
}

extension Subscribers.Completion {
    private enum CodingKeys: String, CodingKey {
        case success
        case error
    }

    /// The same ending with the error turned into another kind.
    @inlinable
    func mapFailure<NewFailure: Error>(_ transform: (Failure) -> NewFailure) -> Subscribers.Completion<NewFailure> {
        switch self {
        case .finished: return .finished
        case .failure(let error): return .failure(transform(error))
        }
    }

    /// The same ending with its error as any error.
    @inlinable
    var erased: Subscribers.Completion<any Error> {
        mapFailure { $0 }
    }
}
