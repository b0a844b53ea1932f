/// Words that stand before declarations.
enum DeclarationWords {
    private static let modifiers: Set<String> = [
        "public", "open", "internal", "package", "private", "fileprivate", "final", "static", "override", "dynamic",
        "required", "convenience", "optional", "weak", "unowned", "lazy", "nonisolated", "mutating", "nonmutating",
        "indirect", "isolated", "distributed",
    ]

    static func isModifier(_ token: SwiftToken) -> Bool { token.kind == .word && modifiers.contains(token.text) }
}
