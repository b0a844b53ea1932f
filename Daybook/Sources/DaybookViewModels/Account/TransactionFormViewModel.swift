import Combine
import DaybookModel
import Foundation

/// The form of an entry, new or existing: what was typed, what is wrong with it, and saving.
@MainActor
public final class TransactionFormViewModel: ScreenViewModel, MergingForm {
    /// The entry being edited; nil for a new one.
    public let id: UUID?
    /// The kind.
    @Published public var kind = TransactionKind.expense
    /// The amount as typed.
    @Published public var amount = ""
    /// The currency's code.
    @Published public var currency = Currency.krw.code
    /// The category's identity as text, or empty.
    @Published public var category = ""
    /// The day as typed.
    @Published public var day = ""
    /// The memo.
    @Published public var memo = ""
    /// The payment method or account.
    @Published public var payment = ""
    /// The photos that the entry has.
    @Published public private(set) var photos: [Photo] = []
    /// Those of them to take away.
    @Published public var removedPhotos: Set<UUID> = []
    /// The entry in the trash that a new one takes the place of: its photos come along, except those removed.
    @Published public var source: UUID?
    /// Photos to add.
    @Published public var addedPhotos: [PhotoUpload] = []
    /// When the entry was last changed, as far as this form knows; a later change elsewhere is a conflict.
    @Published public var version: Date?
    /// What the form said when it was opened.
    @Published public var base: [String: String] = [:]
    /// What was changed elsewhere to another end than here.
    @Published public var theirs: [String: String] = [:]
    /// What is wrong, by field.
    @Published public private(set) var errors = FormErrors()
    /// All categories, for choosing.
    @Published public private(set) var categories: [DaybookModel.Category] = []

    /// Makes an empty form; `prepare` fills it.
    public init(services: DaybookServices, id: UUID? = nil) {
        self.id = id
        super.init(services: services)
    }

    /// Fills the form: from the entry, from one to be copied, or with today and the home currency.
    ///
    /// - Returns: false when the entry is not there; `error` says so.
    @discardableResult
    public func prepare(copying source: UUID? = nil) async -> Bool {
        guard await loadChoices() else { return false }
        guard let wanted = id ?? source else {
            let settings = await value(of: services.settings.settings())
            currency = settings?.homeCurrency.code ?? currency
            day = services.today().iso
            return settings != nil
        }
        guard let transaction = await value(of: services.transactions.transaction(id: wanted)) else { return false }
        if id != nil, transaction.trashedAt != nil {
            error = .notFound(.transaction, wanted)
            return false
        }
        fill(from: transaction)
        if id == nil {
            day = services.today().iso
            photos = []
            version = nil
            base = [:]
        }
        return true
    }

    /// Fetches what a form that comes back needs besides what was typed: choices, and the entry as it is now.
    ///
    /// After a conflict the newer version is noted, so that saving again means it. When the entry was deleted elsewhere,
    /// it is noted as the source of the new one that saving again adds.
    public func prepareAgain() async {
        guard await loadChoices(), let known = id ?? source else { return }
        guard case .success(let transaction) = await result(of: services.transactions.transaction(id: known)) else {
            // Gone for good: nothing of it can come along.
            source = nil
            return
        }
        photos = transaction.photos
        if id != nil, transaction.trashedAt != nil { source = known }
        guard case .conflict = errors.general else { return }
        merge(Self.fields(of: transaction))
        version = transaction.updatedAt
    }

    /// The category last used with a memo; nil when there is none.
    public func suggestedCategory(memo: String, kind: TransactionKind) async -> DaybookModel.Category? {
        let words = memo.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !words.isEmpty else { return nil }
        return await value(of: services.transactions.suggestedCategory(forMemo: words, kind: kind)).flatMap(\.self)
    }

    private func loadChoices() async -> Bool {
        guard let all = await value(of: services.categories.categories()) else { return false }
        categories = all
        return true
    }

    private func fill(from transaction: Transaction) {
        fields = Self.fields(of: transaction)
        base = fields
        photos = transaction.photos
        version = transaction.updatedAt
    }

    /// What the form says now.
    public var fields: [String: String] {
        get {
            [
                "kind": kind.rawValue, "amount": amount, "currency": currency, "category": category, "day": day,
                "memo": memo, "payment": payment,
            ]
        }
        set {
            kind = newValue["kind"].flatMap(TransactionKind.init) ?? kind
            amount = newValue["amount"] ?? amount
            currency = newValue["currency"] ?? currency
            category = newValue["category"] ?? category
            day = newValue["day"] ?? day
            memo = newValue["memo"] ?? memo
            payment = newValue["payment"] ?? payment
        }
    }

    private static func fields(of transaction: Transaction) -> [String: String] {
        [
            "kind": transaction.kind.rawValue, "amount": transaction.amount.groupedText,
            "currency": transaction.amount.currency.code, "category": transaction.category?.id.uuidString ?? "",
            "day": transaction.day.iso, "memo": transaction.memo, "payment": transaction.payment ?? "",
        ]
    }

    /// Notes an error that was found outside, such as a photo that did not arrive whole.
    public func note(_ error: DaybookError) {
        errors.add(error)
    }

    /// Reads what was typed; every field that is wrong is noted.
    func draft() -> TransactionDraft? {
        let unit = Currency(code: currency).flatMap { $0.isKnown ? $0 : nil }
        if unit == nil { errors.add(.validation(.currency, .notAvailable)) }
        let money = errors.check { () throws(DaybookError) in
            try AmountParser.positiveMoney(amount, currency: unit ?? .krw)
        }
        let date = errors.check { () throws(DaybookError) in try DayParser.day(day, today: services.today()) }
        let chosen = UUID(uuidString: category)
        if chosen == nil { errors.add(.validation(.category, category.isEmpty ? .missing : .notAvailable)) }
        guard errors.isEmpty, let money, let date, let chosen else { return nil }
        let account = payment.trimmingCharacters(in: .whitespacesAndNewlines)
        return TransactionDraft(
            kind: kind, amount: money, categoryID: chosen, day: date,
            memo: memo.trimmingCharacters(in: .whitespacesAndNewlines), payment: account.isEmpty ? nil : account)
    }

    /// Stores the entry.
    ///
    /// - Returns: the entry and the step that takes it back; nil when something is wrong, see `errors`.
    public func save(undo center: UndoCenter) async -> (transaction: Transaction, step: UUID)? {
        guard let draft = draft() else { return nil }
        let transactions = services.transactions
        guard let id else {
            guard let kept = await photosOfSource() else { return nil }
            switch await result(of: transactions.add(draft, photos: kept + addedPhotos)) {
            case .success(let added):
                let step = center.record(
                    .entryAdded(added), undo: DaybookServices.undo { transactions.delete(asSeen: added) })
                return (added, step)
            case .failure(let failure):
                errors.add(failure)
                return nil
            }
        }
        let before: Transaction
        switch await result(of: transactions.transaction(id: id)) {
        case .success(let transaction): before = transaction
        case .failure(let failure):
            errors.add(failure)
            return nil
        }
        let edits = PhotoEdits(removing: removedPhotos, adding: addedPhotos)
        switch await result(of: transactions.update(id: id, with: draft, photos: edits, ifUnchangedSince: version)) {
        case .success(let after):
            let revision = Revision(before: before, after: after)
            let step = center.record(
                .entryChanged(after), undo: DaybookServices.undo { transactions.undo(revision) })
            return (after, step)
        case .failure(let failure):
            errors.add(failure)
            return nil
        }
    }

    /// Copies of the photos that the deleted entry has and the new one is to have; nil when one cannot be had.
    private func photosOfSource() async -> [PhotoUpload]? {
        guard let source else { return [] }
        switch await result(of: services.transactions.transaction(id: source)) {
        case .success(let transaction):
            let wanted = transaction.photos.filter { !removedPhotos.contains($0.id) }
            switch await copies(of: wanted) {
            case .success(let uploads): return uploads
            case .failure(let failure):
                // What is gone can only be left out; saving again does that.
                if case .notFound(.photo, let id) = failure { removedPhotos.insert(id) }
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
