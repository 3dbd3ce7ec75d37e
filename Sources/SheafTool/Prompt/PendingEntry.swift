import CellModel
import Diagnostics
import SheetText

/// The lines of an entry that may go on.
///
/// While a bracket is open nothing of it is read, so that an entry of many lines takes time with its length.
struct PendingEntry {
  private(set) var text = ""
  /// The place of its first line among all that were typed, counted from 1.
  private(set) var firstLine = 1
  /// Whether it is nothing but lines of comments, which belong to the statement that comes after them.
  private(set) var isComments = true
  /// Whether it is a command with which no bracket stays open.
  private var isCommand = false
  private var brackets = OpenBrackets()

  var isEmpty: Bool { text.isEmpty }

  /// Whether the line that was added last cannot be its last.
  var needsMore: Bool { brackets.needMore && !isCommand }

  /// Adds a line, by its number among all that were typed.
  mutating func add(_ line: String, number: Int) {
    if text.isEmpty {
      firstLine = number
      isCommand = PromptVerb.isWhole(line)
    } else {
      text += "\n"
    }
    text += line
    let isBlank = line.trimmed.isEmpty
    isComments = isComments && (isBlank || line.trimmed.hasPrefix("//"))
    brackets.pass(line)
  }

  /// Its first line, cut.
  var beginning: String {
    let line = text.prefix { !$0.endsLine }
    return line.count > 30 ? line.prefix(29) + "…" : String(line)
  }
}
