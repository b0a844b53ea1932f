import Combine
import DaybookModel
import Foundation

/// The form of a memo, new or existing.
@MainActor
public final class MemoFormViewModel: ScreenViewModel, MergingForm {
    /// The plan that the memo belongs to.
    public let planID: UUID
    /// The memo being edited; nil for a new one.
    public let id: UUID?
    /// The text.
    @Published public var text = ""
    /// The page as typed.
    @Published public var page = ""
    /// Memo or quotation.
    @Published public var kind = MemoKind.memo
    /// The day as typed.
    @Published public var day = ""
    /// The photo that the memo has.
    @Published public private(set) var photo: Photo?
    /// Whether to take the photo away.
    @Published public var removesPhoto = false
    /// A photo to put in its place.
    @Published public var addedPhoto: PhotoUpload?
    /// When the memo was last changed, as far as this form knows.
    @Published public var version: Date?
    /// What the form said when it was opened.
    @Published public var base: [String: String] = [:]
    /// What was changed elsewhere to another end than here.
    @Published public var theirs: [String: String] = [:]
    /// What is wrong, by field.
    @Published public private(set) var errors = FormErrors()
    /// The plan.
    @Published public private(set) var plan: ReadingPlan?

    /// Makes an empty form; `prepare` fills it.
    public init(services: DaybookServices, planID: UUID, id: UUID? = nil) {
        self.planID = planID
        self.id = id
        super.init(services: services)
    }

    /// Fills the form: from the memo, or with today and the page reached.
    @discardableResult
    public func prepare() async -> Bool {
        guard await prepareChoices() else { return false }
        guard let id else {
            day = services.today().iso
            page = plan.flatMap { $0.currentPage > 0 ? String($0.currentPage) : nil } ?? ""
            return true
        }
        guard let memo = await value(of: services.memos.memo(id: id)) else { return false }
        fields = Self.fields(of: memo)
        base = fields
        version = memo.updatedAt
        return true
    }

    /// Fetches the plan and the photo for a form that comes back; after a conflict, saving again means the newer version.
    public func prepareAgain() async {
        guard await prepareChoices(), let id, case .conflict = errors.general,
            let memo = await value(of: services.memos.memo(id: id))
        else { return }
        merge(Self.fields(of: memo))
        version = memo.updatedAt
    }

    /// What the form says now.
    public var fields: [String: String] {
        get { ["text": text, "page": page, "kind": kind.rawValue, "day": day] }
        set {
            text = newValue["text"] ?? text
            page = newValue["page"] ?? page
            kind = newValue["kind"].flatMap(MemoKind.init) ?? kind
            day = newValue["day"] ?? day
        }
    }

    private static func fields(of memo: Memo) -> [String: String] {
        ["text": memo.text, "page": memo.page ?? "", "kind": memo.kind.rawValue, "day": memo.day.iso]
    }

    private func prepareChoices() async -> Bool {
        guard let found = await value(of: services.plans.plan(id: planID)) else { return false }
        guard found.trashedAt == nil else {
            error = .notFound(.plan, planID)
            return false
        }
        plan = found
        guard let id else { return true }
        guard let memo = await value(of: services.memos.memo(id: id)) else { return false }
        guard memo.trashedAt == nil, memo.planID == planID else {
            error = .notFound(.memo, id)
            return false
        }
        photo = memo.photo
        return true
    }

    /// Notes an error that was found outside.
    public func note(_ error: DaybookError) { errors.add(error) }

    func draft() -> MemoDraft? {
        let words = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if words.isEmpty { errors.add(.validation(.text, .missing)) }
        let date = errors.check { () throws(DaybookError) in
            day.isEmpty ? services.today() : try DayParser.day(day, today: services.today())
        }
        let label = WholeNumber.plain(page.trimmingCharacters(in: .whitespacesAndNewlines))
        // Labels such as xii or 12-14 are kept as they are; a plain number must be a page that the book has.
        if let number = Int(label) {
            if number < 0 {
                errors.add(.validation(.page, .unreadable))
            } else if let total = plan?.totalPages, number > total {
                errors.add(.validation(.page, .beyondLastPage))
            }
        }
        guard errors.isEmpty, let date else { return nil }
        return MemoDraft(text: words, page: label.isEmpty ? nil : label, kind: kind, day: date)
    }

    /// Stores the memo.
    public func save(undo center: UndoCenter) async -> (memo: Memo, step: UUID)? {
        if plan == nil, case .success(let found) = await result(of: services.plans.plan(id: planID)) { plan = found }
        guard let draft = draft() else { return nil }
        let memos = services.memos
        guard let id else {
            switch await result(of: memos.add(draft, planID: planID, photo: addedPhoto)) {
            case .success(let added):
                return (added, center.record(.memoAdded, undo: DaybookServices.undo { memos.delete(asSeen: added) }))
            case .failure(let failure):
                errors.add(failure)
                return nil
            }
        }
        guard let before = await value(of: memos.memo(id: id)) else {
            if let error { errors.add(error) }
            return nil
        }
        var edits = PhotoEdits()
        if let old = before.photo, removesPhoto || addedPhoto != nil { edits.removing = [old.id] }
        if let addedPhoto { edits.adding = [addedPhoto] }
        switch await result(of: memos.update(id: id, with: draft, photo: edits, ifUnchangedSince: version)) {
        case .success(let after):
            let revision = Revision(before: before, after: after)
            return (after, center.record(.memoChanged, undo: DaybookServices.undo { memos.undo(revision) }))
        case .failure(let failure):
            errors.add(failure)
            return nil
        }
    }
}
