import DaybookModel
import DaybookViewModels
import Foundation

extension DaybookPages {
    func addCollectionRoutes(to router: inout Router) {
        router.on(.get, "/collections") { await self.collectionList($0) }
        router.on(.post, "/collections") { await self.addCollection($0) }
        router.on(.get, "/collections/:id") { await self.collection($0) }
        router.on(.post, "/collections/:id/rename") { await self.renameCollection($0) }
        router.on(.post, "/collections/:id/mark") { await self.markItems($0) }
        router.on(.get, "/collections/:id/missing") { await self.missingItems($0) }
        router.on(.get, "/collections/:id/reset") { await self.askReset($0) }
        router.on(.post, "/collections/:id/reset") { await self.resetCollection($0) }
        router.on(.post, "/collections/:id/delete") { await self.deleteCollection($0) }
        router.on(.get, "/collections/:id/items/new") { await self.itemForm($0) }
        router.on(.post, "/collections/:id/items") { await self.saveItem($0) }
        router.on(.get, "/collections/:id/items/:item/edit") { await self.itemForm($0) }
        router.on(.post, "/collections/:id/items/:item") { await self.saveItem($0) }
        router.on(.post, "/collections/:id/items/:item/toggle") { await self.toggleItem($0) }
        router.on(.post, "/collections/:id/items/:item/wish") { await self.wishItem($0) }
        router.on(.post, "/collections/:id/items/:item/delete") { await self.deleteItem($0) }
    }

    private func collectionList(_ request: Request) async -> Response {
        let context = await context(request)
        let model = CollectionListViewModel(services: services)
        await model.load()
        return .html(CollectionListPage(model: model, context: context).render())
    }

    private func addCollection(_ request: Request) async -> Response {
        let context = await context(request)
        let model = CollectionListViewModel(services: services)
        model.newName = request.form["name"] ?? ""
        if let added = await model.add(language: context.language, undo: undo) {
            return done(Address.make(["collections", added.id.uuidString]), step: added.step)
        }
        await model.load()
        return .html(CollectionListPage(model: model, context: context).render(), status: 422)
    }

    private static let filterNames = ["show", "group", "q"]

    /// A collection's filter: from the address, or as it was when the collection was last looked at.
    private func filter(_ values: (String) -> String?) -> CollectionItemFilter {
        CollectionItemFilter(
            ownership: values("show").flatMap(CollectionItemFilter.Ownership.init(rawValue:)) ?? .all,
            group: values("group").flatMap { $0.isEmpty ? nil : $0 }, text: values("q") ?? "")
    }

    private func collection(_ request: Request) async -> Response {
        guard let id = request.id() else { return await notFound(request) }
        let cookie = "filter-\(id.uuidString)"
        let address = Address.make(["collections", id.uuidString])
        let isGiven = Self.filterNames.contains { request.query($0) != nil }
        if !isGiven, let kept = request.cookie(cookie), !kept.isEmpty, kept.utf8.count < 600,
            let query = String(data: Data(kept.utf8), encoding: .ascii)
        {
            let fields = FormBody.urlEncoded(query.utf8).fields.filter { Self.filterNames.contains($0.name) }
            if !fields.isEmpty {
                let said = request.query.filter { $0.name == "said" }
                return .seeOther(Address.join(path: address, query: fields + said, encodePath: false))
            }
        }
        let context = await context(request)
        let model = CollectionViewModel(services: services, id: id)
        model.filter = filter { request.query($0) }
        model.page = max(0, min(request.query("page").flatMap { Int($0) } ?? 0, 1_000_000))
        await model.load()
        guard let collection = model.collection else {
            return failed(model.error, context, home: "/collections", place: .collections)
        }
        let response = Response.html(CollectionPage(model: model, collection: collection, context: context).render())
        guard isGiven else { return response }
        let kept = Self.filterNames.compactMap { name in
            request.query(name).flatMap { value in
                value.isEmpty || (name == "show" && value == "all")
                    ? nil : "\(Address.encode(name))=\(Address.encode(value))"
            }
        }.joined(separator: "&")
        return response.adding(
            "Set-Cookie", "\(cookie)=\(kept); Path=\(address); Max-Age=31536000; SameSite=Strict; HttpOnly")
    }

    private func renameCollection(_ request: Request) async -> Response {
        guard let id = request.id() else { return await notFound(request) }
        let context = await context(request)
        let model = CollectionViewModel(services: services, id: id)
        let step = await model.rename(to: request.form["name"] ?? "", language: context.language, undo: undo)
        return await collectionAnswer(request, model: model, step: step, context: context)
    }

    private func collectionAnswer(
        _ request: Request, model: CollectionViewModel, step: UUID?, context: PageContext
    ) async -> Response {
        let address = back(request, or: Address.make(["collections", model.id.uuidString]))
        if let step { return done(address, step: step) }
        let shown = model.error
        model.error = nil
        await model.load()
        guard let collection = model.collection else {
            return failed(model.error, context, home: "/collections", place: .collections)
        }
        model.error = shown
        return .html(
            CollectionPage(model: model, collection: collection, context: context).render(), status: 422)
    }

    private func toggleItem(_ request: Request) async -> Response {
        guard let id = request.id(), let item = request.id("item") else { return await notFound(request) }
        let model = CollectionViewModel(services: services, id: id)
        guard await model.toggle(item, undo: undo) != nil else {
            return failed(
                model.error, await context(request), home: Address.make(["collections", id.uuidString]),
                place: .collections)
        }
        return done(back(request, or: Address.make(["collections", id.uuidString])), step: nil)
    }

    private func wishItem(_ request: Request) async -> Response {
        guard let id = request.id(), let item = request.id("item") else { return await notFound(request) }
        let model = CollectionViewModel(services: services, id: id)
        let address = back(request, or: Address.make(["collections", id.uuidString]))
        guard await model.setWished(request.form["wished"] == "true", item, undo: undo) != nil else {
            return failed(model.error, await context(request), home: address, place: .collections)
        }
        return done(address, step: nil)
    }

    private func markItems(_ request: Request) async -> Response {
        guard let id = request.id() else { return await notFound(request) }
        let model = CollectionViewModel(services: services, id: id)
        model.filter = filter { request.form[$0] }
        let step = await model.setOwned(request.form["owned"] == "true", undo: undo)
        return await collectionAnswer(request, model: model, step: step, context: await context(request))
    }

    private func missingItems(_ request: Request) async -> Response {
        guard let id = request.id() else { return await notFound(request) }
        let context = await context(request)
        let model = CollectionViewModel(services: services, id: id)
        model.filter = CollectionItemFilter(ownership: .missing)
        await model.load()
        guard let collection = model.collection else {
            return failed(model.error, context, home: "/collections", place: .collections)
        }
        let page = CollectionPage(model: model, collection: collection, context: context)
        return .html(page.renderMissing(await model.allItems()))
    }

    private func askReset(_ request: Request) async -> Response {
        guard let id = request.id() else { return await notFound(request) }
        return await resetPage(request, model: CollectionViewModel(services: services, id: id), status: 200)
    }

    private func resetPage(_ request: Request, model: CollectionViewModel, status: Int) async -> Response {
        let context = await context(request)
        let shown = model.error
        model.error = nil
        await model.load()
        guard let collection = model.collection else {
            return failed(model.error, context, home: "/collections", place: .collections)
        }
        model.error = shown
        let page = CollectionPage(model: model, collection: collection, context: context)
        return .html(page.renderReset(typed: request.form["name"] ?? ""), status: status)
    }

    private func resetCollection(_ request: Request) async -> Response {
        guard let id = request.id() else { return await notFound(request) }
        let model = CollectionViewModel(services: services, id: id)
        guard let step = await model.reset(typedName: request.form["name"] ?? "", undo: undo) else {
            return await resetPage(request, model: model, status: 422)
        }
        return done(back(request, or: Address.make(["collections", id.uuidString])), step: step)
    }

    private func deleteCollection(_ request: Request) async -> Response {
        guard let id = request.id() else { return await notFound(request) }
        let model = CollectionViewModel(services: services, id: id)
        guard let step = await model.delete(undo: undo) else {
            return failed(model.error, await context(request), home: "/collections", place: .collections)
        }
        return done(Address.local(request.form["list"], or: "/collections"), step: step)
    }

    private func itemForm(_ request: Request) async -> Response {
        guard let id = request.id(), (request.id("item") == nil) == (request.parameters["item"] == nil) else {
            return await notFound(request)
        }
        let context = await context(request)
        let model = CollectionItemFormViewModel(services: services, collectionID: id, id: request.id("item"))
        guard await model.prepare() else {
            return failed(model.error, context, home: "/collections", place: .collections)
        }
        return .html(CollectionItemFormPage(model: model, context: context, staged: kept(request)).render())
    }

    private func saveItem(_ request: Request) async -> Response {
        guard let id = request.id(), (request.id("item") == nil) == (request.parameters["item"] == nil) else {
            return await notFound(request)
        }
        if let problem = await problem(of: request) { return problem }
        let form = request.form
        let model = CollectionItemFormViewModel(services: services, collectionID: id, id: request.id("item"))
        for language in Language.allCases { model.names[language] = form["name-\(language.rawValue)"] }
        model.group = form["group"] ?? ""
        model.number = form["number"] ?? ""
        model.variant = form["variant"] ?? ""
        model.note = form["note"] ?? ""
        model.quantity = form["quantity"] ?? ""
        model.removesPicture = form["remove"] != nil
        model.base = form.base
        let (uploads, errors) = photos(request, field: "picture")
        model.addedPicture = uploads.last
        for error in errors { model.note(error) }
        if let step = await model.save(undo: undo) {
            staging.drop(form.all("staged"))
            return done(back(request, or: Address.make(["collections", id.uuidString])), step: step)
        }
        let isThere = await model.prepareChoices()
        let context = await context(request)
        guard isThere || !model.errors.isEmpty else {
            return failed(model.error, context, home: "/collections", place: .collections)
        }
        let staged = stage(Array(uploads.suffix(1)), except: model.errors[.photos], replacing: request)
        let page = CollectionItemFormPage(model: model, context: context, staged: staged, isReturned: true)
        return .html(page.render(), status: 422)
    }

    private func deleteItem(_ request: Request) async -> Response {
        guard let id = request.id(), let item = request.id("item") else { return await notFound(request) }
        let address = Address.make(["collections", id.uuidString])
        let model = CollectionItemFormViewModel(services: services, collectionID: id, id: item)
        guard let step = await model.delete(undo: undo) else {
            return failed(model.error, await context(request), home: address, place: .collections)
        }
        return done(Address.local(request.form["list"], or: address), step: step)
    }
}
