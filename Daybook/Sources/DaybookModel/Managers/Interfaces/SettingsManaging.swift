import Combine
import Foundation

/// Settings.
public protocol SettingsManaging: Sendable {
    /// The settings.
    func settings() -> AnyPublisher<DaybookSettings, DaybookError>
    /// Stores settings.
    func update(_ settings: DaybookSettings) -> AnyPublisher<DaybookSettings, DaybookError>
}
