// swift-tools-version: 6.2
import PackageDescription

// Code as it is written for a Mac, against products and the plugin only: what compiles here, a team's
// own data layer may use.

let coreData: Target.Dependency = .product(name: "CoreData", package: "Ondol")
let combine: Target.Dependency = .product(name: "Combine", package: "Ondol")
let modelPlugin: Target.PluginUsage = .plugin(name: "CoreDataModelPlugin", package: "Ondol")

/// Swift 6 language mode, as new apps choose.
let current: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
]

/// Swift 5 language mode, as most of the code found in the wild.
let usual: [SwiftSetting] = [
    .swiftLanguageMode(.v5),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "IntegrationTests",
    dependencies: [
        .package(name: "Ondol", path: "..")
    ],
    targets: [
        .target(name: "Forms", dependencies: [coreData], swiftSettings: usual, plugins: [modelPlugin]),
        // Casts that always succeed here and are needed on Apple's platforms: warnings are expected.
        .target(
            name: "Casts", dependencies: ["Forms", coreData],
            swiftSettings: [.swiftLanguageMode(.v5), .unsafeFlags(["-suppress-warnings"])]),
        .testTarget(name: "FormsTests", dependencies: ["Forms", "Casts", coreData], swiftSettings: usual),
        // What `ondol port --write` makes of an app's sources; the command's tests compare it with what it makes.
        .target(name: "Bookshelf", dependencies: [coreData, combine], swiftSettings: usual, plugins: [modelPlugin]),
        .testTarget(name: "BookshelfTests", dependencies: ["Bookshelf", coreData, combine], swiftSettings: usual),
        .target(name: "Ledger", dependencies: [coreData, combine], swiftSettings: current, plugins: [modelPlugin]),
        .testTarget(name: "LedgerTests", dependencies: ["Ledger", coreData, combine], swiftSettings: current),
    ]
)
