// swift-tools-version: 6.2

import PackageDescription

// A plugin outside the tree, both ways: built into a program of one's own, and as a process for `exec`.
let package = Package(
    name: "OutsideAdapter",
    dependencies: [.package(name: "tributary", path: "../..")],
    targets: [
        .target(
            name: "CounterAdapter", dependencies: [.product(name: "TributaryPluginKit", package: "tributary")]),
        .executableTarget(
            name: "my-tributary",
            dependencies: ["CounterAdapter", .product(name: "TributaryCommand", package: "tributary")]),
        .executableTarget(
            name: "counter-plugin",
            dependencies: ["CounterAdapter", .product(name: "TributaryPluginHost", package: "tributary")]),
    ]
)
