import SQLite
import Synchronization

/// Translated fetches by shape, so that a fetch that differs from an earlier one in its arguments only is
/// bound and run at once.
final class TranslationCache: Sendable {
    /// Everything that decides the text of a statement.
    struct Key: Hashable {
        var entity: Int
        var includesSubentities: Bool
        var result: UInt8
        var isLimited: Bool
        var predicate: PredicateShape?
        var flavours: [UInt8]
        var sorts: [SortPart]
    }

    struct SortPart: Hashable {
        var key: String
        var ascending: Bool
        var selector: String?
    }

    /// The same for the commonest fetch: one format with few arguments, unsorted.
    ///
    /// Found in a fraction of the time.
    struct ShortKey: Hashable {
        var template: ObjectIdentifier
        var entity: Int32
        var form: UInt32
        /// The flavours of the arguments, a byte each.
        var flavours: UInt64
    }

    private struct Short {
        var translation: FetchTranslation
        /// Kept, so that no other template can take its identity.
        var template: PredicateTemplate
    }

    private struct State {
        var translations: [Key: FetchTranslation] = [:]
        var short: [ShortKey: Short] = [:]
        /// Statements by text, for predicates built in code, whose shape is known only when translated.
        var texts: [String: SQL] = [:]
    }

    /// Guards both tables; each is emptied when it has grown to the limit.
    private let state = Mutex<State>(State())
    private static let limit = 512

    func translation(_ key: Key) -> FetchTranslation? { state.withLock { $0.translations[key] } }

    func keep(_ translation: FetchTranslation, for key: Key) {
        // what the table held is released after the lock.
        let dropped = state.withLock { state -> [Key: FetchTranslation]? in
            var dropped: [Key: FetchTranslation]?
            if state.translations.count >= Self.limit {
                dropped = state.translations
                state.translations = [:]
            }
            state.translations[key] = translation
            return dropped
        }
        _ = dropped
    }

    func translation(_ key: ShortKey) -> FetchTranslation? { state.withLock { $0.short[key]?.translation } }

    func keep(_ translation: FetchTranslation, for key: ShortKey, template: PredicateTemplate) {
        // what the table held is released after the lock.
        let dropped = state.withLock { state -> Carried<[ShortKey: Short]?> in
            var dropped: [ShortKey: Short]?
            if state.short.count >= Self.limit {
                dropped = state.short
                state.short = [:]
            }
            state.short[key] = Short(translation: translation, template: template)
            return Carried(dropped)
        }
        _ = dropped
    }

    func sql(_ text: String, purpose: String) -> SQL {
        state.withLock { state in
            // Equivalent texts of other code units are other statements.
            if let known = state.texts[text], known.text.hasSameBytes(as: text) { return known }
            if state.texts.count >= Self.limit { state.texts = [:] }
            let sql = SQL(text, purpose: purpose)
            state.texts[text] = sql
            return sql
        }
    }
}

/// Statements for to-manys, made at first use.
final class MemberStatementCache: Sendable {
    private struct Key: Hashable {
        var owner: Int
        var toMany: Int
    }

    /// Guards the table, which has at most one entry for each to-many of the model.
    private let table = Mutex<[Key: KeyChunkStatements]>([:])

    func statements(
        owner: Int, toMany: Int, make: () -> KeyChunkStatements
    ) -> KeyChunkStatements {
        let key = Key(owner: owner, toMany: toMany)
        if let known = table.withLock({ $0[key] }) { return known }
        let made = make()
        return table.withLock { table in
            if let other = table[key] { return other }
            table[key] = made
            return made
        }
    }
}
