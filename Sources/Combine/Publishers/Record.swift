/// A publisher which replays a fixed list of values and a completion to each subscriber, by demand.
///
/// The completion follows the last value directly, and comes at once when there is no value.
public struct Record<Output, Failure: Error>: Publisher {
    /// What is replayed.
    public let recording: Recording

    /// Makes a publisher from a closure that fills a recording.
    ///
    /// - Parameter record: Adds values and perhaps a completion.
    public init(record: (inout Recording) -> Void) {
        var recording = Recording()
        record(&recording)
        self.init(recording: recording)
    }

    /// Makes a publisher of a recording.
    public init(recording: Recording) {
        self.recording = recording
    }

    /// Makes a publisher of values and a completion.
    public init(output: [Output], completion: Subscribers.Completion<Failure>) {
        self.init(recording: Recording(output: output, completion: completion))
    }

    /// Attaches a subscriber, which gets the recording by demand.
    public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
        var iterator = recording.output.makeIterator()
        guard let first = iterator.next() else {
            subscriber.receive(subscription: Subscriptions.empty)
            subscriber.receive(completion: recording.completion)
            return
        }
        let (output, completion) = (recording.output, recording.completion)
        SequenceSubscription.begin(
            shown: [("sequence", output), ("completion", completion)], next: first, iterator: iterator,
            downstream: subscriber, completion: completion)
    }

    /// Values and a completion.
    ///
    /// It is finished at first; once a completion has been received nothing more may be.
    public struct Recording {
        /// The kind of value recorded.
        public typealias Input = Output

        /// The values so far.
        public private(set) var output: [Output]

        /// How the stream ends.
        public private(set) var completion: Subscribers.Completion<Failure>

        private var isOpen: Bool

        /// Makes a recording without values, to which some may be added.
        public init() {
            output = []
            completion = .finished
            isOpen = true
        }

        /// Makes a complete recording.
        public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
            self.output = output
            self.completion = completion
            isOpen = false
        }

        /// Adds a value; stops the program after a completion.
        public mutating func receive(_ input: Input) {
            insist(isOpen, "Record.Recording.receive(_:): the recording has a completion already")
            output.append(input)
        }

        /// Sets the completion; stops the program when there is one already.
        public mutating func receive(completion: Subscribers.Completion<Failure>) {
            insist(isOpen, "Record.Recording.receive(completion:): the recording has a completion already")
            self.completion = completion
            isOpen = false
        }
    }
}

extension Record.Recording: Codable where Output: Codable, Failure: Codable {
    private enum CodingKeys: String, CodingKey {
        case output
        case completion
    }

    /// Reads a recording written by `encode(to:)`.
    ///
    /// - Throws: The decoder's error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            output: try container.decode([Output].self, forKey: .output),
            completion: try container.decode(Subscribers.Completion<Failure>.self, forKey: .completion))
    }

    /// Writes the values and the completion.
    ///
    /// - Throws: The encoder's error.
    public func encode(into encoder: any Encoder) throws {
        try encode(to: encoder)
    }

    /// Writes the values and the completion.
    ///
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(output, forKey: .output)
        try container.encode(completion, forKey: .completion)
    }
}

extension Record: Codable where Output: Codable, Failure: Codable {
    private enum CodingKeys: String, CodingKey {
        case recording
    }

    /// Reads a record written by `encode(to:)`.
    ///
    /// - Throws: The decoder's error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(recording: try container.decode(Recording.self, forKey: .recording))
    }

    /// Writes the recording.
    ///
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(recording, forKey: .recording)
    }
}
