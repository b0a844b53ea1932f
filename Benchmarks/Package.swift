// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
]

// Build in release only: `scripts/bench` does.
let package = Package(
    name: "Benchmarks",
    products: [
        .library(name: "CostCounter", type: .dynamic, targets: ["CostCounter"])
    ],
    dependencies: [
        .package(name: "Ondol", path: "..")
    ],
    targets: [
        .systemLibrary(name: "CBenchmarkSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        // Preloaded into a measured process to count its allocations and statements; linked into none.
        .target(name: "CostCounter"),
        .target(name: "BenchmarkSupport", swiftSettings: strict),
        .executableTarget(
            name: "bench-raw", dependencies: ["BenchmarkSupport", "CBenchmarkSQLite"], swiftSettings: strict),
        .executableTarget(name: "bench-closure", dependencies: ["BenchmarkSupport"], swiftSettings: strict),
        .executableTarget(
            name: "bench-coredata", dependencies: ["BenchmarkSupport", .product(name: "CoreData", package: "Ondol")],
            swiftSettings: strict, plugins: [.plugin(name: "CoreDataModelPlugin", package: "Ondol")]),
        .executableTarget(
            name: "bench-combine", dependencies: ["BenchmarkSupport", .product(name: "Combine", package: "Ondol")],
            swiftSettings: strict),
        .testTarget(
            name: "BenchmarkTests",
            dependencies: ["BenchmarkSupport", "bench-raw", "bench-coredata", "bench-closure", "bench-combine"],
            swiftSettings: strict),
    ]
)
