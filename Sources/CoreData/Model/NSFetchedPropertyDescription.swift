import Foundation

/// The description of a property whose value is the result of a fetch, made when it is first asked for.
///
/// Never stored, never set.
open class NSFetchedPropertyDescription: NSPropertyDescription, @unchecked Sendable {
    /// What is fetched, as the model describes it.
    private var storedTemplate: FetchTemplate?

    /// What is fetched, as the model describes it.
    final var template: FetchTemplate? {
        get { storedTemplate }
        set {
            requireMutable(isFrozen, "NSFetchedPropertyDescription.fetchRequest", diagnosticName())
            storedTemplate = newValue
        }
    }

    override var isReadOnly: Bool { true }

    override func makeEmptyCopy() -> NSPropertyDescription { NSFetchedPropertyDescription() }

    override func copyContents(into copy: NSPropertyDescription) {
        super.copyContents(into: copy)
        guard let copy = copy as? NSFetchedPropertyDescription else { return }
        copy.storedTemplate = storedTemplate
    }

    override func isEquivalent(to other: NSPropertyDescription) -> Bool {
        guard super.isEquivalent(to: other), let other = other as? NSFetchedPropertyDescription else { return false }
        return storedTemplate == other.storedTemplate
    }
}
