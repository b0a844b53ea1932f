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
    /// What the delegate is handed.
    private lazy var face = NSFetchedResultsController<NSFetchRequestResult>(sharing: self)
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
        delegate?.controllerDidChangeContent(face)
    }

    /// Changed objects that have another place among those that stay, or another section.
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
        // Among the rest, those that are not part of the longest run of objects that kept their order.
        var position: [ObjectIdentifier: Int] = [:]
        for (index, object) in before.enumerated() { position[ObjectIdentifier(object)] = index }
        let order = after.map { ObjectIdentifier($0) }.filter { !moved.contains($0) }
        let kept = Self.longestIncreasing(order.compactMap { position[$0] })
        for id in order where changed.contains(id) {
            if let index = position[id], !kept.contains(index) { moved.insert(id) }
        }
        return moved
    }

    /// The members of a longest increasing subsequence; O(n log n).
    static func longestIncreasing(_ values: [Int]) -> Set<Int> {
        var tails: [Int] = []
        var previous = [Int](repeating: -1, count: values.count)
        for (index, value) in values.enumerated() {
            var low = 0
            var high = tails.count
            while low < high {
                let middle = (low + high) / 2
                if values[tails[middle]] < value { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = tails[low - 1] }
            if low == tails.count { tails.append(index) } else { tails[low] = index }
        }
        var result = Set<Int>()
        var index = tails.last ?? -1
        while index >= 0 {
            result.insert(values[index])
            index = previous[index]
        }
        return result
    }

    private func report(_ old: [ResultsSection], _ new: [ResultsSection]) {
        guard sectionNameKeyPath != nil else { return }
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
