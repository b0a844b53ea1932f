import Testing

@testable import DaybookViewModels
