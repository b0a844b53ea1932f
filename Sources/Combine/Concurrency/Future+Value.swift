extension Future where Failure == Never {
    /// The value, waited for as long as it takes, on the actor of the caller.
    ///
    /// Neither the future nor the value leaves the actor, so neither has to be `Sendable`.
    nonisolated(nonsending) public final var value: Output {
        get async {
            switch await result {
            case .success(let output): return output
            }
        }
    }
}

extension Future {
    /// The value, waited for as long as it takes, on the actor of the caller.
    ///
    /// Neither the future nor the value leaves the actor, so neither has to be `Sendable`.
    ///
    /// - Throws: The failure with which the promise was kept.
    nonisolated(nonsending) public final var value: Output {
        get async throws {
            try await result.get()
        }
    }

    nonisolated(nonsending) private var result: Result<Output, Failure> {
        get async {
            await withCheckedContinuation { continuation in
                subscribe(ResultReceiver { continuation.resume(returning: Carried($0)) })
            }.value
        }
    }
}

/// Takes the one result of a future.
private final class ResultReceiver<Input, Failure: Error>: Subscriber {
    private let resume: Locked<((Result<Input, Failure>) -> Void)?>

    init(_ resume: @escaping (Result<Input, Failure>) -> Void) {
        self.resume = Locked(resume)
    }

    func receive(subscription: any Subscription) {
        subscription.request(.max(1))
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        resume.take()?(.success(input))
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        if case .failure(let error) = completion { resume.take()?(.failure(error)) }
    }
}
