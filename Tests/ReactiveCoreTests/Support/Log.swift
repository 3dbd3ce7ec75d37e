import ReactiveCore

/// What observers and functions note down, in order.
final class Log {
  private(set) var lines: [String] = []

  /// An observer that notes each value, and the end as marbles do, behind a name.
  func observer<Value, Failure>(_ name: String = "") -> Signal<Value, Failure>.Observer {
    Signal<Value, Failure>.Observer { [self] event in
      switch event {
      case .value(let value): note("\(name)\(marble(of: value))")
      case .completed: note("\(name)|")
      case .failed: note("\(name)#")
      case .interrupted: note("\(name)!")
      }
    }
  }

  func note(_ line: String) { lines.append(line) }

  /// A function that notes a line.
  func noting(_ line: String) -> () -> Void {
    { [self] in note(line) }
  }

  /// Gives the lines noted so far, and forgets them.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }

  /// The lines that a function adds.
  func lines(of body: () -> Void) -> [String] {
    let before = lines.count
    body()
    return Array(lines[before...])
  }
}
