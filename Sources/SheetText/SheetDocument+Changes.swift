import Diagnostics

extension SheetDocument {
  /// How many statements the text has in common with another one at their beginnings, and how many at their ends.
  ///
  /// A statement is the same where its text is, and the grid it belongs to, wherever it stands.
  ///
  /// - Complexity: O(*n*) in the bytes and the statements, some nanoseconds each statement.
  package func statementsKept(from former: SheetDocument) -> (leading: Int, trailing: Int) {
    let difference = TextDifference(bytes, former.bytes)
    let most = min(statements.count, former.statements.count)
    var leading = 0
    while leading < most, statements[leading].span.upper <= difference.start, isSame(leading, leading, former, 0) {
      leading += 1
    }
    let end = bytes.count - difference.end
    let shift = bytes.count - former.bytes.count
    var trailing = 0
    while leading + trailing < most, statements[statements.count - 1 - trailing].span.lower >= end,
      isSame(statements.count - 1 - trailing, former.statements.count - 1 - trailing, former, shift)
    {
      trailing += 1
    }
    return (leading, trailing)
  }

  private func isSame(_ index: Int, _ other: Int, _ former: SheetDocument, _ shift: Int) -> Bool {
    let (span, old) = (statements[index].span, former.statements[other].span)
    return span.lower == old.lower + shift && span.upper == old.upper + shift
      && statements[index].grid == former.statements[other].grid
  }
}
