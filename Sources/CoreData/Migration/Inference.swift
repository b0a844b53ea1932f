import Foundation

/// Tells how one version of a model goes over into another, as a mapping model.
enum Inference {
    /// - Throws: 134190 that names the entity and property in the way, with Apple's keys `entity`, `property`
    ///   and `reason` in the user info; all of them under `NSDetailedErrors` when there are several.
    static func check(from source: NSManagedObjectModel, to destination: NSManagedObjectModel) throws {
        let obstacles = ModelComparison(from: source, to: destination).obstacles
        guard let first = obstacles.first else { return }
        let errors = obstacles.map(error)
        if errors.count == 1 { throw errors[0] }
        throw CoreDataError.make(
            NSInferredMappingModelError,
            errors.map(\.localizedDescription).joined(separator: " "), suggestion: first.remedy,
            userInfo: [
                "entity": first.entity, "property": first.property ?? "", "reason": first.reason,
                NSDetailedErrorsKey: errors,
            ])
    }

    private static func error(_ obstacle: MigrationObstacle) -> NSError {
        let subject = obstacle.property.map { "\(obstacle.entity).\($0)" } ?? obstacle.entity
        var info: [String: Any] = ["entity": obstacle.entity, "reason": obstacle.reason]
        if let property = obstacle.property { info["property"] = property }
        return CoreDataError.make(
            NSInferredMappingModelError, "\(subject): \(obstacle.reason)", suggestion: obstacle.remedy, userInfo: info)
    }
}
