import Foundation

/// Records how to take changes back, and takes them back.
///
/// What is registered between `beginUndoGrouping()` and `endUndoGrouping()` is undone together. With
/// `groupsByEvent`, which is the default, the first registration opens a group, and the run loop
/// closes it at the end of its pass; where no run loop runs, `undo()` closes it.
///
/// Belongs to one thread or queue; nothing is locked.
open class UndoManager: NSObject {
    /// A key for values kept with a group.
    public struct UserInfoKey: RawRepresentable, Hashable, Sendable {
        /// The name of the key.
        public let rawValue: String

        /// Creates a key from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    // State, in the order in which it changes: `open` holds the groups that were begun and not ended,
    // outermost first. Ending the outermost moves it to `undoStack`, or to `redoStack` while undoing.
    private var open: [UndoGroup] = []
    private var undoStack: [UndoGroup] = []
    private var redoStack: [UndoGroup] = []
    private var disableCount = 0
    /// The outermost group was opened by a registration and waits for the end of the event.
    private var openedByEvent = false
    private var closeIsScheduled = false

    /// Creates an undo manager with nothing to undo.
    public override init() {
        super.init()
    }

    // MARK: Groups

    /// Whether a registration opens a group that ends with the pass of the run loop.
    open var groupsByEvent = true

    /// In which modes of the run loop groups opened by a registration end.
    open var runLoopModes: [RunLoop.Mode] = [.default]

    /// How many groups are open.
    open var groupingLevel: Int { open.count }

    /// Opens a group.
    open func beginUndoGrouping() {
        if open.isEmpty { openedByEvent = false }
        openGroup()
    }

    private func openGroup() {
        post(.NSUndoManagerCheckpoint)
        open.append(UndoGroup())
        post(.NSUndoManagerDidOpenUndoGroup)
    }

    /// Closes the group opened last.
    ///
    /// Stops the program when no group is open.
    open func endUndoGrouping() {
        insist(!open.isEmpty, "UndoManager.endUndoGrouping(): no group is open; call beginUndoGrouping() first.")
        post(.NSUndoManagerCheckpoint)
        post(.NSUndoManagerWillCloseUndoGroup, discardable: open.last?.isDiscardable ?? false)
        let group = open.removeLast()
        if let parent = open.last {
            parent.adopt(group)
        } else {
            openedByEvent = false
            if isUndoing {
                redoStack.append(group)
            } else {
                undoStack.append(group)
                trim()
            }
        }
        post(.NSUndoManagerDidCloseUndoGroup, discardable: group.isDiscardable)
    }

    private func closeEventGroup() {
        closeIsScheduled = false
        while openedByEvent, !open.isEmpty { endUndoGrouping() }
    }

    private func scheduleClosing() {
        if closeIsScheduled { return }
        closeIsScheduled = true
        let reference = WeakManager(self)
        RunLoop.current.perform(inModes: runLoopModes) { reference.manager?.closeEventGroup() }
    }

    // MARK: Registration

    /// Whether registrations are recorded.
    open var isUndoRegistrationEnabled: Bool { disableCount == 0 }

    /// Ignores registrations until `enableUndoRegistration()` has been called as often.
    open func disableUndoRegistration() { disableCount += 1 }

    /// Takes back one `disableUndoRegistration()`; stops the program when there was none.
    open func enableUndoRegistration() {
        insist(
            disableCount > 0,
            "UndoManager.enableUndoRegistration(): registration is enabled already; every call "
                + "needs an earlier disableUndoRegistration().")
        disableCount -= 1
    }

    /// Records a closure that takes a change back.
    ///
    /// While undoing, what is registered becomes the redo. Stops the program when no group is open and
    /// `groupsByEvent` is off.
    ///
    /// - Parameters:
    ///   - target: The object that changes; it is not kept alive, and the closure is dropped with it.
    ///   - handler: Receives the target. It must not capture the target strongly.
    open func registerUndo<TargetType: AnyObject>(
        withTarget target: TargetType, handler: @escaping (TargetType) -> Void
    ) {
        guard isUndoRegistrationEnabled else { return }
        if open.isEmpty {
            insist(
                groupsByEvent,
                "UndoManager.registerUndo(withTarget:handler:): no group is open; call "
                    + "beginUndoGrouping() first, or turn on groupsByEvent.")
            openGroup()
            openedByEvent = true
            scheduleClosing()
        }
        if !isUndoing, !isRedoing, !redoStack.isEmpty {
            let dropped = redoStack
            redoStack = []
            // Closures of the program are released only now that the stack is consistent.
            _ = dropped
        }
        open.last?.add(
            UndoAction(target: target) { [weak target] in
                if let target { handler(target) }
            })
    }

    // MARK: Undo and redo

    /// True while actions are undone.
    open private(set) var isUndoing = false

    /// True while actions are redone.
    open private(set) var isRedoing = false

    /// Whether there is something to undo.
    open var canUndo: Bool { !undoStack.isEmpty || open.contains { !$0.isEmpty } }

    /// Whether there is something to redo.
    open var canRedo: Bool {
        post(.NSUndoManagerCheckpoint)
        return !redoStack.isEmpty
    }

    /// How many groups can be undone.
    open var undoCount: Int { undoStack.count }

    /// How many groups can be redone.
    open var redoCount: Int { redoStack.count }

    /// Closes the outermost group if it is the only one open, and undoes it.
    ///
    /// Stops the program when more than one group is open, or undo or redo is going on.
    open func undo() {
        checkIdle("undo()")
        if open.count == 1 { endUndoGrouping() }
        insist(
            open.isEmpty,
            "UndoManager.undo(): \(open.count) groups are open; call endUndoGrouping() for each, or "
                + "undoNestedGroup().")
        undoNestedGroup()
    }

    /// Undoes the group closed last, even one inside of an open group.
    ///
    /// Stops the program when undo or redo is going on.
    open func undoNestedGroup() {
        checkIdle("undoNestedGroup()")
        post(.NSUndoManagerCheckpoint)
        let group: UndoGroup?
        if let parent = open.last {
            group = parent.removeLastGroup()
        } else {
            group = undoStack.popLast()
        }
        guard let group else { return }
        post(.NSUndoManagerWillUndoChange)
        // Registrations go to a stack of their own, away from a group that may still be open.
        let outer = open
        let outerIsByEvent = openedByEvent
        open = []
        isUndoing = true
        perform(group)
        isUndoing = false
        open = outer
        openedByEvent = outerIsByEvent
        post(.NSUndoManagerDidUndoChange)
    }

    /// Redoes what was undone last.
    ///
    /// Stops the program when a group is open, or undo or redo is going on.
    open func redo() {
        checkIdle("redo()")
        if openedByEvent { closeEventGroup() }
        insist(open.isEmpty, "UndoManager.redo(): \(open.count) groups are open; call endUndoGrouping() first.")
        post(.NSUndoManagerCheckpoint)
        guard let group = redoStack.popLast() else { return }
        post(.NSUndoManagerWillRedoChange)
        isRedoing = true
        perform(group)
        isRedoing = false
        post(.NSUndoManagerDidRedoChange)
    }

    private func perform(_ group: UndoGroup) {
        openGroup()
        open.last?.takeInfo(from: group)
        group.perform()
        while open.count > 1 { endUndoGrouping() }
        endUndoGrouping()
    }

    private func checkIdle(_ call: String) {
        insist(
            !isUndoing && !isRedoing,
            "UndoManager.\(call): called while undo or redo is going on; a handler only registers.")
    }

    // MARK: Limits and removal

    /// How many groups can be undone at most; 0 for no limit.
    open var levelsOfUndo = 0 {
        didSet {
            insist(levelsOfUndo >= 0, "UndoManager.levelsOfUndo: \(levelsOfUndo) is negative; 0 is no limit.")
            trim()
        }
    }

    private func trim() {
        guard levelsOfUndo > 0 else { return }
        if undoStack.count > levelsOfUndo { undoStack.removeFirst(undoStack.count - levelsOfUndo) }
        if redoStack.count > levelsOfUndo { redoStack.removeFirst(redoStack.count - levelsOfUndo) }
    }

    /// Forgets everything, and enables registration.
    open func removeAllActions() {
        let dropped = (undoStack, redoStack, open)
        undoStack = []
        redoStack = []
        open = open.map { _ in UndoGroup() }
        disableCount = 0
        _ = dropped
    }

    /// Forgets everything registered for one target.
    open func removeAllActions(withTarget target: Any) {
        let identity = ObjectIdentifier(target as AnyObject)
        for group in open { group.removeActions(of: identity) }
        undoStack = Self.removingActions(of: identity, from: undoStack)
        redoStack = Self.removingActions(of: identity, from: redoStack)
    }

    private static func removingActions(of target: ObjectIdentifier, from stack: [UndoGroup]) -> [UndoGroup] {
        stack.filter { group in
            let hadActions = !group.isEmpty
            group.removeActions(of: target)
            return !hadActions || !group.isEmpty
        }
    }

    // MARK: Names and values of groups

    /// The group that names and values are set on, and read for undo.
    private var currentGroup: UndoGroup? { open.first ?? undoStack.last }

    /// Names what the current group undoes, for menus.
    open func setActionName(_ actionName: String) { currentGroup?.name = actionName }

    /// The name of what is undone next; empty if it has none.
    open var undoActionName: String { canUndo ? currentGroup?.name ?? "" : "" }

    /// The name of what is redone next; empty if it has none.
    open var redoActionName: String { redoStack.last?.name ?? "" }

    /// The title of the menu command that undoes.
    open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

    /// The title of the menu command that redoes.
    open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

    /// Returns the title of a menu command that undoes an action.
    open func undoMenuTitle(forUndoActionName actionName: String) -> String {
        actionName.isEmpty ? "Undo" : "Undo \(actionName)"
    }

    /// Returns the title of a menu command that redoes an action.
    open func redoMenuTitle(forUndoActionName actionName: String) -> String {
        actionName.isEmpty ? "Redo" : "Redo \(actionName)"
    }

    /// Marks the current group as one that may be lost, such as scrolling.
    open func setActionIsDiscardable(_ discardable: Bool) { currentGroup?.isDiscardable = discardable }

    /// Whether what is undone next may be lost.
    open var undoActionIsDiscardable: Bool { canUndo && currentGroup?.isDiscardable ?? false }

    /// Whether what is redone next may be lost.
    open var redoActionIsDiscardable: Bool { redoStack.last?.isDiscardable ?? false }

    /// Keeps a value with the current group; nil removes it.
    open func setActionUserInfoValue(_ info: Any?, forKey key: UserInfoKey) { currentGroup?.userInfo[key] = info }

    /// Returns a value kept with what is undone next.
    open func undoActionUserInfoValue(forKey key: UserInfoKey) -> Any? { canUndo ? currentGroup?.userInfo[key] : nil }

    /// Returns a value kept with what is redone next.
    open func redoActionUserInfoValue(forKey key: UserInfoKey) -> Any? { redoStack.last?.userInfo[key] }

    // MARK: Notifications

    private func post(_ name: Notification.Name) {
        NotificationCenter.default.post(name: name, object: self)
    }

    private func post(_ name: Notification.Name, discardable: Bool) {
        NotificationCenter.default.post(
            name: name, object: self,
            userInfo: discardable ? [NSUndoManagerGroupIsDiscardableKey: true] : nil)
    }
}

/// A manager for the run loop to come back to, if it still exists.
///
/// `@unchecked Sendable`: the run loop calls on the thread that scheduled, which is the manager's own.
private final class WeakManager: @unchecked Sendable {
    weak var manager: UndoManager?

    init(_ manager: UndoManager) {
        self.manager = manager
    }
}
