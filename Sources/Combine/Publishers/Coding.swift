extension Publishers {
    /// Encodes each value; an error of the encoder cancels upstream and ends the stream.
    ///
    /// Demand passes unchanged.
    public struct Encode<Upstream: Publisher, Coder: TopLevelEncoder>: Publisher where Upstream.Output: Encodable {
        /// Any error: upstream's or the encoder's.
        public typealias Failure = any Error
        /// What the encoder makes.
        public typealias Output = Coder.Output

        /// The publisher of the values.
        public let upstream: Upstream

        @usableFromInline
        let encoder: Coder

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream, encoder: Coder) {
            self.upstream = upstream
            self.encoder = encoder
        }

        /// Attaches a subscriber to upstream, with the encoder between.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Coder.Output == S.Input, S.Failure == any Error {
            upstream.receive(subscriber: StageConduit(Part(encoder: encoder), subscriber))
        }

        @usableFromInline
        struct Part: Stage {
            @usableFromInline
            typealias Product = Coder.Output
            @usableFromInline
            typealias UpstreamFailure = Upstream.Failure
            @usableFromInline
            typealias Failure = any Error

            @usableFromInline
            let encoder: Coder

            @inlinable
            init(encoder: Coder) {
                self.encoder = encoder
            }

            @usableFromInline
            var name: String { "Encode" }

            @usableFromInline
            func children<D: Subscriber>(of line: StageConduit<Self, D>) -> [Mirror.Child]
            where D.Input == Product, D.Failure == Failure {
                [
                    ("downstream", line.downstream), ("finished", line.phase.isEnded),
                    ("upstreamSubscription", line.upstream.current as Any),
                ]
            }

            @inlinable
            func judge<D: Subscriber>(_ input: Upstream.Output, for line: StageConduit<Self, D>) -> Subscribers.Demand
            where D.Input == Product, D.Failure == Failure {
                do { return line.pass(try encoder.encode(input)) } catch { return line.fail(error) }
            }
        }
    }

    /// Decodes each value; an error of the decoder cancels upstream and ends the stream.
    ///
    /// Demand passes unchanged.
    public struct Decode<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder>: Publisher
    where Upstream.Output == Coder.Input {
        /// Any error: upstream's or the decoder's.
        public typealias Failure = any Error

        /// The publisher of the encoded values.
        public let upstream: Upstream

        @usableFromInline
        let decoder: Coder

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream, decoder: Coder) {
            self.upstream = upstream
            self.decoder = decoder
        }

        /// Attaches a subscriber to upstream, with the decoder between.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == any Error {
            upstream.receive(subscriber: StageConduit(Part(decoder: decoder), subscriber))
        }

        @usableFromInline
        struct Part: Stage {
            @usableFromInline
            typealias Product = Output
            @usableFromInline
            typealias UpstreamFailure = Upstream.Failure
            @usableFromInline
            typealias Failure = any Error

            @usableFromInline
            let decoder: Coder

            @inlinable
            init(decoder: Coder) {
                self.decoder = decoder
            }

            @usableFromInline
            var name: String { "Decode" }

            @usableFromInline
            func children<D: Subscriber>(of line: StageConduit<Self, D>) -> [Mirror.Child]
            where D.Input == Product, D.Failure == Failure {
                [
                    ("downstream", line.downstream), ("finished", line.phase.isEnded),
                    ("upstreamSubscription", line.upstream.current as Any),
                ]
            }

            @inlinable
            func judge<D: Subscriber>(_ input: Coder.Input, for line: StageConduit<Self, D>) -> Subscribers.Demand
            where D.Input == Product, D.Failure == Failure {
                do { return line.pass(try decoder.decode(Output.self, from: input)) } catch { return line.fail(error) }
            }
        }
    }
}

extension Publisher where Output: Encodable {
    /// Encodes each value.
    ///
    /// - Parameter encoder: Its errors cancel upstream and end the stream.
    @inlinable
    public func encode<Coder: TopLevelEncoder>(encoder: Coder) -> Publishers.Encode<Self, Coder> {
        Publishers.Encode(upstream: self, encoder: encoder)
    }
}

extension Publisher {
    /// Decodes each value.
    ///
    /// - Parameters:
    ///   - type: The type wanted.
    ///   - decoder: Its errors cancel upstream and end the stream.
    @inlinable
    public func decode<Item: Decodable, Coder: TopLevelDecoder>(
        type: Item.Type, decoder: Coder
    ) -> Publishers.Decode<Self, Item, Coder> where Output == Coder.Input {
        Publishers.Decode(upstream: self, decoder: decoder)
    }
}
