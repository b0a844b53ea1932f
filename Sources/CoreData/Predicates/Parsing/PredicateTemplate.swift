import Foundation
import Synchronization

/// A format string read once, for all predicates made from it.
///
/// Constants of the tree that stand for arguments carry the argument's number instead of a value.
/// The template is also an identity: two predicates of one template differ in their arguments only.
///
/// `@unchecked Sendable`: immutable after `init`, and what it holds was made by the parser: literals
/// are numbers and strings. Only templates with inserted predicates or expressions hold objects of
/// the caller, and those are never shared through the cache.
final class PredicateTemplate: @unchecked Sendable {
    let node: PredicateNode
    let argumentCount: Int
    /// Whether a key path starts at a value; see `NSPredicate.readingConstantPaths()`.
    let hasConstantPaths: Bool

    init(node: PredicateNode, argumentCount: Int) {
        self.node = node
        self.argumentCount = argumentCount
        hasConstantPaths = node.hasConstantPaths
    }

    /// Returns the template of a format; an earlier one if format and `%K` arguments are the same.
    ///
    /// - Throws: `PredicateFormatError`.
    static func template(
        for format: String, arguments: [Any?]
    ) throws(PredicateFormatError) -> PredicateTemplate {
        let isShared = !arguments.contains(where: FormatArguments.isStructure)
        if isShared, let cached = cache.withLock({ $0.template(for: format, arguments: arguments) }) {
            guard cached.argumentCount <= arguments.count else {
                // Parse again for the message.
                return try parsed(format, arguments).template
            }
            return cached
        }
        let (template, keyPathArguments) = try parsed(format, arguments)
        if isShared {
            let keys = keyPathArguments.compactMap { FormatArguments.string(arguments[$0]) }
            let dropped = cache.withLock { $0.insert(template, format, keyPathArguments, keys) }
            // Released here, outside the lock.
            _ = dropped
        }
        return template
    }

    private static func parsed(
        _ format: String, _ arguments: [Any?]
    ) throws(PredicateFormatError) -> (template: PredicateTemplate, keyPathArguments: [Int]) {
        var parser = try PredicateParser(format, arguments: arguments)
        let node = try parser.wholePredicate()
        return (PredicateTemplate(node: node, argumentCount: parser.argumentCount), parser.keyPathArguments)
    }

    /// Guards the two generations of templates.
    private static let cache = Mutex(TemplateCache())
}

/// Templates by format and `%K` arguments, in two generations: when the young one is full it
/// becomes the old one, and what was not used since is dropped.
///
/// Bounded, and a hit costs one look-up.
private struct TemplateCache {
    private struct Entry {
        let format: String
        /// Which arguments are key paths.
        var keyPathArguments: [Int]
        /// The one template of a format without `%K`.
        var only: PredicateTemplate?
        var byKeys: [[String]: PredicateTemplate] = [:]
    }

    static let generationSize = 512

    private var young: [String: Entry] = [:]
    private var old: [String: Entry] = [:]
    private var youngCount = 0

    mutating func template(for format: String, arguments: [Any?]) -> PredicateTemplate? {
        if let entry = young[format], let template = Self.template(in: entry, format, arguments) { return template }
        guard let entry = old[format], let template = Self.template(in: entry, format, arguments) else { return nil }
        let keys = entry.keyPathArguments.compactMap { FormatArguments.string(arguments[$0]) }
        // What promotion drops are templates, which hold literals only.
        _ = insert(template, format, entry.keyPathArguments, keys)
        return template
    }

    private static func template(
        in entry: Entry, _ format: String, _ arguments: [Any?]
    ) -> PredicateTemplate? {
        // Literals of equivalent formats may have other code units.
        guard entry.format.hasSameBytes(as: format) else { return nil }
        if let only = entry.only { return only }
        var keys: [String] = []
        keys.reserveCapacity(entry.keyPathArguments.count)
        for argument in entry.keyPathArguments {
            guard argument < arguments.count, let key = FormatArguments.string(arguments[argument]) else { return nil }
            keys.append(key)
        }
        return entry.byKeys[keys]
    }

    /// Adds a template and returns what had to make room for it.
    mutating func insert(
        _ template: PredicateTemplate, _ format: String, _ keyPathArguments: [Int], _ keys: [String]
    ) -> AnyObject? {
        var dropped: Generation?
        if youngCount >= Self.generationSize {
            dropped = Generation(entries: old)
            old = young
            young = [:]
            youngCount = 0
        }
        var entry = Entry(format: format, keyPathArguments: keyPathArguments)
        if let known = young.removeValue(forKey: format), known.format.hasSameBytes(as: format) { entry = known }
        if keyPathArguments.isEmpty { entry.only = template } else { entry.byKeys[keys] = template }
        young[format] = entry
        youngCount += 1
        return dropped
    }

    private final class Generation {
        let entries: [String: Entry]
        init(entries: [String: Entry]) { self.entries = entries }
    }
}
