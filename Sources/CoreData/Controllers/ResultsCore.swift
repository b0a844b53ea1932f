/// A results controller without its type parameter.
///
/// Belongs to the queue of its context.
final class ResultsCore {
    let request: FetchRequestCore
    let stores: [NSPersistentStore]?
    let context: NSManagedObjectContext
    let sectionNameKeyPath: String?
    let cacheName: String?
    weak var delegate: (any NSFetchedResultsControllerDelegate)?
    /// The results in order; nil before the first fetch.
    private(set) var objects: [NSManagedObject]?
    private(set) var sections: [ResultsSection] = []
    /// What the delegate is handed, as long as somebody keeps it; it keeps this core.
    private weak var knownFace: NSFetchedResultsController<NSFetchRequestResult>?
    private var face: NSFetchedResultsController<NSFetchRequestResult> {
        if let knownFace { return knownFace }
        let made = NSFetchedResultsController<NSFetchRequestResult>(sharing: self)
        knownFace = made
        return made
    }
    private var observer: (any NSObjectProtocol)?
    /// The request as of the last fetch, so that later edits wait for the next one.
    private var active = FetchRequestCore()
    private var layout: EntityLayout?

    init(
        _ request: FetchRequestCore, stores: [NSPersistentStore]?, context: NSManagedObjectContext,
        sectionNameKeyPath: String?, cacheName: String?
    ) {
        self.request = request
        self.stores = stores
        self.context = context
        self.sectionNameKeyPath = sectionNameKeyPath
        self.cacheName = cacheName
    }

    deinit {
        if let observer { NotificationCenter.default.removeObserver(observer) }
    }

    func performFetch() throws {
        active = request.copy()
        active.resultType = .managedObjectResultType
        layout = try context.resolve(active)
        let fetched = try context.fetchObjects(active, stores: stores)
        objects = fetched
        sections = grouped(fetched)
        observe()
    }

    private func observe() {
        guard observer == nil else { return }
        let weakSelf = Carried(WeakCore(core: self))
        observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { notification in weakSelf.value.core?.contextDidChange(notification) }
    }

    private struct WeakCore {
        weak var core: ResultsCore?
    }

    // MARK: Sections

    private func sectionName(of object: NSManagedObject) -> String {
        guard let path = sectionNameKeyPath else { return "" }
        return object.value(forKeyPath: path).map { String(describing: $0) } ?? ""
    }

    private func grouped(_ objects: [NSManagedObject]) -> [ResultsSection] {
        guard sectionNameKeyPath != nil else {
            return [ResultsSection(name: "", indexTitle: nil, members: objects)]
        }
        var names: [String] = []
        var members: [String: [NSManagedObject]] = [:]
        for object in objects {
            let name = sectionName(of: object)
            if members[name] == nil { names.append(name) }
            members[name, default: []].append(object)
        }
        return names.map { ResultsSection(name: $0, indexTitle: indexTitle(for: $0), members: members[$0] ?? []) }
    }

    func indexTitle(for name: String) -> String? {
        delegate?.controller(face, sectionIndexTitleForSectionName: name) ?? name.first.map { String($0).uppercased() }
    }

    var indexTitles: [String] {
        var seen = Set<String>()
        return sections.compactMap(\.indexTitle).filter { seen.insert($0).inserted }
    }

    func indexPath(of object: NSManagedObject) -> IndexPath? { Self.places(in: sections)[ObjectIdentifier(object)] }

    private static func places(in sections: [ResultsSection]) -> [ObjectIdentifier: IndexPath] {
        var places: [ObjectIdentifier: IndexPath] = [:]
        for (section, info) in sections.enumerated() {
            for (row, object) in info.members.enumerated() {
                places[ObjectIdentifier(object)] = IndexPath(row: row, section: section)
            }
        }
        return places
    }

    // MARK: Following the context

    private func contextDidChange(_ notification: Notification) {
        guard let old = objects, let layout, delegate != nil else { return }
        let info = notification.userInfo ?? [:]
        func set(_ key: String) -> [NSManagedObject] {
            (info[key] as? Set<NSManagedObject>)?.filter { fits($0, layout) } ?? []
        }
        let gone = Set((set(NSDeletedObjectsKey) + set(NSInvalidatedObjectsKey)).map { ObjectIdentifier($0) })
        let touched = (set(NSInsertedObjectsKey) + set(NSUpdatedObjectsKey) + set(NSRefreshedObjectsKey))
            .filter { !gone.contains(ObjectIdentifier($0)) }
        if gone.isEmpty && touched.isEmpty { return }
        let known = Set(old.map { ObjectIdentifier($0) })
        var leaving = gone.intersection(known)
        var arriving: [NSManagedObject] = []
        var changed = Set<ObjectIdentifier>()
        for object in touched {
            let id = ObjectIdentifier(object)
            switch (matches(object), known.contains(id)) {
            case (true, true): changed.insert(id)
            case (true, false): arriving.append(object)
            case (false, true): leaving.insert(id)
            case (false, false): break
            }
        }
        if leaving.isEmpty && arriving.isEmpty && changed.isEmpty { return }
        apply(old, leaving: leaving, arriving: arriving, changed: changed)
    }

    private func fits(_ object: NSManagedObject, _ layout: EntityLayout) -> Bool {
        active.includesSubentities ? object.layout.isKind(of: layout) : object.layout === layout
    }

    private func matches(_ object: NSManagedObject) -> Bool {
        guard let predicate = active.predicate else { return true }
        return predicate.evaluate(with: object)
    }

    private func apply(
        _ old: [NSManagedObject], leaving: Set<ObjectIdentifier>, arriving: [NSManagedObject],
        changed: Set<ObjectIdentifier>
    ) {
        let staying = old.filter { !leaving.contains(ObjectIdentifier($0)) }
        let sorted: [NSManagedObject]
        do {
            sorted = try Sorter.sorted(staying + arriving, by: active.sortDescriptors ?? [])
        } catch {
            CoreDataError.misuse("NSFetchedResultsController: sorting failed: \(error.localizedDescription)")
        }
        let oldSections = sections
        let newSections = grouped(sorted)
        let oldPlaces = Self.places(in: oldSections)
        let newPlaces = Self.places(in: newSections)
        // The same for all calls of one change.
        let face = face
        delegate?.controllerWillChangeContent(face)
        objects = sorted
        sections = newSections
        report(oldSections, newSections)
        for object in old where leaving.contains(ObjectIdentifier(object)) {
            delegate?.controller(
                face, didChange: object, at: oldPlaces[ObjectIdentifier(object)], for: .delete, newIndexPath: nil)
        }
        let arrived = Set(arriving.map { ObjectIdentifier($0) })
        for object in sorted where arrived.contains(ObjectIdentifier(object)) {
            delegate?.controller(
                face, didChange: object, at: nil, for: .insert, newIndexPath: newPlaces[ObjectIdentifier(object)])
        }
        let moved = movedObjects(
            staying, sorted.filter { !arrived.contains(ObjectIdentifier($0)) }, changed, oldSections, newSections,
            oldPlaces, newPlaces)
        for object in sorted where changed.contains(ObjectIdentifier(object)) {
            let id = ObjectIdentifier(object)
            delegate?.controller(
                face, didChange: object, at: oldPlaces[id], for: moved.contains(id) ? .move : .update,
                newIndexPath: newPlaces[id])
        }
        delegate?.controller(
            face, didChangeContentWith: difference(old, sorted, leaving: leaving, arrived: arrived, moved: moved))
        delegate?.controllerDidChangeContent(face)
    }

    /// Changed objects that have another place among those that stay, or another section.
    ///
    /// Those that did not change keep their order. A changed object has moved when it stands between two others
    /// of them now, or has passed another changed one there.
    private func movedObjects(
        _ before: [NSManagedObject], _ after: [NSManagedObject], _ changed: Set<ObjectIdentifier>,
        _ oldSections: [ResultsSection], _ newSections: [ResultsSection],
        _ oldPlaces: [ObjectIdentifier: IndexPath], _ newPlaces: [ObjectIdentifier: IndexPath]
    ) -> Set<ObjectIdentifier> {
        var moved = Set<ObjectIdentifier>()
        for id in changed {
            guard let from = oldPlaces[id], let to = newPlaces[id] else { continue }
            if oldSections[from.section].name != newSections[to.section].name { moved.insert(id) }
        }
        // Where changed objects stood: how many unchanged ones before them, and the how-manieth it was.
        var former: [ObjectIdentifier: (gap: Int, place: Int)] = [:]
        var gap = 0
        for (place, object) in before.enumerated() {
            let id = ObjectIdentifier(object)
            if changed.contains(id) { former[id] = (gap, place) } else { gap += 1 }
        }
        gap = 0
        var run: [(id: ObjectIdentifier, place: Int)] = []
        for object in after {
            let id = ObjectIdentifier(object)
            guard changed.contains(id) else {
                moved.formUnion(Self.displaced(run))
                run = []
                gap += 1
                continue
            }
            guard let known = former[id], !moved.contains(id) else { continue }
            if known.gap == gap { run.append((id, known.place)) } else { moved.insert(id) }
        }
        return moved.union(Self.displaced(run))
    }

    /// Those of a run that another one has passed: an earlier one stands behind them now, or a later one before.
    private static func displaced(_ run: [(id: ObjectIdentifier, place: Int)]) -> [ObjectIdentifier] {
        guard run.count > 1 else { return [] }
        var leastBehind = [Int](repeating: .max, count: run.count)
        for index in run.indices.dropLast().reversed() {
            leastBehind[index] = min(leastBehind[index + 1], run[index + 1].place)
        }
        var greatestBefore = -1
        var result: [ObjectIdentifier] = []
        for (index, item) in run.enumerated() {
            if item.place < greatestBefore || item.place > leastBehind[index] { result.append(item.id) }
            greatestBefore = max(greatestBefore, item.place)
        }
        return result
    }

    /// The changes as a difference between the lists of IDs, sections left aside.
    private func difference(
        _ old: [NSManagedObject], _ new: [NSManagedObject], leaving: Set<ObjectIdentifier>,
        arrived: Set<ObjectIdentifier>, moved: Set<ObjectIdentifier>
    ) -> CollectionDifference<NSManagedObjectID> {
        let kept = { (objects: [NSManagedObject]) in
            objects.lazy.map { ObjectIdentifier($0) }.filter {
                !leaving.contains($0) && !arrived.contains($0) && !moved.contains($0)
            }
        }
        guard kept(old).elementsEqual(kept(new)) else {
            // Sorted by values of other objects, which changed without these.
            return new.map(\.objectID).difference(from: old.map(\.objectID)).inferringMoves()
        }
        var from: [ObjectIdentifier: Int] = [:]
        var to: [ObjectIdentifier: Int] = [:]
        for (index, object) in old.enumerated() where moved.contains(ObjectIdentifier(object)) {
            from[ObjectIdentifier(object)] = index
        }
        for (index, object) in new.enumerated() where moved.contains(ObjectIdentifier(object)) {
            to[ObjectIdentifier(object)] = index
        }
        var steps: [CollectionDifference<NSManagedObjectID>.Change] = []
        for (index, object) in old.enumerated() {
            let id = ObjectIdentifier(object)
            if leaving.contains(id) || moved.contains(id) {
                steps.append(.remove(offset: index, element: object.objectID, associatedWith: to[id]))
            }
        }
        for (index, object) in new.enumerated() {
            let id = ObjectIdentifier(object)
            if arrived.contains(id) || moved.contains(id) {
                steps.append(.insert(offset: index, element: object.objectID, associatedWith: from[id]))
            }
        }
        // What left and what came are told apart by construction, so the steps always make a difference.
        return CollectionDifference(steps) ?? new.map(\.objectID).difference(from: old.map(\.objectID))
    }

    private func report(_ old: [ResultsSection], _ new: [ResultsSection]) {
        guard sectionNameKeyPath != nil else { return }
        let face = face
        let oldNames = Set(old.map(\.name))
        let newNames = Set(new.map(\.name))
        for (index, section) in old.enumerated() where !newNames.contains(section.name) {
            delegate?.controller(face, didChange: section, atSectionIndex: index, for: .delete)
        }
        for (index, section) in new.enumerated() where !oldNames.contains(section.name) {
            delegate?.controller(face, didChange: section, atSectionIndex: index, for: .insert)
        }
    }
}

/// A section as the controller keeps it.
final class ResultsSection: NSFetchedResultsSectionInfo {
    let name: String
    let indexTitle: String?
    let members: [NSManagedObject]

    init(name: String, indexTitle: String?, members: [NSManagedObject]) {
        self.name = name
        self.indexTitle = indexTitle
        self.members = members
    }

    var numberOfObjects: Int { members.count }
    var objects: [Any]? { members }
}
