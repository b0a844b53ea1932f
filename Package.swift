// swift-tools-version: 6.2
import PackageDescription

/// Every target of ours is held to the same bar: Swift 6 language mode, no warnings.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "Ondol",
    products: [
        .library(name: "CoreData", targets: ["CoreData"]),
        .library(name: "Combine", targets: ["Combine"]),
        .plugin(name: "CoreDataModelPlugin", targets: ["CoreDataModelPlugin"]),
        .executable(name: "ondol", targets: ["ondol"]),
    ],
    targets: [
        .target(name: "Combine", swiftSettings: strict),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CRuntime"),
        .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: strict),
        .target(name: "CoreData", dependencies: ["Combine", "SQLite", "CRuntime"], swiftSettings: strict),
        .target(name: "ModelCompiler", dependencies: ["CoreData"], swiftSettings: strict),
        .executableTarget(name: "ondol", dependencies: ["CoreData", "ModelCompiler", "SQLite"], swiftSettings: strict),
        .plugin(name: "CoreDataModelPlugin", capability: .buildTool(), dependencies: ["ondol"]),
        .target(name: "OndolTestSupport", dependencies: ["Combine"], swiftSettings: strict),
        .testTarget(
            name: "CombineTests", dependencies: ["Combine", "OndolTestSupport"], swiftSettings: strict),
        .testTarget(name: "SQLiteTests", dependencies: ["SQLite"], swiftSettings: strict),
        .testTarget(
            name: "CoreDataTests", dependencies: ["CoreData", "SQLite", "OndolTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "OndolCommandTests", dependencies: ["ondol", "CoreData", "SQLite"], exclude: ["Golden", "Samples"],
            swiftSettings: strict),
        .testTarget(
            name: "ModelCompilerTests", dependencies: ["ModelCompiler", "CoreData"], exclude: ["Snapshots"],
            swiftSettings: strict),
    ]
)
