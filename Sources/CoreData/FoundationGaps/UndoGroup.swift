import Foundation

/// A closure that takes one change back.
struct UndoAction {
    /// The target may be gone, and its address in use by another object: the weak reference decides.
    private weak var target: AnyObject?
    let run: () -> Void

    init(target: AnyObject, run: @escaping () -> Void) {
        self.target = target
        self.run = run
    }

    func isFor(_ identity: ObjectIdentifier) -> Bool {
        target.map { ObjectIdentifier($0) } == identity
    }
}

/// What is undone together: actions, and groups that were closed inside.
final class UndoGroup {
    private enum Element {
        case action(UndoAction)
        case group(UndoGroup)
    }

    private var elements: [Element] = []
    var name = ""
    var isDiscardable = false
    var userInfo: [UndoManager.UserInfoKey: Any] = [:]

    /// True when nothing would happen.
    var isEmpty: Bool {
        elements.allSatisfy { element in
            switch element {
            case .action: false
            case .group(let group): group.isEmpty
            }
        }
    }

    func add(_ action: UndoAction) {
        elements.append(.action(action))
    }

    /// Takes in a group that was closed inside of this one.
    func adopt(_ group: UndoGroup) {
        if name.isEmpty { name = group.name }
        elements.append(.group(group))
    }

    func takeInfo(from group: UndoGroup) {
        name = group.name
        isDiscardable = group.isDiscardable
        userInfo = group.userInfo
    }

    /// Removes and returns the inner group closed last, unless something was registered after it.
    func removeLastGroup() -> UndoGroup? {
        guard case .group(let group)? = elements.last else { return nil }
        elements.removeLast()
        return group
    }

    /// Runs the actions, latest first.
    func perform() {
        for element in elements.reversed() {
            switch element {
            case .action(let action): action.run()
            case .group(let group): group.perform()
            }
        }
    }

    func removeActions(of target: ObjectIdentifier) {
        let kept = elements.filter { element in
            switch element {
            case .action(let action):
                return !action.isFor(target)
            case .group(let group):
                group.removeActions(of: target)
                return true
            }
        }
        let dropped = elements
        elements = kept
        _ = dropped
    }
}
