/// Stops the program when a caller breaks a rule of the interface.
///
/// Says why in optimised builds too, where `precondition` stops without a word: such a message is read in a server's
/// log.
@inline(__always)
func insist(
    _ holds: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
    if !holds { fatalError(message(), file: file, line: line) }
}
