import Combine
import DaybookModel
import Foundation

/// Settings: as stored, and as typed.
@MainActor
public final class SettingsViewModel: ScreenViewModel {
    /// The settings as stored.
    @Published public private(set) var settings = DaybookSettings()
    /// The month's first day as typed.
    @Published public var monthStartDay = "1"
    /// What is wrong, by field.
    @Published public private(set) var errors = FormErrors()

    /// Fetches the settings.
    public func load() async {
        guard let stored = await value(of: services.settings.settings()) else { return }
        settings = stored
        monthStartDay = String(stored.monthStartDay)
    }

    /// Fetches anew.
    public override func reload() async { await load() }

    /// Changes and stores the settings; `monthStartDay` is read from what was typed.
    public func save(undo center: UndoCenter, _ change: (inout DaybookSettings) -> Void) async -> UUID? {
        guard let before = await value(of: services.settings.settings()) else { return nil }
        var wanted = before
        change(&wanted)
        if let day = WholeNumber.read(monthStartDay), (1...31).contains(day) {
            wanted.monthStartDay = day
        } else {
            errors.add(.validation(.monthStartDay, .unreadable))
            settings = wanted
            return nil
        }
        let manager = services.settings
        switch await result(of: manager.update(wanted)) {
        case .success(let stored):
            settings = stored
            return center.record(
                .settingsChanged, undo: DaybookServices.undo { manager.undo(from: before, to: stored) })
        case .failure(let failure):
            errors.add(failure)
            return nil
        }
    }
}
