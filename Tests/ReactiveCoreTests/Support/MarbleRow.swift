import Foundation

/// What happens at each tick of a stream, as a line of text: `"a--b--|"`.
///
/// Each character is one tick:
///
/// | text | meaning |
/// |---|---|
/// | `-` | nothing happens |
/// | a letter, a digit | a value |
/// | `[ab]` | a value whose text is not one letter or digit |
/// | `(ab\|)` | all this in one tick |
/// | `\|` `#` `!` | completed, failed, interrupted |
/// | `^` | what comes before it happens before the observer comes; takes no tick itself |
/// | `...` | at the end: what comes later is not looked at |
///
/// Blanks are for the eye, and hyphens at the end mean nothing.
struct MarbleRow: CustomStringConvertible {
  enum Mark: Equatable {
    case value(String)
    case completed
    case failed
    case interrupted

    fileprivate init(_ character: Character) {
      switch character {
      case "|": self = .completed
      case "#": self = .failed
      case "!": self = .interrupted
      default: self = .value(String(character))
      }
    }

    fileprivate var text: String {
      switch self {
      case .completed: "|"
      case .failed: "#"
      case .interrupted: "!"
      case .value(let text):
        if text.count == 1, text.allSatisfy({ $0.isLetter || $0.isNumber }) { text } else { "[\(text)]" }
      }
    }
  }

  /// The marks of the ticks where something happens.
  var marks: [Int: [Mark]] = [:]
  /// How many ticks the text has.
  private(set) var length = 0
  /// Whether the text leaves open how it goes on.
  private(set) var isOpen = false

  init() {}

  init(_ text: String) {
    var rest = Substring(text)
    if rest.hasSuffix("...") {
      rest.removeLast(3)
      isOpen = true
    }
    var tick = 0
    var inGroup = false
    while let character = rest.popFirst() {
      switch character {
      case " ": continue
      case "-": break
      case "(": inGroup = true
      case ")": inGroup = false
      case "^":
        marks = Dictionary(uniqueKeysWithValues: marks.map { ($0 - tick, $1) })
        tick = 0
        continue
      case "[": marks[tick, default: []].append(.value(MarbleRow.bracketed(&rest)))
      default: marks[tick, default: []].append(Mark(character))
      }
      if !inGroup { tick += 1 }
    }
    length = tick
  }

  /// Takes the rest of a bracketed value, whose first bracket has been read.
  private static func bracketed(_ rest: inout Substring) -> String {
    var depth = 1
    var text = ""
    while let character = rest.popFirst() {
      if character == "[" { depth += 1 }
      if character == "]" { depth -= 1 }
      if depth == 0 { break }
      text.append(character)
    }
    return text
  }

  mutating func add(_ mark: Mark, at tick: Int) {
    marks[tick, default: []].append(mark)
  }

  var description: String {
    guard let last = marks.keys.max() else { return "" }
    return (0...max(last, 0)).map { tick in
      let here = (marks[tick] ?? []).map(\.text)
      return here.isEmpty ? "-" : here.count == 1 ? here[0] : "(\(here.joined()))"
    }
    .joined()
  }
}

/// The text of a value in a row.
func marble(of value: Any) -> String {
  switch value {
  case let text as String: return text
  case let flag as Bool: return flag ? "t" : "f"
  case let date as Date: return marble(of: Int(date.timeIntervalSinceReferenceDate))
  default: break
  }
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .optional: return mirror.children.first.map { marble(of: $0.value) } ?? "nil"
  case .tuple: return mirror.children.map { marble(of: $0.value) }.joined()
  case .collection, .set: return mirror.children.map { marble(of: $0.value) }.joined(separator: " ")
  default: return "\(value)"
  }
}
