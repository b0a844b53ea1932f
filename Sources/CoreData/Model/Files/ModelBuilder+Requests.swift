import Foundation

// Configurations and fetch request templates.

extension ModelBuilder {
    func addConfigurations(to model: NSManagedObjectModel) throws(ModelError) {
        for configuration in source.configurations {
            var members: [NSEntityDescription] = []
            for name in configuration.members {
                guard let entity = entities[name] else {
                    throw ModelError(
                        .badReference,
                        "The configuration \"\(configuration.name)\" names the entity \"\(name)\", which does not exist.",
                        remedy: "Remove it from the configuration.", line: configuration.line)
                }
                members.append(entity)
            }
            model.setEntities(members, forConfigurationName: configuration.name)
        }
    }

    func addTemplates(to model: NSManagedObjectModel) throws(ModelError) {
        var templates: [String: FetchTemplate] = [:]
        for template in source.templates {
            do throws(ModelError) {
                templates[template.name] = try self.template(template)
            } catch {
                throw error.located(line: template.line)
            }
        }
        model.templates = templates
    }

    func template(_ template: ModelSource.Template) throws(ModelError) -> FetchTemplate {
        var result = FetchTemplate()
        if let name = template.entityName {
            guard sources[name] != nil else {
                throw ModelError(
                    .badReference,
                    "The fetch request \"\(template.name)\" names the entity \"\(name)\", which does not exist.",
                    remedy: "Choose another entity.")
            }
            result.entityName = name
        }
        if let text = template.predicateText { result.predicate = try ModelExpressions.predicate(text) }
        result.fetchLimit = try number(template.fetchLimit, "fetch limit", of: template)
        result.fetchBatchSize = try number(template.fetchBatchSize, "batch size", of: template)
        let resultType = try number(template.resultType, "result type", of: template)
        guard [0, 1, 2, 4].contains(resultType) else {
            throw ModelError(
                .badReference, "The fetch request \"\(template.name)\" has the unknown result type \(resultType).",
                remedy: "Choose objects, object IDs, dictionaries or count.")
        }
        result.resultType = UInt(resultType)
        result.includesSubentities = template.includesSubentities
        result.includesPropertyValues = template.includesPropertyValues
        result.returnsObjectsAsFaults = template.returnsObjectsAsFaults
        result.returnsDistinctResults = template.returnsDistinctResults
        result.includesPendingChanges = template.includesPendingChanges
        return result
    }

    private func number(
        _ text: String?, _ what: String, of template: ModelSource.Template
    ) throws(ModelError) -> Int {
        guard let text else { return 0 }
        guard let number = Int32(text), number >= 0 else {
            throw ModelError(
                .badReference, "The \(what) \"\(text)\" of the fetch request \"\(template.name)\" is no number.",
                remedy: "Correct or remove it.")
        }
        return Int(number)
    }
}
