import CellModel

/// Puts parentheses around arguments that are unions of references.
///
/// The union has an operator of its own in OpenFormula; in Excel it is a comma, which without parentheses would begin the
/// next argument: `AREAS([.A1]~[.B2])` is `AREAS((A1,B2))`.
struct UnionArguments {
  /// What stands between two parentheses.
  private struct Level {
    let isCall: Bool
    /// Where the argument begins that is being written.
    var start: Int
    var hasUnion = false
  }

  private var levels: [Level]

  /// - Parameter isArgument: Whether the whole text is an argument.
  init(isArgument: Bool) { levels = isArgument ? [Level(isCall: true, start: 0)] : [] }

  /// Opens a parenthesis behind what is written so far; behind a name it is that of a call.
  mutating func open(behind written: [UInt8]) {
    let last = written.last { $0 != Ascii.space }
    levels.append(Level(isCall: last.map(Self.endsName) ?? false, start: written.count + 1))
  }

  mutating func noteUnion() {
    if !levels.isEmpty { levels[levels.count - 1].hasUnion = true }
  }

  /// Ends an argument, behind which a comma is to be written.
  mutating func endArgument(of written: inout [UInt8]) {
    guard let level = levels.last else { return }
    Self.enclose(level, in: &written)
    levels[levels.count - 1] = Level(isCall: level.isCall, start: written.count + 1)
  }

  /// Ends the last argument, behind which the parenthesis or the text closes.
  mutating func close(_ written: inout [UInt8]) {
    if let level = levels.popLast() { Self.enclose(level, in: &written) }
  }

  private static func enclose(_ level: Level, in written: inout [UInt8]) {
    guard level.isCall, level.hasUnion else { return }
    written.insert(Ascii.leftParenthesis, at: level.start)
    written.append(Ascii.rightParenthesis)
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    Ascii.isLetter(byte) || Ascii.isDigit(byte) || byte == Ascii.underscore || byte == Ascii.dot || byte >= 0x80
  }
}
