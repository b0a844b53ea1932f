/// Stops when a description that a coordinator uses is about to change.
///
/// A model is shared between threads from its first use on; that is safe because nothing in it changes
/// any more. Apple's framework raises an exception with the same text.
func requireMutable(
    _ isFrozen: Bool, _ call: StaticString, _ subject: @autoclosure () -> String
) {
    guard isFrozen else { return }
    fatalError(
        """
        Can't modify an immutable model. \(call) was called on \(subject()), whose model is in use by a persistent \
        store coordinator. Change the model before the first use, or change a copy (`model.copy()`).
        """)
}
