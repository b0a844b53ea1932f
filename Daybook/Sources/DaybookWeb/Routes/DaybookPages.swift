import DaybookModel
import DaybookViewModels
import Foundation

/// Answers requests: makes the view model of an address, lets it load or act, and renders the page.
@MainActor
final class DaybookPages {
    let services: DaybookServices
    let token: String
    let undo = UndoCenter()
    let staging = StagedUploads()
    let live: LiveUpdates
    /// Results of imports, by the address that shows them.
    var importResults: [UUID: (result: ImportResult, format: ImportFormat?, fileName: String)] = [:]

    init(services: DaybookServices, token: String) {
        self.services = services
        self.token = token
        live = LiveUpdates(changes: services.changes)
    }

    /// A message is shown when its page is opened soon after the step.
    private static let messageAge: TimeInterval = 60

    /// The context of a request: settings, language, and the message that its address carries.
    func context(_ request: Request) async -> PageContext {
        let settings: DaybookSettings
        switch await SingleSettings.load(services) {
        case .success(let stored): settings = stored
        case .failure: settings = DaybookSettings()
        }
        let language = settings.language ?? Language(acceptLanguage: request.headers["accept-language"])
        var context = PageContext(
            language: language, settings: settings, token: token,
            address: Address.join(
                path: request.path, query: request.query.filter { $0.name != "said" && $0.name != "staged" }),
            today: services.today())
        if let id = request.query("said").flatMap({ UUID(uuidString: $0) }), let step = undo.step(id),
            Date().timeIntervalSince(step.moment) < Self.messageAge
        {
            context.toast = PageContext.Toast(step: step.id, event: step.event, canUndo: step.canUndo)
        }
        return context
    }

    /// After a write: back to a page of ours, with a message about the step.
    func done(_ address: String, step: UUID?) -> Response {
        .seeOther(step.map { Address.setting("said", to: $0.uuidString, in: address) } ?? address)
    }

    /// Where a form says that it came from.
    func back(_ request: Request, or fallback: String) -> String {
        Address.local(request.form["back"], or: fallback)
    }

    func notFound(_ request: Request) async -> Response {
        let context = await context(request)
        let page = MessagePage(
            context: context, title: context.text(.notFoundTitle), text: context.text(.notFoundText))
        return .html(page.render(), status: 404)
    }

    /// A page for an error that leaves nothing else to show.
    func failed(_ error: DaybookError?, _ context: PageContext, home: String, place: Place?) -> Response {
        let error = error ?? .storage("no reason was given")
        let status: Int
        var title = context.text(.problemTitle)
        switch error {
        case .notFound:
            status = 404
            title = context.text(.goneElsewhere)
        case .conflict: status = 409
        case .validation: status = 422
        case .diskFull: status = 507
        case .folderInUse, .folderUnusable, .folderNotEmpty, .damaged, .newerData, .migrationFailed, .storage:
            status = 500
        }
        let page = MessagePage(
            context: context, title: title, text: context.message(error), home: home, place: place)
        return .html(page.render(), status: status)
    }

    /// The answer to a form that did not arrive whole; nil when it did.
    func problem(of request: Request) async -> Response? {
        guard let problem = request.form.problem else { return nil }
        let context = await context(request)
        let (status, phrase): (Int, Phrase) =
            switch problem {
            case .tooLarge: (413, .formTooLarge)
            case .unsupportedType: (415, .formBroken)
            case .malformed: (400, .formBroken)
            case .notStored: (507, .formBroken)
            }
        let page = MessagePage(
            context: context, title: context.text(.problemTitle), text: context.text(phrase),
            home: back(request, or: "/"))
        return .html(page.render(), status: status)
    }

    // MARK: - Photos of forms

    /// Photos that came with a form, those kept from an earlier try included, and what is wrong with the others.
    func photos(_ request: Request, field: String) -> (uploads: [PhotoUpload], errors: [DaybookError]) {
        var uploads = staging.find(request.form.all("staged")).map {
            PhotoUpload(data: $0.data, fileName: $0.fileName.isEmpty ? nil : $0.fileName)
        }
        var errors: [DaybookError] = []
        for file in request.form.files(field) {
            let name = file.fileName.isEmpty ? nil : file.fileName
            switch file.problem {
            case .tooLarge:
                errors.append(.validation(.photos, .photoTooLarge(megabytes: 20, fileName: name)))
            case .diskFull:
                errors.append(.diskFull)
            case .notStored(let reason):
                errors.append(.storage(reason))
            case nil:
                do {
                    uploads.append(PhotoUpload(data: try Data(contentsOf: file.location), fileName: name))
                } catch {
                    errors.append(.storage("\(error)"))
                }
            }
        }
        return (uploads, errors)
    }

    /// Photos kept for a form that is fetched anew while it is being filled in, in another language.
    func kept(_ request: Request) -> [StagedUpload] { staging.find(request.queryAll("staged")) }

    /// Keeps the photos of a form that comes back, except the one that was refused.
    func stage(_ uploads: [PhotoUpload], except error: DaybookError?, replacing request: Request) -> [StagedUpload] {
        staging.drop(request.form.all("staged"))
        return staging.keep(uploads.filter { !Self.names($0.fileName, error) })
    }

    private static func names(_ fileName: String?, _ error: DaybookError?) -> Bool {
        guard case .validation(.photos, let reason) = error else { return false }
        switch reason {
        case .photoTooLarge(_, let name), .photoTooManyPixels(_, let name), .photoNotRecognised(let name),
            .photoDamaged(let name), .photoNotConvertible(_, let name):
            return name == fileName
        default:
            return false
        }
    }
}

/// Reads the settings for a page's frame; a failure shows on the page itself, which reads the same store.
private enum SingleSettings {
    @MainActor
    static func load(_ services: DaybookServices) async -> Result<DaybookSettings, DaybookError> {
        let model = SettingsViewModel(services: services)
        await model.load()
        return model.error.map { .failure($0) } ?? .success(model.settings)
    }
}

extension Request {
    /// A parameter of the path as an identity.
    func id(_ name: String = "id") -> UUID? { parameters[name].flatMap { UUID(uuidString: $0) } }
}
