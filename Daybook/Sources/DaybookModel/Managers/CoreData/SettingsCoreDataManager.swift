import Combine
import CoreData
import Foundation

/// Settings in Core Data: one row for each that was ever chosen.
final class SettingsCoreDataManager: SettingsManaging {
    private let storage: Storage

    init(storage: Storage) {
        self.storage = storage
    }

    /// Names of rows.
    enum Key {
        static let language = "language"
        static let homeCurrency = "homeCurrency"
        static let monthStartDay = "monthStartDay"
        static let weekStart = "weekStart"
        static let singleKeys = "singleKeyShortcuts"
        static let firstStart = "isFirstStartDone"
        /// The built-in categories and catalogue were made; people may have removed them since.
        static let seeded = "seeded"
    }

    func settings() -> AnyPublisher<DaybookSettings, DaybookError> {
        storage.read { context in try Self.settings(in: context) }
    }

    func update(_ settings: DaybookSettings) -> AnyPublisher<DaybookSettings, DaybookError> {
        guard (1...31).contains(settings.monthStartDay) else {
            return Fail(error: .validation(.monthStartDay, .tooLarge(limit: "31"))).eraseToAnyPublisher()
        }
        return storage.write([.settings, .account]) { session in
            try Self.store(settings, in: session)
            return settings
        }
    }

    func undo(from before: DaybookSettings, to after: DaybookSettings) -> AnyPublisher<DaybookSettings, DaybookError> {
        storage.write([.settings, .account]) { session in
            let settings = try Self.settings(in: session.context).takingBack(from: before, to: after)
            try Self.store(settings, in: session)
            return settings
        }
    }

    private static func store(_ settings: DaybookSettings, in session: WriteSession) throws {
        let values: [(String, String?)] = [
            (Key.language, settings.language?.rawValue), (Key.homeCurrency, settings.homeCurrency.code),
            (Key.monthStartDay, String(settings.monthStartDay)), (Key.weekStart, settings.weekStart.rawValue),
            (Key.singleKeys, settings.singleKeyShortcuts ? "1" : "0"),
            (Key.firstStart, settings.isFirstStartDone ? "1" : "0"),
        ]
        for (key, value) in values { try set(key, to: value, in: session.context) }
        session.isChanged = session.context.hasChanges
    }

    /// The settings as rows tell them; what a row does not tell is as in a fresh install.
    static func settings(in context: NSManagedObjectContext) throws -> DaybookSettings {
        var values: [String: String] = [:]
        for row in try context.all(SettingEntity.self) {
            if let key = row.key, let value = row.value { values[key] = value }
        }
        var settings = DaybookSettings()
        settings.language = values[Key.language].flatMap(Language.init)
        if let currency = values[Key.homeCurrency].flatMap(Currency.init) { settings.homeCurrency = currency }
        if let day = values[Key.monthStartDay].flatMap({ Int($0) }), (1...31).contains(day) {
            settings.monthStartDay = day
        }
        if let start = values[Key.weekStart].flatMap(DaybookSettings.WeekStart.init) { settings.weekStart = start }
        if let keys = values[Key.singleKeys] { settings.singleKeyShortcuts = keys == "1" }
        settings.isFirstStartDone = values[Key.firstStart] == "1"
        return settings
    }

    /// Stores or removes one value; a value that is there already is not touched.
    static func set(_ key: String, to value: String?, in context: NSManagedObjectContext) throws {
        let row = try context.first(SettingEntity.self, NSPredicate(format: "key == %@", key))
        switch (row, value) {
        case (let row?, nil): context.delete(row)
        case (let row?, let value?): if row.value != value { row.value = value }
        case (nil, let value?):
            let row = SettingEntity(context: context)
            row.key = key
            row.value = value
        case (nil, nil): break
        }
    }
}
