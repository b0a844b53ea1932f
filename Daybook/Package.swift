// swift-tools-version: 6.2
import PackageDescription

/// The same bar as for the libraries: Swift 6 language mode, no warnings.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
]

let coreData: Target.Dependency = .product(name: "CoreData", package: "Ondol")
let combine: Target.Dependency = .product(name: "Combine", package: "Ondol")

let package = Package(
    name: "Daybook",
    products: [
        .executable(name: "daybook", targets: ["daybook"])
    ],
    dependencies: [
        .package(name: "Ondol", path: "..")
    ],
    targets: [
        .target(
            name: "DaybookModel",
            dependencies: [coreData, combine],
            // Read by the plugin, not by the compiler.
            exclude: ["Model/Daybook.xcdatamodeld"],
            swiftSettings: strict,
            plugins: [.plugin(name: "CoreDataModelPlugin", package: "Ondol")]),
        .target(name: "DaybookViewModels", dependencies: ["DaybookModel", combine], swiftSettings: strict),
        .systemLibrary(
            name: "CMicrohttpd", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .target(
            name: "DaybookWeb",
            dependencies: ["DaybookViewModels", "DaybookModel", "CMicrohttpd", combine],
            resources: [.embedInCode("Assets")],
            swiftSettings: strict),
        .executableTarget(
            name: "daybook", dependencies: ["DaybookWeb", "DaybookViewModels", "DaybookModel"],
            swiftSettings: strict),
        .executableTarget(
            name: "daybook-crash-writer", dependencies: ["DaybookModel", combine], swiftSettings: strict),
        .testTarget(
            name: "DaybookModelTests", dependencies: ["DaybookModel", "daybook-crash-writer", coreData, combine],
            swiftSettings: strict),
        .target(
            name: "DaybookTestSupport", dependencies: ["DaybookModel", combine], path: "Tests/DaybookTestSupport",
            swiftSettings: strict),
        .testTarget(
            name: "DaybookViewModelsTests",
            dependencies: ["DaybookViewModels", "DaybookModel", "DaybookTestSupport", combine],
            swiftSettings: strict),
        .testTarget(
            name: "DaybookWebTests",
            dependencies: ["DaybookWeb", "DaybookViewModels", "DaybookModel", "DaybookTestSupport", combine],
            swiftSettings: strict),
    ]
)
