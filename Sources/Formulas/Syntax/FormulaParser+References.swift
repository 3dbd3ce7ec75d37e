import CellModel
import Diagnostics

extension FormulaParser {
  // MARK: Addresses

  /// One `$A$1` that a text reads as, and the offset behind it.
  typealias Corner = (row: Coordinate, column: Coordinate, end: Int)

  /// What an address reads as, which edges of it are trimmed, and the offset behind it.
  typealias ReadShape = (shape: GridReference.Shape, trimmedEdges: Int, end: Int)

  /// Reads an address, an area, whole columns or whole rows at an offset, if there is one.
  func shape(at start: Int) -> ReadShape? {
    if let first = cell(at: start) {
      if let colon = colon(at: first.end), let second = cell(at: colon.end) {
        return (
          .area(row: first.row, column: first.column, row2: second.row, column2: second.column), colon.trimmedEdges,
          second.end
        )
      }
      return (.cell(row: first.row, column: first.column), 0, first.end)
    }
    if let (first, end) = column(at: start), let colon = colon(at: end), let (last, lastEnd) = column(at: colon.end),
      isBoundary(lastEnd)
    {
      return (.columns(first, last), colon.trimmedEdges, lastEnd)
    }
    if let (first, end) = row(at: start), let colon = colon(at: end), let (last, lastEnd) = row(at: colon.end),
      isBoundary(lastEnd)
    {
      return (.rows(first, last), colon.trimmedEdges, lastEnd)
    }
    return nil
  }

  /// Reads the `:` of a range, with a dot on the sides at which the range is trimmed.
  private func colon(at start: Int) -> (trimmedEdges: Int, end: Int)? {
    let isLeading = byte(at: start) == Ascii.dot
    let colon = isLeading ? start + 1 : start
    guard colonIsRange, byte(at: colon) == Ascii.colon else { return nil }
    let isTrailing = byte(at: colon + 1) == Ascii.dot
    return ((isLeading ? 1 : 0) + (isTrailing ? 2 : 0), isTrailing ? colon + 2 : colon + 1)
  }

  /// Moves behind an address and gives its node.
  mutating func take(_ read: ReadShape, sheet: SheetPrefix? = nil, from start: Int) -> FormulaTree.Index {
    position = read.end
    let reference = node(.reference(GridReference(read.shape, sheet: sheet)), from: start)
    guard let trim = UnaryOperator(trimmedEdges: read.trimmedEdges) else { return reference }
    return node(.unary(trim, reference), from: start)
  }

  /// Reads a single cell at an offset; what goes on behind it as a name or a call is none.
  func cell(at start: Int) -> Corner? {
    guard let (column, columnEnd) = column(at: start), let (row, end) = row(at: columnEnd), isBoundary(end) else {
      return nil
    }
    return (row, column, end)
  }

  private func column(at start: Int) -> (Coordinate, end: Int)? {
    AddressReader(base: base, count: count).column(at: start)
  }

  private func row(at start: Int) -> (Coordinate, end: Int)? { AddressReader(base: base, count: count).row(at: start) }

  /// Whether an address can end at an offset.
  private func isBoundary(_ offset: Int) -> Bool {
    let byte = byte(at: offset)
    if isNamePart(at: offset) || byte == Ascii.leftParenthesis || byte == Ascii.dollar { return false }
    if byte == Ascii.exclamation { return self.byte(at: offset + 1) == Ascii.equals }
    if isSheet { return !(byte == Ascii.dot && Ascii.isDigit(self.byte(at: offset + 1))) }
    if byte == Ascii.dot { return colonIsRange && self.byte(at: offset + 1) == Ascii.colon }
    return byte != Ascii.backslash && byte != Ascii.question
  }

  mutating func dollar() -> FormulaTree.Index {
    let start = position
    guard let read = shape(at: start) else { return missingOperand(afterOperator: false) }
    return take(read, from: start)
  }

  // MARK: Sheets

  /// Reads what stands behind `sheet!`: an address, `#REF!`, a name, a table, or a call of another workbook's function.
  mutating func reference(in sheet: SheetPrefix, from start: Int) -> FormulaTree.Index {
    if let read = shape(at: position) { return take(read, sheet: sheet, from: start) }
    if byte(at: position) == Ascii.hash, let (code, end) = errorCode(at: position), code == .reference {
      position = end
      return node(.reference(GridReference(.deleted, sheet: sheet)), from: start)
    }
    if sheet.isOfOtherWorkbook, byte(at: position) == Ascii.apostrophe,
      let (_, end) = quoted(from: position, by: Ascii.apostrophe)
    {
      // What another program is asked for, as in `[1]!'EUR,[LAST]'`; the mark belongs to the name.
      let name = text(position, end)
      position = end
      return node(.name(name, sheet: sheet), from: start)
    }
    guard isNameStart(at: position) else {
      stop(.nothingBehindSheet(sheet.first, at: SourceSpan(start, position)))
      return node(.invalid, from: start)
    }
    var end = wordEnd(from: position)
    if byte(at: end) == Ascii.leftParenthesis {
      let name = text(start, end)
      position = end
      let arguments = arguments()
      return node(.call(name: name, arguments: arguments), from: start)
    }
    if isSheet {
      var dot = position
      while dot < end, base[dot] != Ascii.dot { dot += 1 }
      end = dot
    }
    let name = text(position, end)
    position = end
    if !isSheet, byte(at: end) == Ascii.leftBracket {
      return structured(table: sheet.isOfOtherWorkbook ? "\(sheet.first)!\(name)" : name, from: start)
    }
    return node(.name(name, sheet: sheet), from: start)
  }

  /// Reads `'My Sheet'!A1`; a text in single quotation marks is reported.
  mutating func quotedSheet() -> FormulaTree.Index {
    let start = position
    guard let (name, end) = quoted(from: start, by: Ascii.apostrophe) else {
      let end = lineEnd(from: start)
      stop(.unterminatedSheetName(at: SourceSpan(start, end)))
      position = end
      return node(.invalid, from: start)
    }
    if !isSheet, byte(at: end) == Ascii.colon, let last = endOfRun(at: end + 1) {
      position = last.end
      return reference(in: SheetPrefix(name, through: last.name), from: start)
    }
    guard byte(at: end) == Ascii.exclamation else {
      position = end
      report(.singleQuotes(name, at: SourceSpan(start, end)))
      return node(.text(name), from: start)
    }
    position = end + 1
    return reference(in: Self.prefix(quoted: name), from: start)
  }

  /// The last sheet of a run, which stands behind a colon, and the offset behind its mark; LibreOffice quotes each.
  func endOfRun(at start: Int) -> (name: String, end: Int)? {
    let (name, end): (String, Int)
    if !isSheet, byte(at: start) == Ascii.apostrophe, let read = quoted(from: start, by: Ascii.apostrophe) {
      (name, end) = read
    } else if isNameStart(at: start) {
      end = wordEnd(from: start)
      name = text(start, end)
    } else {
      return nil
    }
    guard byte(at: end) == Ascii.exclamation, byte(at: end + 1) != Ascii.equals else { return nil }
    return (name, end + 1)
  }

  /// The prefix of a quoted name; a colon behind the brackets of a workbook separates the ends of a run.
  private static func prefix(quoted name: String) -> SheetPrefix {
    let workbookEnd = name.utf8.lastIndex(of: Ascii.rightBracket) ?? name.startIndex
    guard let colon = name.utf8[workbookEnd...].firstIndex(of: Ascii.colon) else { return SheetPrefix(name) }
    return SheetPrefix(String(name[..<colon]), through: String(name[name.utf8.index(after: colon)...]))
  }

  /// Reads what `[` begins where an operand is expected: another workbook's sheet or this table's column.
  /// Whether a value stands where the name of a column would.
  private func beginsList(_ start: Int) -> Bool {
    var index = start
    while byte(at: index) == Ascii.space { index += 1 }
    let first = byte(at: index)
    return Ascii.isDigit(first) || first == Ascii.quote || first == Ascii.minus
  }

  mutating func bracketed() -> FormulaTree.Index {
    let start = position
    if isSheet, beginsList(start + 1) {
      stop(.listInBrackets(at: SourceSpan(start, start + 1)))
      return tree.append(.invalid, span: SourceSpan(start, start + 1))
    }
    if !isSheet {
      var end = start + 1
      while end < count, base[end] != Ascii.rightBracket, base[end] != Ascii.leftBracket { end += 1 }
      if byte(at: end) == Ascii.rightBracket {
        let sheetEnd = max(wordEnd(from: end + 1), end + 1)
        if byte(at: sheetEnd) == Ascii.exclamation {
          position = sheetEnd + 1
          return reference(in: SheetPrefix(text(start, sheetEnd)), from: start)
        }
        if byte(at: sheetEnd) == Ascii.colon, let last = endOfRun(at: sheetEnd + 1) {
          position = last.end
          return reference(in: SheetPrefix(text(start, sheetEnd), through: last.name), from: start)
        }
      }
    }
    return structured(table: nil, from: start)
  }

  // MARK: Tables

  /// Whether the bracket at an offset holds names of columns and parts, and not the number of a row.
  func bracketHoldsColumn(at bracket: Int) -> Bool {
    let offset = skippingSpace(from: bracket + 1)
    switch byte(at: offset) {
    case Ascii.at, Ascii.hash, Ascii.leftBracket, Ascii.rightBracket: return true
    default: return isPlainColumn(from: offset)
    }
  }

  /// Whether the bracket at an offset can only hold names of columns and parts.
  ///
  /// A word alone may also be the number of a row, `s.list[i]`; what it is shows when the name before it is known.
  func bracketHoldsMoreThanWord(at bracket: Int) -> Bool {
    guard bracketHoldsColumn(at: bracket) else { return false }
    var offset = skippingSpace(from: bracket + 1)
    guard isNameStart(at: offset) else { return true }
    offset = skippingSpace(from: wordEnd(from: offset))
    return byte(at: offset) != Ascii.rightBracket
  }

  /// Reads the bracket behind a table of a used sheet, whose name with dots is the operand read last.
  mutating func structuredOfUsedSheet(_ name: FormulaTree.Index) {
    let (table, start) = (tree.dottedName(name), tree.span(of: name).lower)
    // A chain of dots is a run of nodes with its first name at the beginning.
    while let last = tree.nodes.popLast() {
      tree.spans.removeLast()
      if case .name = last { break }
    }
    operands.removeLast()
    operands.append(structured(table: table, from: start))
  }

  /// The offset of what stands behind blanks, and in a sheet behind the ends of lines.
  private func skippingSpace(from start: Int) -> Int {
    var offset = start
    while true {
      switch byte(at: offset) {
      case Ascii.space: offset += 1
      case Ascii.tab where isSheet, Ascii.lineFeed where isSheet, Ascii.carriageReturn where isSheet: offset += 1
      default: return offset
      }
    }
  }

  /// Whether letters, digits, `_`, blanks and escaped signs alone run up to the closing bracket.
  private func isPlainColumn(from start: Int) -> Bool {
    var offset = start
    guard Ascii.isLetter(byte(at: offset)) || byte(at: offset) == Ascii.underscore || byte(at: offset) >= 0x80 else {
      return false
    }
    while offset < count {
      let byte = base[offset]
      if byte == Ascii.rightBracket { return true }
      if byte == Ascii.apostrophe {
        offset += 1
      } else if byte == Ascii.lineFeed || byte == Ascii.carriageReturn || byte == Ascii.tab {
        return self.byte(at: skippingSpace(from: offset)) == Ascii.rightBracket
      } else if !Ascii.isNamePart(byte), byte != Ascii.space, byte < 0x80 {
        return false
      }
      offset += 1
    }
    return false
  }

  /// Reads the bracket of a structured reference, at which the position stands.
  mutating func structured(table: String?, from start: Int) -> FormulaTree.Index {
    guard open() else { return node(.invalid, from: start) }
    var result = StructuredReference(table: table)
    skipBlanks()
    switch byte(at: position) {
    case Ascii.rightBracket: break
    case Ascii.at:
      position += 1
      result.rows = .thisRow
      skipBlanks()
      if byte(at: position) == Ascii.leftBracket {
        columns(into: &result)
      } else if byte(at: position) != Ascii.rightBracket {
        setColumn(plainColumn(), in: &result)
      }
    case Ascii.hash: result.rows = rows(of: [part()])
    case Ascii.leftBracket: items(into: &result)
    default: setColumn(plainColumn(), in: &result)
    }
    close(with: Ascii.rightBracket)
    return node(isStopped ? .invalid : .structured(result), from: start)
  }

  private func setColumn(_ name: String, in result: inout StructuredReference) {
    result.firstColumn = name
    result.lastColumn = name
  }

  /// Reads `[#Headers],[#Data],[A]:[B]`.
  private mutating func items(into result: inout StructuredReference) {
    var parts: [Part] = []
    while !isStopped, byte(at: position) == Ascii.leftBracket {
      if byte(at: position + 1) == Ascii.hash {
        guard open() else { return }
        parts.append(part())
        close(with: Ascii.rightBracket)
        skipBlanks()
        guard byte(at: position) == Ascii.comma else { break }
        position += 1
        skipBlanks()
      } else {
        columns(into: &result)
        break
      }
    }
    if !isStopped { result.rows = rows(of: parts) }
  }

  /// Reads `[A]` or `[A]:[B]`.
  private mutating func columns(into result: inout StructuredReference) {
    guard open() else { return }
    setColumn(plainColumn(isInner: true), in: &result)
    close(with: Ascii.rightBracket)
    guard !isStopped, byte(at: position) == Ascii.colon, byte(at: position + 1) == Ascii.leftBracket else { return }
    position += 1
    guard open() else { return }
    result.lastColumn = plainColumn(isInner: true)
    close(with: Ascii.rightBracket)
  }

  /// Reads a column's name up to the bracket, with `'` before a sign that is meant literally.
  ///
  /// In a bracket of its own the blanks around a name belong to it.
  private mutating func plainColumn(isInner: Bool = false) -> String {
    var name: [UInt8] = []
    while position < count {
      let byte = base[position]
      if byte == Ascii.rightBracket || byte == Ascii.leftBracket { break }
      if isSheet, byte == Ascii.lineFeed || byte == Ascii.carriageReturn || byte == Ascii.tab { break }
      if byte == Ascii.apostrophe, position + 1 < count { position += 1 }
      name.append(base[position])
      position += 1
    }
    if !isInner { while name.last == Ascii.space { name.removeLast() } }
    if name.isEmpty, !isStopped { stop(.columnExpected(at: tokenSpan())) }
    return String(decoding: name, as: UTF8.self)
  }

  private typealias Part = StructuredReference.Rows?

  /// Reads `#Headers` and its kin.
  private mutating func part() -> Part {
    let start = position
    while position < count, base[position] != Ascii.rightBracket { position += 1 }
    var end = position
    while end > start, base[end - 1] == Ascii.space { end -= 1 }
    switch text(start, end).lowercased() {
    case "#all": return .all
    case "#data": return .data
    case "#headers": return .headers
    case "#totals": return .totals
    case "#this row": return .thisRow
    default:
      position = end
      stop(.unknownTablePart(text(start, end), at: SourceSpan(start, end)))
      return nil
    }
  }

  private mutating func rows(of parts: [Part]) -> StructuredReference.Rows {
    let all = Set(parts.compactMap { $0 })
    if all.count <= 1 { return all.first ?? .data }
    switch all {
    case [.headers, .data]: return .headersAndData
    case [.data, .totals]: return .dataAndTotals
    case [.headers, .data, .totals]: return .all
    default:
      if !isStopped {
        stop(.partsDoNotAdjoin(at: SourceSpan(openings.last ?? position, position)))
      }
      return .data
    }
  }
}
