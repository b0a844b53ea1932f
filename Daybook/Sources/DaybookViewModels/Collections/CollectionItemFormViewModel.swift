import Combine
import DaybookModel
import Foundation

/// The form of an item, new or existing.
@MainActor
public final class CollectionItemFormViewModel: ScreenViewModel, MergingForm {
    /// The collection.
    public let collectionID: UUID
    /// The item being edited; nil for a new one.
    public let id: UUID?
    /// The name by language.
    @Published public var names: [Language: String] = [:]
    /// The group.
    @Published public var group = ""
    /// The number.
    @Published public var number = ""
    /// The variant.
    @Published public var variant = ""
    /// The note.
    @Published public var note = ""
    /// How many, as typed.
    @Published public var quantity = "1"
    /// Whether to take the picture away.
    @Published public var removesPicture = false
    /// A picture to put in its place.
    @Published public var addedPicture: PhotoUpload?
    /// What the form said when it was opened.
    @Published public var base: [String: String] = [:]
    /// What was changed elsewhere to another end than here.
    @Published public var theirs: [String: String] = [:]
    /// What is wrong, by field.
    @Published public private(set) var errors = FormErrors()
    /// The collection.
    @Published public private(set) var collection: ItemCollection?
    /// The item as it is stored.
    @Published public private(set) var item: CollectionItem?

    /// Makes an empty form; `prepare` fills it.
    public init(services: DaybookServices, collectionID: UUID, id: UUID? = nil) {
        self.collectionID = collectionID
        self.id = id
        super.init(services: services)
    }

    /// Fills the form.
    @discardableResult
    public func prepare() async -> Bool {
        guard await prepareChoices() else { return false }
        guard let item else { return true }
        fields = Self.fields(of: item)
        base = fields
        return true
    }

    /// What the form says now.
    public var fields: [String: String] {
        get {
            var fields = [
                "group": group, "number": number, "variant": variant, "note": note, "quantity": quantity,
            ]
            for language in Language.allCases { fields["name-\(language.rawValue)"] = names[language] ?? "" }
            return fields
        }
        set {
            for language in Language.allCases {
                if let name = newValue["name-\(language.rawValue)"] { names[language] = name }
            }
            group = newValue["group"] ?? group
            number = newValue["number"] ?? number
            variant = newValue["variant"] ?? variant
            note = newValue["note"] ?? note
            quantity = newValue["quantity"] ?? quantity
        }
    }

    private static func fields(of item: CollectionItem) -> [String: String] {
        var fields = [
            "group": item.group ?? "", "number": item.number ?? "", "variant": item.variant ?? "",
            "note": item.note ?? "", "quantity": String(item.quantity),
        ]
        for language in Language.allCases { fields["name-\(language.rawValue)"] = item.names[language] ?? "" }
        return fields
    }

    /// Fetches the collection and the item.
    public func prepareChoices() async -> Bool {
        guard let found = await value(of: services.collections.collection(id: collectionID)) else { return false }
        guard found.trashedAt == nil else {
            error = .notFound(.collection, collectionID)
            return false
        }
        collection = found
        guard let id else { return true }
        guard let existing = await value(of: services.collections.item(id: id)) else { return false }
        guard existing.collectionID == collectionID, existing.trashedAt == nil else {
            error = .notFound(.item, id)
            return false
        }
        item = existing
        return true
    }

    /// Notes an error that was found outside.
    public func note(_ error: DaybookError) { errors.add(error) }

    func draft() -> CollectionItemDraft? {
        let given = names.mapValues { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.value.isEmpty }
        if given.isEmpty { errors.add(.validation(.name, .missing)) }
        let count = WholeNumber.read(quantity)
        if count == nil || count.map({ $0 < 1 }) == true { errors.add(.validation(.quantity, .unreadable)) }
        guard errors.isEmpty, let count else { return nil }
        func optional(_ typed: String) -> String? {
            let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
            return text.isEmpty ? nil : text
        }
        return CollectionItemDraft(
            names: given, group: optional(group), number: optional(number), variant: optional(variant),
            note: optional(note), quantity: count)
    }

    /// Stores the item.
    public func save(undo center: UndoCenter) async -> UUID? {
        let manager = services.collections
        guard let id else {
            guard let draft = draft() else { return nil }
            switch await result(of: manager.addItem(draft, collectionID: collectionID, photo: addedPicture)) {
            case .success(let added):
                return center.record(.itemAdded, undo: DaybookServices.undo { manager.deleteItem(asSeen: added) })
            case .failure(let failure):
                errors.add(failure)
                return nil
            }
        }
        guard let before = await value(of: manager.item(id: id)) else {
            if let error { errors.add(error) }
            return nil
        }
        // A continent is shown by its name and written by its code.
        group = RegionGroup.written(group, instead: base["group"] ?? before.group)
        merge(Self.fields(of: before))
        if !theirs.isEmpty { errors.add(.conflict(.item, id)) }
        guard let draft = draft() else { return nil }
        var edits = PhotoEdits()
        if let old = before.picture, removesPicture || addedPicture != nil { edits.removing = [old.id] }
        if let addedPicture { edits.adding = [addedPicture] }
        switch await result(of: manager.updateItem(id: id, with: draft, photo: edits)) {
        case .success(let after):
            let revision = Revision(before: before, after: after)
            return center.record(.itemChanged, undo: DaybookServices.undo { manager.undo(revision) })
        case .failure(let failure):
            errors.add(failure)
            return nil
        }
    }

    /// Moves the item to the trash.
    public func delete(undo center: UndoCenter) async -> UUID? {
        guard let id else { return nil }
        let manager = services.collections
        switch await result(of: manager.deleteItem(id: id)) {
        case .success:
            return center.record(.itemDeleted, undo: DaybookServices.undo { manager.restoreItem(id: id) })
        case .failure(let failure):
            error = failure
            return nil
        }
    }
}
