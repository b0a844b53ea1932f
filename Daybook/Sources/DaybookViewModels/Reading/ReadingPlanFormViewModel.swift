import Combine
import DaybookModel
import Foundation

/// The form of a plan, new or existing.
@MainActor
public final class ReadingPlanFormViewModel: ScreenViewModel, MergingForm {
    /// The plan being edited; nil for a new one.
    public let id: UUID?
    /// The title.
    @Published public var title = ""
    /// The author.
    @Published public var author = ""
    /// The first day as typed.
    @Published public var startDay = ""
    /// The last day as typed.
    @Published public var endDay = ""
    /// The number of pages as typed.
    @Published public var totalPages = ""
    /// The page reached as typed.
    @Published public var currentPage = ""
    /// How far it has come.
    @Published public var status = ReadingStatus.reading
    /// The cover that the plan has.
    @Published public private(set) var cover: Photo?
    /// Whether to take the cover away.
    @Published public var removesCover = false
    /// The plan in the trash that a new one takes the place of: its cover comes along, unless it is removed.
    @Published public var source: UUID?
    /// A cover to put in its place.
    @Published public var addedCover: PhotoUpload?
    /// When the plan was last changed, as far as this form knows.
    @Published public var version: Date?
    /// What the form said when it was opened.
    @Published public var base: [String: String] = [:]
    /// What was changed elsewhere to another end than here.
    @Published public var theirs: [String: String] = [:]
    /// What is wrong, by field.
    @Published public private(set) var errors = FormErrors()

    /// Makes an empty form; `prepare` fills it.
    public init(services: DaybookServices, id: UUID? = nil) {
        self.id = id
        super.init(services: services)
    }

    /// Fills the form.
    ///
    /// - Returns: false when the plan is not there; `error` says so.
    @discardableResult
    public func prepare() async -> Bool {
        guard let id else {
            startDay = services.today().iso
            return true
        }
        guard let plan = await existing(id) else { return false }
        fields = Self.fields(of: plan)
        base = fields
        version = plan.updatedAt
        return true
    }

    /// Fetches the cover for a form that comes back; after a conflict, saving again means the newer version.
    ///
    /// When the plan was deleted elsewhere, it is noted as the source of the new one that saving again adds.
    public func prepareAgain() async {
        guard let known = id ?? source else { return }
        guard case .success(let plan) = await result(of: services.plans.plan(id: known)) else {
            // Gone for good: nothing of it can come along.
            source = nil
            return
        }
        cover = plan.cover
        if id != nil, plan.trashedAt != nil { source = known }
        guard case .conflict = errors.general else { return }
        merge(Self.fields(of: plan))
        version = plan.updatedAt
    }

    /// What the form says now.
    public var fields: [String: String] {
        get {
            [
                "title": title, "author": author, "start": startDay, "end": endDay, "pages": totalPages,
                "current": currentPage, "status": status.rawValue,
            ]
        }
        set {
            title = newValue["title"] ?? title
            author = newValue["author"] ?? author
            startDay = newValue["start"] ?? startDay
            endDay = newValue["end"] ?? endDay
            totalPages = newValue["pages"] ?? totalPages
            currentPage = newValue["current"] ?? currentPage
            status = newValue["status"].flatMap(ReadingStatus.init) ?? status
        }
    }

    private static func fields(of plan: ReadingPlan) -> [String: String] {
        [
            "title": plan.title, "author": plan.author ?? "", "start": plan.startDay?.iso ?? "",
            "end": plan.endDay?.iso ?? "", "pages": plan.totalPages.map(String.init) ?? "",
            "current": plan.currentPage > 0 ? String(plan.currentPage) : "", "status": plan.status.rawValue,
        ]
    }

    private func existing(_ id: UUID) async -> ReadingPlan? {
        guard let plan = await value(of: services.plans.plan(id: id)) else { return nil }
        guard plan.trashedAt == nil else {
            error = .notFound(.plan, id)
            return nil
        }
        cover = plan.cover
        return plan
    }

    /// Notes an error that was found outside.
    public func note(_ error: DaybookError) { errors.add(error) }

    func draft() -> ReadingPlanDraft? {
        let name = title.trimmingCharacters(in: .whitespacesAndNewlines)
        if name.isEmpty { errors.add(.validation(.title, .missing)) }
        let today = services.today()
        let first = errors.check { () throws(DaybookError) in
            try DayParser.optionalDay(startDay, today: today, field: .startDay)
        }.flatMap(\.self)
        let last = errors.check { () throws(DaybookError) in
            try DayParser.optionalDay(endDay, today: today, field: .endDay)
        }.flatMap(\.self)
        if let first, let last, last < first { errors.add(.validation(.endDay, .endBeforeStart)) }
        let pages = number(totalPages, field: .totalPages)
        let page = number(currentPage, field: .page) ?? 0
        if let pages, page > pages { errors.add(.validation(.page, .beyondLastPage)) }
        guard errors.isEmpty else { return nil }
        let writer = author.trimmingCharacters(in: .whitespacesAndNewlines)
        return ReadingPlanDraft(
            title: name, author: writer.isEmpty ? nil : writer, startDay: first, endDay: last, totalPages: pages,
            currentPage: page, status: status)
    }

    private func number(_ typed: String, field: DaybookError.Field) -> Int? {
        let digits = typed.trimmingCharacters(in: .whitespaces)
        guard !digits.isEmpty else { return nil }
        guard let number = WholeNumber.read(digits), number >= 0 else {
            errors.add(.validation(field, .unreadable))
            return nil
        }
        return number
    }

    /// Stores the plan.
    public func save(undo center: UndoCenter) async -> (plan: ReadingPlan, step: UUID)? {
        guard let draft = draft() else { return nil }
        let plans = services.plans
        guard let id else {
            guard let cover = await coverOfNew() else { return nil }
            switch await result(of: plans.add(draft, cover: cover.first)) {
            case .success(let added):
                return (added, center.record(.planAdded, undo: DaybookServices.undo { plans.delete(asSeen: added) }))
            case .failure(let failure):
                errors.add(failure)
                return nil
            }
        }
        guard let before = await value(of: plans.plan(id: id)) else {
            if let error { errors.add(error) }
            return nil
        }
        var edits = PhotoEdits()
        if let old = before.cover, removesCover || addedCover != nil { edits.removing = [old.id] }
        if let addedCover { edits.adding = [addedCover] }
        switch await result(of: plans.update(id: id, with: draft, cover: edits, ifUnchangedSince: version)) {
        case .success(let after):
            let revision = Revision(before: before, after: after)
            return (after, center.record(.planChanged, undo: DaybookServices.undo { plans.undo(revision) }))
        case .failure(let failure):
            errors.add(failure)
            return nil
        }
    }

    /// The cover for a new plan, or none: the one chosen, else a copy of the deleted plan's; nil when it cannot be had.
    private func coverOfNew() async -> [PhotoUpload]? {
        if let addedCover { return [addedCover] }
        guard let source, !removesCover else { return [] }
        switch await result(of: services.plans.plan(id: source)) {
        case .success(let plan):
            switch await copies(of: [plan.cover].compactMap(\.self)) {
            case .success(let uploads): return uploads
            case .failure(let failure):
                // What is gone can only be left out; saving again does that.
                if case .notFound = failure { removesCover = true }
                errors.add(failure)
                return nil
            }
        case .failure(.notFound):
            errors.add(.notFound(.photo, source))
            return nil
        case .failure(let failure):
            errors.add(failure)
            return nil
        }
    }
}
