/// Casts between requests, and between results controllers, of different types.
///
/// Apple's are classes of Objective-C, whose type arguments are not looked at; those of Swift are.
enum RequestCasts {
    static func apply(to pass: inout PortPass) {
        let source = pass.source
        for index in source.tokens.indices where source.isActive[index] && source.tokens[index].isWord("as") {
            var type = index + 1
            let sign = source.token(type).flatMap { $0.isSign("!") || $0.isSign("?") ? $0 : nil }
            if sign != nil { type += 1 }
            guard let name = source.token(type), source.isSign("<", at: type + 1),
                let argument = source.token(type + 2)
            else { continue }
            if name.isWord("NSFetchRequest") {
                request(at: index, sign: sign, argument: argument, &pass)
            } else if name.isWord("NSFetchedResultsController"), sign != nil {
                pass.find(
                    .cast, at: index, "as\(sign?.text ?? "") NSFetchedResultsController<\(argument.text)>",
                    failing, "Compare controllers with ===, and keep them with the type that they have.")
            }
        }
    }

    private static let failing = "The cast fails when it runs: generic types of Swift are not erased."

    private static func request(at index: Int, sign: SwiftToken?, argument: SwiftToken, _ pass: inout PortPass) {
        let source = pass.source
        // `T.fetchRequest()` has the type that is asked for.
        let isFromClass =
            source.isSign(")", at: index - 1) && source.isSign("(", at: index - 2)
            && source.token(index - 3)?.isWord("fetchRequest") == true
        let isUntyped = argument.isWord("NSFetchRequestResult")
        if isFromClass, !isUntyped || sign == nil { return }
        if isFromClass, let sign, sign.isSign("!") {
            return pass.edit(.cast, sign.range, "", line: sign.line)
        }
        pass.find(
            .cast, at: index, "as\(sign?.text ?? "") NSFetchRequest<\(argument.text)>", failing,
            isUntyped
                ? "Make the request as NSFetchRequest<NSFetchRequestResult>(entityName:) in the first place."
                : "Make the request as NSFetchRequest<\(argument.text)>(entityName:) in the first place.")
    }
}
