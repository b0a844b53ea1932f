import Combine
import Foundation

/// Settings.
public protocol SettingsManaging: Sendable {
    /// The settings.
    func settings() -> AnyPublisher<DaybookSettings, DaybookError>
    /// Takes back what a step changed; what was chosen since stays.
    func undo(from before: DaybookSettings, to after: DaybookSettings) -> AnyPublisher<DaybookSettings, DaybookError>
    /// Stores settings.
    func update(_ settings: DaybookSettings) -> AnyPublisher<DaybookSettings, DaybookError>
}
