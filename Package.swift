// swift-tools-version: 6.1
import PackageDescription

// A room imports only rooms of the lines below its own. The edges stated here are checked by
// `swift build --explicit-target-dependency-import-check error`.

// The scripts in `.ci` set SHEAF_STRICT. A flag on the command line would reach our dependencies too; this one stays with
// our targets, and is not there at all for a package that depends on us.
let strictness: [SwiftSetting] =
  Context.environment["SHEAF_STRICT"] == nil ? [] : [.unsafeFlags(["-warnings-as-errors"])]

let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .define("ENGINE_CHECKS", .when(configuration: .debug)),
  ] + strictness

func room(_ name: String, on dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// A C target that declares what a library of the system has, which is loaded when it is first used.
func declarations(_ name: String) -> Target { .target(name: name) }

/// The targets that are C.
let plainTargets: Set = ["LibCurl", "TestProcess"]

func tests(of name: String, on dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.target(name: name), "TestSupport"] + dependencies, exclude: exclude,
    swiftSettings: settings)
}

let package = Package(
  name: "sheaf",
  // Where the standard library has atomics. Linux has no such floor.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "sheaf", targets: ["SheafCommand"]),
    .library(name: "Sheaf", targets: ["Sheaf"]),
    .library(name: "ReactiveCore", targets: ["ReactiveCore"]),
    .library(name: "ReactiveFoundation", targets: ["ReactiveFoundation"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    // The system's libcurl, which Hosting opens when a sheet first makes a request.
    declarations("LibCurl"),

    // Spans and their rendering; values, addresses, formats; ranks, dirtiness, instants.
    room("Diagnostics"),
    room("Mathematics"),
    // Work that several cores share; it knows nothing of what the work is.
    room("Threads"),
    room("Archives"),
    room("Markup"),
    room("CellModel", on: ["Mathematics"]),
    room("Propagation"),

    // Knows nothing of cells: a sheet's cells become its properties further up.
    room("ReactiveCore", on: ["Propagation"]),
    // What Foundation's own types give as streams; by itself, since all of Foundation is much to load.
    room("ReactiveFoundation", on: ["ReactiveCore"]),

    // The catalog sees values, never syntax; the parser never throws. What a formula means is settled once, in Formulas.
    room("Functions", on: ["CellModel"]),
    room("Formulas", on: ["Functions", "CellModel", "Diagnostics"]),

    // All functions of the language. No room below the faces knows which there are, so this one compiles beside them.
    room("FunctionLibrary", on: ["Functions", "CellModel", "Markup", "Mathematics"]),

    room("Engine", on: ["Functions", "Formulas", "Propagation", "CellModel", "Mathematics", "Threads"]),

    // Nodes and edges as pictures and texts; it knows nothing of sheets.
    room("Drawing", on: ["Markup"]),

    // Text to document and file to workbook value: neither sees the engine.
    room("SheetText", on: ["Formulas", "Functions", "CellModel", "Diagnostics"]),
    room("Workbooks", on: ["Archives", "Markup", "CellModel", "Diagnostics"]),

    // What a text means before it runs; it evaluates nothing.
    room("SheetPrograms", on: ["SheetText", "Workbooks", "Formulas", "Functions", "CellModel", "Diagnostics"]),

    room(
      "LiveSheets",
      on: [
        "SheetPrograms", "LiveWorkbooks", "Workbooks", "Engine", "SheetText", "Functions", "Formulas", "ReactiveCore",
        "CellModel", "Diagnostics",
      ]),
    // A workbook that computes; it shares the engine with sheets and nothing else.
    room(
      "LiveWorkbooks",
      on: ["Workbooks", "Engine", "Formulas", "Functions", "CellModel", "Diagnostics"]),
    // Sheets made of workbooks, and workbooks of sheets.
    room(
      "Conversion",
      on: [
        "LiveSheets", "LiveWorkbooks", "Engine", "SheetText", "Workbooks", "Formulas", "Functions", "CellModel",
        "Diagnostics",
      ]),
    // Where sheets meet the world: clocks, services, the network.
    room(
      "Hosting",
      on: [
        "LiveSheets", "Workbooks", "ReactiveCore", "CellModel", "Diagnostics",
        .target(name: "LibCurl", condition: .when(platforms: [.linux])),
      ]),
    room(
      "Verification",
      on: [
        "LiveSheets", "SheetPrograms", "Engine", "SheetText", "Formulas", "Functions", "Propagation", "CellModel",
        "Diagnostics", "Threads",
      ]),
    // What is probably not meant in a sheet that can be read: a type for each rule.
    room(
      "Linting",
      on: [
        "Verification", "LiveSheets", "SheetText", "Workbooks", "Archives", "Formulas", "Functions", "CellModel",
        "Diagnostics",
      ]),
    // Sheets in an editor: messages in, messages out.
    room(
      "LanguageServer",
      on: [
        "Hosting", "Verification", "LiveSheets", "SheetPrograms", "SheetText", "Formulas", "Functions", "CellModel",
        "Diagnostics",
      ]),
    // Two versions of a sheet: what differs, and which edit moved which value.
    room("Review", on: ["Verification", "LiveSheets", "Engine", "SheetText", "Functions", "CellModel", "Diagnostics"]),
    room(
      "Sheaf",
      on: [
        "Conversion", "Hosting", "LiveSheets", "LiveWorkbooks", "Workbooks", "Engine", "SheetText", "FunctionLibrary",
        "Functions", "ReactiveCore", "CellModel", "Diagnostics", "Threads",
      ]),
    room(
      "SheafTool",
      on: [
        "LanguageServer", "Linting", "Review", "Conversion", "Hosting", "Verification", "LiveSheets", "LiveWorkbooks",
        "SheetPrograms", "Drawing", "Markup",
        "Engine", "SheetText", "Workbooks", "FunctionLibrary", "Functions", "ReactiveCore", "CellModel", "Diagnostics",
        "Threads",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(name: "SheafCommand", dependencies: ["SheafTool"], swiftSettings: settings),

    // What a process of tests is told before it begins.
    .target(name: "TestProcess", path: "Tests/TestProcess"),
    .target(
      name: "TestSupport", dependencies: ["TestProcess", "CellModel"], path: "Tests/TestSupport",
      swiftSettings: settings),
    // A slow evaluator of formulas that shares no code with the engine.
    .target(
      name: "ModelSheets", dependencies: ["Formulas", "FunctionLibrary", "Functions", "CellModel"],
      path: "Tests/ModelSheets", swiftSettings: settings),
    // Random sessions at the prompt, held against their texts.
    .target(
      name: "SessionModel",
      dependencies: [
        "TestSupport", "LiveSheets", "SheetPrograms", "SheetText", "FunctionLibrary", "Formulas", "CellModel",
      ],
      path: "Tests/SessionModel", swiftSettings: settings),
    tests(of: "Diagnostics"),
    tests(of: "Archives"),
    tests(of: "Markup"),
    tests(of: "Drawing", on: ["Markup"]),
    tests(of: "CellModel", exclude: ["References"]),
    tests(of: "Formulas", on: ["FunctionLibrary", "Functions", "CellModel", "Diagnostics"]),
    tests(of: "Functions"),
    tests(of: "FunctionLibrary", on: ["ModelSheets", "Functions", "Formulas", "CellModel"], exclude: ["References"]),
    tests(of: "Propagation"),
    tests(of: "Threads"),
    tests(of: "ReactiveCore", on: ["ReactiveFoundation"], exclude: ["Misuse"]),
    // Apart, since all that stands beside them is built anew for the thread sanitizer.
    .testTarget(
      name: "ReactiveCoreThreadTests", dependencies: ["ReactiveCore", "TestSupport"], swiftSettings: settings),
    tests(
      of: "Engine",
      on: ["ModelSheets", "Formulas", "FunctionLibrary", "Functions", "CellModel", "Diagnostics", "Threads"]),
    .testTarget(
      name: "OutsideCaseTests", dependencies: ["Engine", "Formulas", "FunctionLibrary", "Functions", "CellModel"],
      exclude: ["Cases", "Reasons", "Recording"], swiftSettings: settings),
    tests(
      of: "SheetText", on: ["Formulas", "FunctionLibrary", "Functions", "CellModel", "Diagnostics"],
      exclude: ["Corpus"]),
    tests(of: "SheetPrograms", on: ["SheetText", "Workbooks", "Formulas", "CellModel", "Diagnostics"]),
    tests(
      of: "LiveSheets",
      on: [
        "SessionModel", "Verification", "LiveWorkbooks", "SheetPrograms", "SheetText", "Engine", "FunctionLibrary",
        "Functions", "Formulas", "CellModel", "Diagnostics",
      ],
      exclude: ["Corpus"]),
    tests(
      of: "Verification",
      on: [
        "LiveSheets", "SheetPrograms", "Engine", "SheetText", "FunctionLibrary", "CellModel", "Diagnostics", "Threads",
      ]),
    tests(of: "Linting", on: ["LiveSheets", "SheetText", "FunctionLibrary", "Diagnostics"]),
    tests(of: "Review", on: ["LiveSheets", "SheetText", "FunctionLibrary", "Functions", "CellModel"]),
    tests(of: "Workbooks", on: ["Archives", "Markup", "CellModel", "Diagnostics"]),
    tests(
      of: "LiveWorkbooks", on: ["Workbooks", "Engine", "FunctionLibrary", "Archives", "CellModel"],
      exclude: ["Workbooks"]),
    tests(
      of: "Conversion",
      on: [
        "LiveSheets", "LiveWorkbooks", "Engine", "SheetText", "Workbooks", "FunctionLibrary", "Formulas", "CellModel",
        "Archives",
      ], exclude: ["Reasons.tsv"]),
    tests(of: "Hosting", on: ["LiveSheets", "FunctionLibrary", "SheetText", "ReactiveCore", "CellModel"]),
    tests(of: "LanguageServer", on: ["Hosting", "LiveSheets", "SheetText", "FunctionLibrary"]),
    tests(of: "Sheaf", on: ["LiveSheets", "ReactiveCore", "CellModel", "Workbooks"]),
    tests(
      of: "SheafTool",
      on: [
        "Diagnostics", "Markup", "Hosting", "LiveWorkbooks", "Workbooks", "SheetText", "FunctionLibrary", "Functions",
      ]),
    .testTarget(
      name: "Fuzzing",
      dependencies: [
        "TestSupport", "SessionModel", "LanguageServer", "Hosting", "LiveSheets", "LiveWorkbooks", "Workbooks",
        "SheetText",
        "FunctionLibrary", "CellModel", "Archives", "Markup",
      ], path: "Tests/Fuzzing", exclude: ["Corpus", "Guided", "README.md", "run"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// What is built for the tests of threads under the thread sanitizer: the reactive core and crews, without what they do not see.
if Context.environment["SHEAF_THREADS"] != nil {
  let rooms: Set = [
    "Mathematics", "CellModel", "Propagation", "ReactiveCore", "TestProcess", "TestSupport", "ReactiveCoreThreadTests",
    "Threads", "ThreadsTests",
  ]
  package.targets = package.targets.filter { rooms.contains($0.name) }
  package.products = package.products.filter { rooms.contains($0.name) }
  package.dependencies = []
}

// What is built for libFuzzer by `Tests/Fuzzing/run`: the rooms that read what comes from outside, which tell it what they ran.
if Context.environment["SHEAF_FUZZER"] != nil {
  let tests = package.targets.filter { $0.type == .test }
  let guided = Target.executableTarget(
    name: "Fuzzer", dependencies: tests.first { $0.name == "Fuzzing" }?.dependencies ?? [], path: "Tests/Fuzzing",
    exclude: ["Corpus", "README.md", "run", "FuzzTests.swift", "SessionModelTests.swift"], swiftSettings: settings,
    linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])])
  package.targets = package.targets.filter { $0.type != .test } + [guided]
  for target in package.targets where !plainTargets.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-sanitize=fuzzer", "-enable-testing"])]
  }
}
