import DaybookModel
import DaybookViewModels
import Foundation

extension DaybookPages {
    func addGeneralRoutes(to router: inout Router) {
        router.on(.get, "/") { await self.start($0) }
        router.on(.get, "/start") { await self.firstStart($0) }
        router.on(.post, "/start") { await self.finishStart($0) }
        router.on(.get, "/assets/:name") { request in
            await MainActor.run { request.parameters["name"].flatMap(Assets.response(for:)) }
                ?? .text("There is no such file.", status: 404)
        }
        router.on(.get, "/events") { _ in await self.events() }
        router.on(.get, "/photos/:id/:rendition") { await self.photo($0) }
        router.on(.post, "/undo") { await self.undoStep($0) }
        router.on(.post, "/language") { await self.switchLanguage($0) }
        router.on(.get, "/settings") { await self.settings($0) }
        router.on(.post, "/settings") { await self.saveSettings($0) }
        router.on(.get, "/trash") { await self.trash($0) }
        router.on(.get, "/trash/empty") { await self.askEmptyTrash($0) }
        router.on(.post, "/trash/empty") { await self.emptyTrash($0) }
        router.on(.post, "/trash/:kind/:id/restore") { await self.restore($0) }
        router.on(.get, "/import") { await self.importStart($0) }
        router.on(.post, "/import") { await self.importFile($0) }
        router.on(.get, "/import/:id") { await self.importPreview($0) }
        router.on(.post, "/import/:id/run") { await self.runImport($0) }
        router.on(.get, "/import/:id/result") { await self.importResult($0) }
        router.on(.post, "/import/batches/:id/undo") { await self.undoImport($0) }
    }

    private func start(_ request: Request) async -> Response {
        let context = await context(request)
        return .seeOther(context.settings.isFirstStartDone ? "/account" : "/start")
    }

    private func firstStart(_ request: Request) async -> Response {
        let context = await context(request)
        let model = SettingsViewModel(services: services)
        await model.load()
        return .html(SettingsPage(model: model, context: context).renderStart())
    }

    private func finishStart(_ request: Request) async -> Response {
        let form = request.form
        let model = SettingsViewModel(services: services)
        let isSkipped = form["skip"] != nil
        model.monthStartDay = isSkipped ? "1" : form["month-start"] ?? "1"
        let step = await model.save(undo: undo) { settings in
            settings.isFirstStartDone = true
            guard !isSkipped else { return }
            settings.language = form["language"].flatMap(Language.init(rawValue:)) ?? settings.language
            settings.homeCurrency = Self.currency(form["currency"]) ?? settings.homeCurrency
        }
        if step != nil { return .seeOther("/account") }
        return .html(SettingsPage(model: model, context: await context(request)).renderStart(), status: 422)
    }

    /// A currency that is in use.
    private static func currency(_ code: String?) -> Currency? {
        code.flatMap(Currency.init(code:)).flatMap { $0.isKnown ? $0 : nil }
    }

    private func events() -> Response {
        Response(
            contentType: "text/event-stream", body: .events(live.open()),
            headers: [FormField(name: "Cache-Control", value: "no-store")])
    }

    private func photo(_ request: Request) async -> Response {
        guard let id = request.id(),
            let rendition = request.parameters["rendition"].flatMap(PhotoRendition.init(rawValue:))
        else { return await notFound(request) }
        let model = PhotoViewModel(services: services)
        guard let file = await model.file(of: id, rendition: rendition) else {
            return failed(model.error, await context(request), home: "/", place: nil)
        }
        // A photo's identity never gets other bytes, so that a browser may keep it.
        return Response(
            contentType: file.contentType, body: .file(file.url, size: UInt64(file.byteCount)),
            headers: [FormField(name: "Cache-Control", value: "private, max-age=31536000, immutable")])
    }

    private func undoStep(_ request: Request) async -> Response {
        let address = back(request, or: "/")
        let named = request.form["step"].flatMap { UUID(uuidString: $0) }
        let event = (named ?? undo.last?.id).flatMap { undo.step($0)?.event }
        let outcome = if let named { await undo.undo(named) } else { await undo.undoLast() }
        switch outcome {
        case .undone: return done(address, step: event.map { undo.record(.undone($0), undo: nil) })
        case .nothingToUndo: return done(address, step: undo.record(.nothingToUndo, undo: nil))
        case .refused(let error): return done(address, step: undo.record(.undoRefused(error), undo: nil))
        case .failed(let error): return failed(error, await context(request), home: address, place: nil)
        }
    }

    // MARK: - Settings

    private func settings(_ request: Request) async -> Response {
        let context = await context(request)
        let model = SettingsViewModel(services: services)
        await model.load()
        return .html(SettingsPage(model: model, context: context).render())
    }

    private func switchLanguage(_ request: Request) async -> Response {
        let model = SettingsViewModel(services: services)
        await model.load()
        let wanted = request.form["language"].flatMap(Language.init(rawValue:))
        guard await model.save(undo: undo, { $0.language = wanted }) != nil else {
            return failed(model.errors.general, await context(request), home: "/settings", place: .settings)
        }
        return .seeOther(back(request, or: "/"))
    }

    private func saveSettings(_ request: Request) async -> Response {
        let form = request.form
        let model = SettingsViewModel(services: services)
        await model.load()
        // What was not touched in this form may have been chosen in another one meanwhile, and stays.
        let base = form.base
        func isTouched(_ name: String, _ value: String) -> Bool { base[name] != value }
        let typed = form["month-start"] ?? ""
        if isTouched("month-start", typed) { model.monthStartDay = typed }
        let step = await model.save(undo: undo) { settings in
            if isTouched("language", form["language"] ?? "") {
                settings.language = form["language"].flatMap(Language.init(rawValue:))
            }
            if isTouched("currency", form["currency"] ?? "") {
                settings.homeCurrency = Self.currency(form["currency"]) ?? settings.homeCurrency
            }
            if isTouched("week", form["week"] ?? "") {
                let chosen = form["week"].flatMap(DaybookSettings.WeekStart.init(rawValue:))
                settings.weekStart = chosen ?? settings.weekStart
            }
            if isTouched("keys", form["keys"] == nil ? "" : "on") { settings.singleKeyShortcuts = form["keys"] != nil }
            settings.isFirstStartDone = true
        }
        if let step { return done("/settings", step: step) }
        return .html(SettingsPage(model: model, context: await context(request)).render(), status: 422)
    }

    // MARK: - Trash

    private func trash(_ request: Request) async -> Response {
        let context = await context(request)
        let model = TrashViewModel(services: services)
        model.page = max(0, min(request.query("page").flatMap { Int($0) } ?? 0, 1_000_000))
        await model.load()
        return .html(TrashPage(model: model, context: context).render())
    }

    private func askEmptyTrash(_ request: Request) async -> Response {
        let context = await context(request)
        return .html(TrashPage(model: TrashViewModel(services: services), context: context).renderEmptying())
    }

    private func emptyTrash(_ request: Request) async -> Response {
        let model = TrashViewModel(services: services)
        guard let step = await model.empty(undo: undo) else {
            return failed(model.error, await context(request), home: "/trash", place: nil)
        }
        return done("/trash", step: step)
    }

    private func restore(_ request: Request) async -> Response {
        guard let id = request.id(), let kind = request.parameters["kind"].flatMap(TrashViewModel.Kind.init(rawValue:))
        else { return await notFound(request) }
        let model = TrashViewModel(services: services)
        guard let step = await model.restore(kind, id: id, undo: undo) else {
            return failed(model.error, await context(request), home: "/trash", place: nil)
        }
        return done(back(request, or: "/trash"), step: step)
    }

    // MARK: - Import

    private func importStart(_ request: Request) async -> Response {
        let context = await context(request)
        let model = ImportViewModel(services: services)
        await model.loadBatches()
        return .html(ImportPages(model: model, context: context).renderStart())
    }

    private func importFile(_ request: Request) async -> Response {
        if let problem = await problem(of: request) { return problem }
        let model = ImportViewModel(services: services)
        if let file = request.form.files("file").last {
            await open(file, in: model)
        } else {
            model.error = .validation(.file, .missing)
        }
        if let preview = model.preview { return .seeOther(Address.make(["import", preview.id.uuidString])) }
        let error = model.error
        await model.loadBatches()
        model.error = error
        return .html(ImportPages(model: model, context: await context(request)).renderStart(), status: 422)
    }

    private func open(_ file: UploadedFile, in model: ImportViewModel) async {
        switch file.problem {
        case .tooLarge: model.error = .validation(.file, .tooLarge(limit: "20 MB"))
        case .diskFull: model.error = .diskFull
        case .notStored(let reason): model.error = .storage(reason)
        case nil:
            do {
                await model.open(try Data(contentsOf: file.location), fileName: file.fileName)
            } catch {
                model.error = .storage("\(error)")
            }
        }
    }

    private func importPreview(_ request: Request) async -> Response {
        guard let id = request.id() else { return await notFound(request) }
        let model = ImportViewModel(services: services)
        model.options = ImportChoices.options({ request.query($0) }, { request.queryAll($0) })
        await model.show(id: id)
        let context = await context(request)
        guard let preview = model.preview else { return importGone(model.error, context) }
        return .html(ImportPages(model: model, context: context).renderPreview(preview))
    }

    private func importGone(_ error: DaybookError?, _ context: PageContext) -> Response {
        guard case .notFound = error else { return failed(error, context, home: "/import", place: nil) }
        let page = MessagePage(
            context: context, title: context.text(.importFile), text: context.text(.fileGone), home: "/import")
        return .html(page.render(), status: 404)
    }

    private func runImport(_ request: Request) async -> Response {
        guard let id = request.id() else { return await notFound(request) }
        if let problem = await problem(of: request) { return problem }
        let model = ImportViewModel(services: services)
        model.options = ImportChoices.options({ request.form[$0] }, { request.form.all($0) })
        await model.show(id: id)
        let context = await context(request)
        guard let preview = model.preview else { return importGone(model.error, context) }
        let step = await model.run(id: id, undo: undo)
        guard let result = model.result else {
            return .html(ImportPages(model: model, context: context).renderPreview(preview), status: 422)
        }
        importResults[id] = (result, preview.format, preview.fileName)
        return done(Address.make(["import", id.uuidString, "result"]), step: step)
    }

    private func importResult(_ request: Request) async -> Response {
        let context = await context(request)
        guard let id = request.id(), let known = importResults[id] else {
            return importGone(.notFound(.importBatch, UUID()), context)
        }
        let model = ImportViewModel(services: services)
        return .html(
            ImportPages(model: model, context: context).renderResult(
                known.result, format: known.format, fileName: known.fileName))
    }

    private func undoImport(_ request: Request) async -> Response {
        guard let id = request.id() else { return await notFound(request) }
        let model = ImportViewModel(services: services)
        guard let step = await model.undo(batchID: id, center: undo) else {
            return failed(model.error, await context(request), home: "/import", place: nil)
        }
        return done(back(request, or: "/import"), step: step)
    }
}
