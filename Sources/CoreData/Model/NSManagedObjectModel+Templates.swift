import Foundation

extension NSManagedObjectModel {
    /// The fetch request templates by name, each a new request.
    public var fetchRequestTemplatesByName: [String: NSFetchRequest<NSFetchRequestResult>] {
        templates.mapValues(request)
    }

    /// The template called `name`; nil when there is none.
    ///
    /// Every call makes a new request. Variables of the predicate are still open;
    /// `fetchRequestFromTemplate(withName:substitutionVariables:)` fills them.
    public func fetchRequestTemplate(forName name: String) -> NSFetchRequest<NSFetchRequestResult>? {
        templates[name].map(request)
    }

    /// A request made of a template, with the variables of its predicate filled in.
    ///
    /// - Parameters:
    ///   - name: the template's name.
    ///   - variables: the values by the names of the variables, without `$`; `NSNull` for nil.
    /// - Returns: nil when there is no template of that name.
    public func fetchRequestFromTemplate(
        withName name: String, substitutionVariables variables: [String: Any]
    ) -> NSFetchRequest<NSFetchRequestResult>? {
        guard let template = templates[name] else { return nil }
        let request = request(template)
        request.predicate = template.predicate?.withSubstitutionVariables(variables)
        return request
    }

    /// Adds, replaces or, with nil, removes a template; later changes of `template` are not seen.
    public func setFetchRequestTemplate(_ template: NSFetchRequest<NSFetchRequestResult>?, forName name: String) {
        var all = templates
        all[name] = template.map { FetchTemplate($0.core) }
        templates = all
    }

    private func request(_ template: FetchTemplate) -> NSFetchRequest<NSFetchRequestResult> {
        template.request(for: template.entityName.flatMap { entitiesByName[$0] })
    }
}

extension FetchTemplate {
    /// Takes down what a request asks for.
    init(_ core: FetchRequestCore) {
        entityName = core.entity?.name ?? core.entityName
        predicate = core.predicate
        sortDescriptors = core.sortDescriptors ?? []
        fetchLimit = core.fetchLimit
        fetchOffset = core.fetchOffset
        fetchBatchSize = core.fetchBatchSize
        resultType = core.resultType.rawValue
        includesSubentities = core.includesSubentities
        includesPropertyValues = core.includesPropertyValues
        returnsObjectsAsFaults = core.returnsObjectsAsFaults
        returnsDistinctResults = core.returnsDistinctResults
        includesPendingChanges = core.includesPendingChanges
    }

    /// A new request that asks for what the template describes.
    func request(for entity: NSEntityDescription?) -> NSFetchRequest<NSFetchRequestResult> {
        let request = NSFetchRequest<NSFetchRequestResult>(entityName: entityName ?? "")
        if let entity { request.entity = entity }
        request.predicate = predicate
        request.sortDescriptors = sortDescriptors.isEmpty ? nil : sortDescriptors
        request.fetchLimit = fetchLimit
        request.fetchOffset = fetchOffset
        request.fetchBatchSize = fetchBatchSize
        request.resultType = NSFetchRequestResultType(rawValue: resultType)
        request.includesSubentities = includesSubentities
        request.includesPropertyValues = includesPropertyValues
        request.returnsObjectsAsFaults = returnsObjectsAsFaults
        request.returnsDistinctResults = returnsDistinctResults
        request.includesPendingChanges = includesPendingChanges
        return request
    }
}

extension NSFetchedPropertyDescription {
    /// What is fetched; its predicate may use `$FETCH_SOURCE` and `$FETCHED_PROPERTY`.
    ///
    /// Reading makes a new request; setting takes down what the request asks for at that moment.
    public var fetchRequest: NSFetchRequest<NSFetchRequestResult>? {
        get {
            template.map { template in
                template.request(for: template.entityName.flatMap { declaringEntity?.model?.entitiesByName[$0] })
            }
        }
        set { template = newValue.map { FetchTemplate($0.core) } }
    }
}
