import CellModel

/// A cell of the line that Markdown has between the names of columns and the rows, such as `---` or `:--:`.
package enum SeparatorCell {
  /// Whether a text in a row is one: hyphens, of which there are at least three or a colon stands beside them.
  package static func matches(_ text: String) -> Bool {
    var hyphens = text.utf8[...]
    let hasColon = hyphens.first == Ascii.colon || hyphens.last == Ascii.colon
    if hyphens.first == Ascii.colon { hyphens.removeFirst() }
    if hyphens.last == Ascii.colon { hyphens.removeLast() }
    return hyphens.count >= (hasColon ? 1 : 3) && hyphens.allSatisfy { $0 == UInt8(ascii: "-") }
  }
}
