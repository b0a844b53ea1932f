import Foundation

/// The description of a column that a dictionary fetch computes; used in `propertiesToFetch`, never in an entity.
open class NSExpressionDescription: NSPropertyDescription, @unchecked Sendable {
    private var storedExpression: NSExpression?
    private var storedType = NSAttributeType.undefinedAttributeType

    /// What is computed for each row or group.
    open var expression: NSExpression? {
        get { storedExpression }
        set {
            requireMutable(isFrozen, "NSExpressionDescription.expression", diagnosticName())
            storedExpression = newValue
        }
    }

    /// The type of the computed value.
    open var expressionResultType: NSAttributeType {
        get { storedType }
        set {
            requireMutable(isFrozen, "NSExpressionDescription.expressionResultType", diagnosticName())
            storedType = newValue
        }
    }

    /// The type of the computed value, by the names Swift code uses.
    open var resultType: NSAttributeDescription.AttributeType {
        get { NSAttributeDescription.AttributeType(storedType) }
        set { expressionResultType = newValue.attributeType }
    }

    override var isReadOnly: Bool { true }

    override func makeEmptyCopy() -> NSPropertyDescription { NSExpressionDescription() }

    override func copyContents(into copy: NSPropertyDescription) {
        super.copyContents(into: copy)
        guard let copy = copy as? NSExpressionDescription else { return }
        copy.storedExpression = storedExpression
        copy.storedType = storedType
    }

    override func isEquivalent(to other: NSPropertyDescription) -> Bool {
        guard super.isEquivalent(to: other), let other = other as? NSExpressionDescription else { return false }
        return storedType == other.storedType
            && storedExpression?.description == other.storedExpression?.description
    }
}
