// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that nothing that only measures is built with the program.

let package = Package(
    name: "Benchmarks",
    products: [.executable(name: "tributary-bench", targets: ["TributaryBench"])],
    dependencies: [.package(name: "tributary", path: "..")],
    targets: [
        .executableTarget(
            name: "TributaryBench", dependencies: [.product(name: "FeedReading", package: "tributary")],
            swiftSettings: [
                .swiftLanguageMode(.v6), .treatAllWarnings(as: .error), .strictMemorySafety(),
                .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ])
    ]
)
