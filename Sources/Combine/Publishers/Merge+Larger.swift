extension Publishers.Merge {
    /// Merges one more publisher, three in all.
    @inlinable
    public func merge<P: Publisher>(
        with other: P
    ) -> Publishers.Merge3<A, B, P>
    where
        P.Output == Output, P.Failure == Failure
    {
        Publishers.Merge3(a, b, other)
    }

    /// Merges two more publishers, four in all.
    @inlinable
    public func merge<P: Publisher, Q: Publisher>(
        with publisher1: P, _ publisher2: Q
    ) -> Publishers.Merge4<A, B, P, Q>
    where
        P.Output == Output, P.Failure == Failure,
        Q.Output == Output, Q.Failure == Failure
    {
        Publishers.Merge4(a, b, publisher1, publisher2)
    }

    /// Merges three more publishers, five in all.
    @inlinable
    public func merge<P: Publisher, Q: Publisher, R: Publisher>(
        with publisher1: P, _ publisher2: Q, _ publisher3: R
    ) -> Publishers.Merge5<A, B, P, Q, R>
    where
        P.Output == Output, P.Failure == Failure,
        Q.Output == Output, Q.Failure == Failure,
        R.Output == Output, R.Failure == Failure
    {
        Publishers.Merge5(a, b, publisher1, publisher2, publisher3)
    }

    /// Merges four more publishers, six in all.
    @inlinable
    public func merge<P: Publisher, Q: Publisher, R: Publisher, S: Publisher>(
        with publisher1: P, _ publisher2: Q, _ publisher3: R, _ publisher4: S
    ) -> Publishers.Merge6<A, B, P, Q, R, S>
    where
        P.Output == Output, P.Failure == Failure,
        Q.Output == Output, Q.Failure == Failure,
        R.Output == Output, R.Failure == Failure,
        S.Output == Output, S.Failure == Failure
    {
        Publishers.Merge6(a, b, publisher1, publisher2, publisher3, publisher4)
    }

    /// Merges five more publishers, seven in all.
    @inlinable
    public func merge<P: Publisher, Q: Publisher, R: Publisher, S: Publisher, T: Publisher>(
        with publisher1: P, _ publisher2: Q, _ publisher3: R, _ publisher4: S, _ publisher5: T
    ) -> Publishers.Merge7<A, B, P, Q, R, S, T>
    where
        P.Output == Output, P.Failure == Failure,
        Q.Output == Output, Q.Failure == Failure,
        R.Output == Output, R.Failure == Failure,
        S.Output == Output, S.Failure == Failure,
        T.Output == Output, T.Failure == Failure
    {
        Publishers.Merge7(a, b, publisher1, publisher2, publisher3, publisher4, publisher5)
    }

    /// Merges six more publishers, eight in all.
    @inlinable
    public func merge<P: Publisher, Q: Publisher, R: Publisher, S: Publisher, T: Publisher, U: Publisher>(
        with publisher1: P, _ publisher2: Q, _ publisher3: R, _ publisher4: S, _ publisher5: T, _ publisher6: U
    ) -> Publishers.Merge8<A, B, P, Q, R, S, T, U>
    where
        P.Output == Output, P.Failure == Failure,
        Q.Output == Output, Q.Failure == Failure,
        R.Output == Output, R.Failure == Failure,
        S.Output == Output, S.Failure == Failure,
        T.Output == Output, T.Failure == Failure,
        U.Output == Output, U.Failure == Failure
    {
        Publishers.Merge8(a, b, publisher1, publisher2, publisher3, publisher4, publisher5, publisher6)
    }
}

extension Publishers.Merge3 {
    /// Merges one more publisher, four in all.
    @inlinable
    public func merge<P: Publisher>(
        with other: P
    ) -> Publishers.Merge4<A, B, C, P>
    where
        P.Output == Output, P.Failure == Failure
    {
        Publishers.Merge4(a, b, c, other)
    }

    /// Merges two more publishers, five in all.
    @inlinable
    public func merge<P: Publisher, Q: Publisher>(
        with publisher1: P, _ publisher2: Q
    ) -> Publishers.Merge5<A, B, C, P, Q>
    where
        P.Output == Output, P.Failure == Failure,
        Q.Output == Output, Q.Failure == Failure
    {
        Publishers.Merge5(a, b, c, publisher1, publisher2)
    }

    /// Merges three more publishers, six in all.
    @inlinable
    public func merge<P: Publisher, Q: Publisher, R: Publisher>(
        with publisher1: P, _ publisher2: Q, _ publisher3: R
    ) -> Publishers.Merge6<A, B, C, P, Q, R>
    where
        P.Output == Output, P.Failure == Failure,
        Q.Output == Output, Q.Failure == Failure,
        R.Output == Output, R.Failure == Failure
    {
        Publishers.Merge6(a, b, c, publisher1, publisher2, publisher3)
    }

    /// Merges four more publishers, seven in all.
    @inlinable
    public func merge<P: Publisher, Q: Publisher, R: Publisher, S: Publisher>(
        with publisher1: P, _ publisher2: Q, _ publisher3: R, _ publisher4: S
    ) -> Publishers.Merge7<A, B, C, P, Q, R, S>
    where
        P.Output == Output, P.Failure == Failure,
        Q.Output == Output, Q.Failure == Failure,
        R.Output == Output, R.Failure == Failure,
        S.Output == Output, S.Failure == Failure
    {
        Publishers.Merge7(a, b, c, publisher1, publisher2, publisher3, publisher4)
    }

    /// Merges five more publishers, eight in all.
    @inlinable
    public func merge<P: Publisher, Q: Publisher, R: Publisher, S: Publisher, T: Publisher>(
        with publisher1: P, _ publisher2: Q, _ publisher3: R, _ publisher4: S, _ publisher5: T
    ) -> Publishers.Merge8<A, B, C, P, Q, R, S, T>
    where
        P.Output == Output, P.Failure == Failure,
        Q.Output == Output, Q.Failure == Failure,
        R.Output == Output, R.Failure == Failure,
        S.Output == Output, S.Failure == Failure,
        T.Output == Output, T.Failure == Failure
    {
        Publishers.Merge8(a, b, c, publisher1, publisher2, publisher3, publisher4, publisher5)
    }
}

extension Publishers.Merge4 {
    /// Merges one more publisher, five in all.
    @inlinable
    public func merge<P: Publisher>(
        with other: P
    ) -> Publishers.Merge5<A, B, C, D, P>
    where
        P.Output == Output, P.Failure == Failure
    {
        Publishers.Merge5(a, b, c, d, other)
    }

    /// Merges two more publishers, six in all.
    @inlinable
    public func merge<P: Publisher, Q: Publisher>(
        with publisher1: P, _ publisher2: Q
    ) -> Publishers.Merge6<A, B, C, D, P, Q>
    where
        P.Output == Output, P.Failure == Failure,
        Q.Output == Output, Q.Failure == Failure
    {
        Publishers.Merge6(a, b, c, d, publisher1, publisher2)
    }

    /// Merges three more publishers, seven in all.
    @inlinable
    public func merge<P: Publisher, Q: Publisher, R: Publisher>(
        with publisher1: P, _ publisher2: Q, _ publisher3: R
    ) -> Publishers.Merge7<A, B, C, D, P, Q, R>
    where
        P.Output == Output, P.Failure == Failure,
        Q.Output == Output, Q.Failure == Failure,
        R.Output == Output, R.Failure == Failure
    {
        Publishers.Merge7(a, b, c, d, publisher1, publisher2, publisher3)
    }

    /// Merges four more publishers, eight in all.
    @inlinable
    public func merge<P: Publisher, Q: Publisher, R: Publisher, S: Publisher>(
        with publisher1: P, _ publisher2: Q, _ publisher3: R, _ publisher4: S
    ) -> Publishers.Merge8<A, B, C, D, P, Q, R, S>
    where
        P.Output == Output, P.Failure == Failure,
        Q.Output == Output, Q.Failure == Failure,
        R.Output == Output, R.Failure == Failure,
        S.Output == Output, S.Failure == Failure
    {
        Publishers.Merge8(a, b, c, d, publisher1, publisher2, publisher3, publisher4)
    }
}

extension Publishers.Merge5 {
    /// Merges one more publisher, six in all.
    @inlinable
    public func merge<P: Publisher>(
        with other: P
    ) -> Publishers.Merge6<A, B, C, D, E, P>
    where
        P.Output == Output, P.Failure == Failure
    {
        Publishers.Merge6(a, b, c, d, e, other)
    }

    /// Merges two more publishers, seven in all.
    @inlinable
    public func merge<P: Publisher, Q: Publisher>(
        with publisher1: P, _ publisher2: Q
    ) -> Publishers.Merge7<A, B, C, D, E, P, Q>
    where
        P.Output == Output, P.Failure == Failure,
        Q.Output == Output, Q.Failure == Failure
    {
        Publishers.Merge7(a, b, c, d, e, publisher1, publisher2)
    }

    /// Merges three more publishers, eight in all.
    @inlinable
    public func merge<P: Publisher, Q: Publisher, R: Publisher>(
        with publisher1: P, _ publisher2: Q, _ publisher3: R
    ) -> Publishers.Merge8<A, B, C, D, E, P, Q, R>
    where
        P.Output == Output, P.Failure == Failure,
        Q.Output == Output, Q.Failure == Failure,
        R.Output == Output, R.Failure == Failure
    {
        Publishers.Merge8(a, b, c, d, e, publisher1, publisher2, publisher3)
    }
}

extension Publishers.Merge6 {
    /// Merges one more publisher, seven in all.
    @inlinable
    public func merge<P: Publisher>(
        with other: P
    ) -> Publishers.Merge7<A, B, C, D, E, F, P>
    where
        P.Output == Output, P.Failure == Failure
    {
        Publishers.Merge7(a, b, c, d, e, f, other)
    }

    /// Merges two more publishers, eight in all.
    @inlinable
    public func merge<P: Publisher, Q: Publisher>(
        with publisher1: P, _ publisher2: Q
    ) -> Publishers.Merge8<A, B, C, D, E, F, P, Q>
    where
        P.Output == Output, P.Failure == Failure,
        Q.Output == Output, Q.Failure == Failure
    {
        Publishers.Merge8(a, b, c, d, e, f, publisher1, publisher2)
    }
}

extension Publishers.Merge7 {
    /// Merges one more publisher, eight in all.
    @inlinable
    public func merge<P: Publisher>(
        with other: P
    ) -> Publishers.Merge8<A, B, C, D, E, F, G, P>
    where
        P.Output == Output, P.Failure == Failure
    {
        Publishers.Merge8(a, b, c, d, e, f, g, other)
    }
}
