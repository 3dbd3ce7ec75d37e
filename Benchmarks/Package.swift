// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "sheaf-benchmarks",
  dependencies: [
    .package(name: "sheaf", path: ".."),
    // Measured beside our reactive core; nothing else depends on it.
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    .executableTarget(
      name: "SheafBenchmarks", dependencies: [.product(name: "Sheaf", package: "sheaf")]),
    .executableTarget(
      name: "ReactiveBenchmarks",
      dependencies: [.product(name: "ReactiveCore", package: "sheaf"), "OpenCombine"]),
  ],
  swiftLanguageModes: [.v6]
)
