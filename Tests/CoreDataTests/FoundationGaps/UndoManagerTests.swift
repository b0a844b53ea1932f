import CoreData
import Synchronization
import Testing

@Suite struct UndoManagerTests {
    final class Counter {
        var value = 0

        func set(_ new: Int, _ manager: UndoManager) {
            let old = value
            manager.registerUndo(withTarget: self) { $0.set(old, manager) }
            value = new
        }
    }

    func manager(groupsByEvent: Bool = false) -> UndoManager {
        let manager = UndoManager()
        manager.groupsByEvent = groupsByEvent
        return manager
    }

    func grouped(_ manager: UndoManager, _ body: () -> Void) {
        manager.beginUndoGrouping()
        body()
        manager.endUndoGrouping()
    }

    @Test func group_undoneAndRedone_restoresEachState() {
        let manager = manager()
        let counter = Counter()
        grouped(manager) {
            counter.set(1, manager)
            counter.set(2, manager)
        }
        grouped(manager) { counter.set(3, manager) }
        #expect(manager.undoCount == 2)
        manager.undo()
        #expect(counter.value == 2)
        manager.undo()
        #expect(counter.value == 0)
        #expect(!manager.canUndo)
        #expect(manager.redoCount == 2)
        manager.redo()
        #expect(counter.value == 2)
        manager.redo()
        #expect(counter.value == 3)
        #expect(!manager.canRedo)
        manager.undo()
        #expect(counter.value == 2)
        manager.undo()
        manager.undo()
        #expect(counter.value == 0)
    }

    @Test func registration_afterUndo_dropsRedo() {
        let manager = manager()
        let counter = Counter()
        grouped(manager) { counter.set(1, manager) }
        manager.undo()
        #expect(manager.canRedo)
        grouped(manager) { counter.set(5, manager) }
        #expect(!manager.canRedo)
        manager.redo()
        #expect(counter.value == 5)
    }

    @Test func nestedGroups_closed_areUndoneTogetherOrAlone() {
        let manager = manager()
        let counter = Counter()
        manager.beginUndoGrouping()
        counter.set(1, manager)
        grouped(manager) { counter.set(2, manager) }
        #expect(manager.groupingLevel == 1)
        manager.undoNestedGroup()
        #expect(counter.value == 1)
        #expect(manager.groupingLevel == 1)
        grouped(manager) { counter.set(3, manager) }
        manager.endUndoGrouping()
        manager.undo()
        #expect(counter.value == 0)
    }

    @Test func eventGroup_isClosedByUndoOrRunLoop() {
        let manager = manager(groupsByEvent: true)
        let counter = Counter()
        counter.set(1, manager)
        counter.set(2, manager)
        #expect(manager.groupingLevel == 1)
        _ = RunLoop.current.run(mode: .default, before: Date())
        #expect(manager.groupingLevel == 0)
        counter.set(3, manager)
        manager.undo()
        #expect(counter.value == 2)
        manager.undo()
        #expect(counter.value == 0)
        manager.redo()
        #expect(counter.value == 2)
    }

    @Test func disabledRegistration_recordsNothing() {
        let manager = manager()
        let counter = Counter()
        manager.disableUndoRegistration()
        manager.disableUndoRegistration()
        manager.enableUndoRegistration()
        #expect(!manager.isUndoRegistrationEnabled)
        counter.set(1, manager)
        #expect(!manager.canUndo)
        manager.enableUndoRegistration()
        grouped(manager) { counter.set(2, manager) }
        manager.undo()
        #expect(counter.value == 1)
    }

    @Test func levelsOfUndo_dropTheOldest() {
        let manager = manager()
        let counter = Counter()
        manager.levelsOfUndo = 2
        for value in 1...4 { grouped(manager) { counter.set(value, manager) } }
        #expect(manager.undoCount == 2)
        manager.undo()
        manager.undo()
        #expect(counter.value == 2)
        #expect(!manager.canUndo)
        manager.redo()
        manager.levelsOfUndo = 1
        #expect(manager.undoCount == 1)
    }

    @Test func removal_ofOneTarget_keepsTheOthers() {
        let manager = manager()
        let first = Counter()
        let second = Counter()
        grouped(manager) {
            first.set(1, manager)
            second.set(1, manager)
        }
        grouped(manager) { first.set(2, manager) }
        manager.removeAllActions(withTarget: first)
        #expect(manager.undoCount == 1)
        manager.undo()
        #expect(first.value == 2)
        #expect(second.value == 0)
        manager.removeAllActions()
        #expect(!manager.canUndo && !manager.canRedo)
    }

    @Test func target_gone_isNotCalledAndNotKept() {
        let manager = manager()
        weak var kept: Counter?
        grouped(manager) {
            let counter = Counter()
            kept = counter
            counter.set(1, manager)
        }
        #expect(kept == nil)
        manager.undo()
        #expect(!manager.canUndo)
    }

    @Test func names_followTheGroups() {
        let manager = manager()
        let counter = Counter()
        #expect(manager.undoMenuItemTitle == "Undo")
        grouped(manager) {
            counter.set(1, manager)
            manager.setActionName("Change")
            manager.setActionIsDiscardable(true)
            manager.setActionUserInfoValue(7, forKey: .init(rawValue: "k"))
        }
        #expect(manager.undoActionName == "Change")
        #expect(manager.undoMenuItemTitle == "Undo Change")
        #expect(manager.undoActionIsDiscardable)
        manager.undo()
        #expect(manager.undoActionName == "")
        #expect(manager.redoActionName == "Change")
        #expect(manager.redoMenuItemTitle == "Redo Change")
        #expect(manager.redoActionIsDiscardable)
        #expect(manager.redoActionUserInfoValue(forKey: .init(rawValue: "k")) as? Int == 7)
    }

    @Test func notifications_arePostedInOrder() {
        let manager = manager()
        let counter = Counter()
        let names: [NSNotification.Name] = [
            .NSUndoManagerCheckpoint, .NSUndoManagerDidOpenUndoGroup, .NSUndoManagerWillCloseUndoGroup,
            .NSUndoManagerDidCloseUndoGroup, .NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange,
        ]
        let seen = Mutex<[NSNotification.Name]>([])
        let tokens = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: manager, queue: nil) { note in
                seen.withLock { $0.append(note.name) }
            }
        }
        grouped(manager) { counter.set(1, manager) }
        manager.undo()
        for token in tokens { NotificationCenter.default.removeObserver(token) }
        #expect(
            seen.withLock { $0 } == [
                .NSUndoManagerCheckpoint, .NSUndoManagerDidOpenUndoGroup, .NSUndoManagerCheckpoint,
                .NSUndoManagerWillCloseUndoGroup, .NSUndoManagerDidCloseUndoGroup, .NSUndoManagerCheckpoint,
                .NSUndoManagerWillUndoChange, .NSUndoManagerCheckpoint, .NSUndoManagerDidOpenUndoGroup,
                .NSUndoManagerCheckpoint, .NSUndoManagerWillCloseUndoGroup, .NSUndoManagerDidCloseUndoGroup,
                .NSUndoManagerDidUndoChange,
            ])
    }

    @Test func misuse_stopsWithTheMend() async throws {
        func output(_ result: ExitTest.Result?) throws -> String {
            String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        }
        let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            UndoManager().endUndoGrouping()
        }
        #expect(try output(end).contains("call beginUndoGrouping() first"))
        let enable = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            UndoManager().enableUndoRegistration()
        }
        #expect(try output(enable).contains("disableUndoRegistration()"))
        let register = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let manager = UndoManager()
            manager.groupsByEvent = false
            manager.registerUndo(withTarget: manager) { _ in }
        }
        #expect(try output(register).contains("no group is open"))
    }

    @Test func randomChanges_undoneAll_restoreTheStart() {
        let manager = manager()
        let counter = Counter()
        var states = [0]
        for step in 1...50 {
            grouped(manager) {
                for inner in 0..<Int.random(in: 1...4) {
                    if Bool.random() {
                        grouped(manager) { counter.set(step * 10 + inner, manager) }
                    } else {
                        counter.set(step * 10 + inner, manager)
                    }
                }
            }
            states.append(counter.value)
        }
        for state in states.dropLast().reversed() {
            manager.undo()
            #expect(counter.value == state)
        }
        for state in states.dropFirst() {
            manager.redo()
            #expect(counter.value == state)
        }
    }
}
