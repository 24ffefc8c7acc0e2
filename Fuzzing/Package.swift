// swift-tools-version: 6.2

import PackageDescription

// A package of its own: `Scripts/fuzz` builds it, and with it all that it depends on, with
// `--sanitize fuzzer --sanitize address`.

let package = Package(
    name: "Fuzzing",
    dependencies: [.package(name: "tributary", path: "..")],
    targets: [
        .executableTarget(
            name: "DecoderFuzzer", dependencies: [.product(name: "DecoderProbes", package: "tributary")],
            swiftSettings: [
                .swiftLanguageMode(.v6), .treatAllWarnings(as: .error), .strictMemorySafety(),
                .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
            ])
    ]
)
