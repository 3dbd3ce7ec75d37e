import Foundation
import OpenCombine
import ReactiveCore

/// Measurements in a process of their own: memory that nobody has used before, and a stack that may overflow.
enum Alone {
  /// Lets a process of its own make a measurement.
  static func measure(_ name: String) throws -> Double {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--alone", name]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard let value = Double(printed.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw Failure("\(name) ended with \(process.terminationStatus) and said \(printed.debugDescription)")
    }
    return value
  }

  /// Makes a measurement in this process.
  static func run(_ name: String) throws -> Double {
    switch name {
    case "property": return try Memory.bytes { MutableProperty($0) }
    case "subject": return try Memory.bytes { CurrentValueSubject<Int, Never>($0) }
    case "cell": return try Memory.bytes { Cell($0) }
    case "deep-property": return try onSmallStack(deepProperty)
    case "deep-signal": return try onSmallStack(deepSignal)
    default: throw Failure("there is no measurement named \(name)")
    }
  }

  private static func onSmallStack(_ body: @escaping () throws -> Double) throws -> Double {
    var result = 0.0
    Thread.onStack(ofMegabytes: 8) { result = try body() }
    return result
  }

  private static func deepProperty() throws -> Double {
    let count = 1_000_000
    weak var captured: Tally?
    let start = Clock.now()
    try {
      let tally = Tally()
      captured = tally
      let property = MutableProperty(0)
      var last = property.map { [tally] value in withExtendedLifetime(tally) { value + 1 } }
      for _ in 1..<count { last = last.map { $0 + 1 } }
      last.signal.observeValues { tally.note($0) }
      property.value = 7
      guard tally.last == count + 7, tally.deliveries == 1 else { throw Failure("got \(tally.last)") }
    }()
    guard captured == nil else { throw Failure("the chain was not released") }
    return (Clock.now() - start) / Double(count)
  }

  private static func deepSignal() throws -> Double {
    let count = 100_000
    weak var captured: Tally?
    let start = Clock.now()
    try {
      let tally = Tally()
      captured = tally
      let (output, input) = Signal<Int, Never>.pipe()
      var last = output
      for _ in 0..<count { last = last.map { $0 + 1 } }
      last.observeValues { tally.note($0) }
      input.send(value: 7)
      guard tally.last == count + 7, tally.deliveries == 1 else { throw Failure("got \(tally.last)") }
    }()
    guard captured == nil else { throw Failure("the chain was not released") }
    return (Clock.now() - start) / Double(count)
  }
}

/// The resident memory of this process.
enum Memory {
  /// The bytes that each of a million objects adds, without the array that refers to them.
  static func bytes<Object: AnyObject>(_ make: (Int) -> Object) throws -> Double {
    let count = 1_000_000
    var objects: [Object?] = Array(repeating: nil, count: count)
    objects[0] = make(0)
    let before = try resident()
    for index in 1..<count { objects[index] = make(index) }
    let grown = try resident() - before
    return withExtendedLifetime(objects) { Double(grown) / Double(count - 1) }
  }

  static func resident() throws -> Int {
    let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { throw Failure("/proc/self/statm is not readable") }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
