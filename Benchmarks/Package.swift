// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "sheaf-benchmarks",
  dependencies: [.package(name: "sheaf", path: "..")],
  targets: [
    .executableTarget(
      name: "SheafBenchmarks", dependencies: [.product(name: "Sheaf", package: "sheaf")])
  ],
  swiftLanguageModes: [.v6]
)
