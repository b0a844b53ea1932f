import Testing

@testable import DaybookWeb
