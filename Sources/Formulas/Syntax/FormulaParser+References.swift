import CellModel
import Diagnostics

extension FormulaParser {
  // MARK: Addresses

  /// Moves behind an address and gives its node.
  mutating func take(_ read: FormulaBytes.ReadShape, sheet: SheetPrefix? = nil, from start: Int) -> FormulaTree.Index {
    position = read.end
    let reference = node(.reference(GridReference(read.shape, sheet: sheet)), from: start)
    guard let trim = UnaryOperator(trimmedEdges: read.trimmedEdges) else { return reference }
    return node(.unary(trim, reference), from: start)
  }

  mutating func dollar() -> FormulaTree.Index {
    let start = position
    guard let read = shape(at: start) else { return missingOperand(afterOperator: false) }
    return take(read, from: start)
  }

  /// Reads an address, an area, whole columns or whole rows at an offset, if there is one.
  func shape(at start: Int) -> FormulaBytes.ReadShape? { bytes.shape(at: start, colonIsRange: colonIsRange) }

  // MARK: Sheets

  /// Reads what stands behind `sheet!`: an address, `#REF!`, a name, a table, or a call of another workbook's function.
  mutating func reference(in sheet: SheetPrefix, from start: Int) -> FormulaTree.Index {
    if let read = shape(at: position) { return take(read, sheet: sheet, from: start) }
    if bytes.byte(at: position) == Ascii.hash, let (code, end) = bytes.errorCode(at: position), code == .reference {
      position = end
      return node(.reference(GridReference(.deleted, sheet: sheet)), from: start)
    }
    if sheet.isOfOtherWorkbook, bytes.byte(at: position) == Ascii.apostrophe,
      let (_, end) = bytes.quoted(from: position, by: Ascii.apostrophe)
    {
      // What another program is asked for, as in `[1]!'EUR,[LAST]'`; the mark belongs to the name.
      let name = bytes.text(position, end)
      position = end
      return node(.name(name, sheet: sheet), from: start)
    }
    guard bytes.isNameStart(at: position) else {
      stop(.nothingBehindSheet(sheet.first, at: SourceSpan(start, position)))
      return node(.invalid, from: start)
    }
    var end = bytes.wordEnd(from: position)
    if bytes.byte(at: end) == Ascii.leftParenthesis {
      let name = bytes.text(start, end)
      position = end
      let arguments = arguments()
      return node(.call(name: name, arguments: arguments), from: start)
    }
    if bytes.isSheet {
      var dot = position
      while dot < end, bytes.base[dot] != Ascii.dot { dot += 1 }
      end = dot
    }
    let name = bytes.text(position, end)
    position = end
    if !bytes.isSheet, bytes.byte(at: end) == Ascii.leftBracket {
      return structured(table: sheet.isOfOtherWorkbook ? "\(sheet.first)!\(name)" : name, from: start)
    }
    return node(.name(name, sheet: sheet), from: start)
  }

  /// Reads `'My Sheet'!A1`; a text in single quotation marks is reported.
  mutating func quotedSheet() -> FormulaTree.Index {
    let start = position
    guard let (name, end) = bytes.quoted(from: start, by: Ascii.apostrophe) else {
      let end = bytes.lineEnd(from: start)
      stop(.unterminatedSheetName(at: SourceSpan(start, end)))
      position = end
      return node(.invalid, from: start)
    }
    if !bytes.isSheet, bytes.byte(at: end) == Ascii.colon, let last = bytes.endOfRun(at: end + 1) {
      position = last.end
      return reference(in: SheetPrefix(name, through: last.name), from: start)
    }
    guard bytes.byte(at: end) == Ascii.exclamation else {
      position = end
      report(.singleQuotes(name, at: SourceSpan(start, end)))
      return node(.text(name), from: start)
    }
    position = end + 1
    return reference(in: SheetPrefix(quoted: name), from: start)
  }

  /// Reads what `[` begins where an operand is expected: another workbook's sheet or this table's column.
  mutating func bracketed() -> FormulaTree.Index {
    let start = position
    if bytes.isSheet, bytes.beginsList(start + 1) {
      stop(.listInBrackets(at: SourceSpan(start, start + 1)))
      return stack.tree.append(.invalid, span: SourceSpan(start, start + 1))
    }
    if !bytes.isSheet {
      var end = start + 1
      while end < bytes.count, bytes.base[end] != Ascii.rightBracket, bytes.base[end] != Ascii.leftBracket { end += 1 }
      if bytes.byte(at: end) == Ascii.rightBracket {
        if isDeleted(at: end + 1) {
          position = end + 1
          return errorLiteral()
        }
        let sheetEnd = max(bytes.wordEnd(from: end + 1), end + 1)
        if bytes.byte(at: sheetEnd) == Ascii.exclamation {
          position = sheetEnd + 1
          return reference(in: SheetPrefix(bytes.text(start, sheetEnd)), from: start)
        }
        if bytes.byte(at: sheetEnd) == Ascii.colon, let last = bytes.endOfRun(at: sheetEnd + 1) {
          position = last.end
          return reference(in: SheetPrefix(bytes.text(start, sheetEnd), through: last.name), from: start)
        }
      }
    }
    return structured(table: nil, from: start)
  }

  // MARK: Tables

  /// Reads the bracket behind a table of a used sheet, whose name with dots is the operand read last.
  mutating func structuredOfUsedSheet(_ name: FormulaTree.Index) {
    let (table, start) = (stack.tree.dottedName(name), stack.tree.span(of: name).lower)
    stack.removeDottedName()
    stack.push(structured(table: table, from: start))
  }

  /// Reads the bracket of a structured reference, at which the position stands.
  mutating func structured(table: String?, from start: Int) -> FormulaTree.Index {
    guard open() else { return node(.invalid, from: start) }
    var result = StructuredReference(table: table)
    skipBlanks()
    switch bytes.byte(at: position) {
    case Ascii.rightBracket: break
    case Ascii.at:
      position += 1
      result.rows = .thisRow
      skipBlanks()
      if bytes.byte(at: position) == Ascii.leftBracket {
        columns(into: &result)
      } else if bytes.byte(at: position) != Ascii.rightBracket {
        setColumn(plainColumn(), in: &result)
      }
    case Ascii.hash where isDeleted(at: position): setColumn(plainColumn(), in: &result)
    case Ascii.hash: result.rows = rows(of: [part()])
    case Ascii.leftBracket: items(into: &result)
    default: setColumn(plainColumn(), in: &result)
    }
    close(with: Ascii.rightBracket)
    if isStopped { return node(.invalid, from: start) }
    return node(result.hasLostColumn ? .reference(GridReference(.deleted)) : .structured(result), from: start)
  }

  /// Whether `#REF!` stands at an offset, which a deleted sheet or column leaves behind.
  private func isDeleted(at start: Int) -> Bool { bytes.errorCode(at: start)?.0 == .reference }

  private func setColumn(_ name: String, in result: inout StructuredReference) {
    result.firstColumn = name
    result.lastColumn = name
  }

  /// Reads `[#Headers],[#Data],[A]:[B]`, in files also `[#This Row],A`.
  private mutating func items(into result: inout StructuredReference) {
    var parts: [Part] = []
    while !isStopped, bytes.byte(at: position) == Ascii.leftBracket {
      if bytes.byte(at: position + 1) == Ascii.hash, !isDeleted(at: position + 1) {
        guard open() else { return }
        parts.append(part())
        close(with: Ascii.rightBracket)
        skipBlanks()
        guard bytes.byte(at: position) == Ascii.comma else { break }
        position += 1
        skipBlanks()
        // XlsxWriter writes `[@Price]` as `[[#This Row],Price]`.
        if !bytes.isSheet, ![Ascii.leftBracket, Ascii.rightBracket].contains(bytes.byte(at: position)) {
          setColumn(plainColumn(), in: &result)
        }
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
    guard !isStopped, bytes.byte(at: position) == Ascii.colon, bytes.byte(at: position + 1) == Ascii.leftBracket else {
      return
    }
    position += 1
    guard open() else { return }
    result.lastColumn = plainColumn(isInner: true)
    close(with: Ascii.rightBracket)
  }

  /// Reads the field in the bracket at which the position stands, `[unit price]`.
  mutating func bracketedField() -> String {
    guard open() else { return "" }
    skipBlanks()
    let field = plainColumn()
    close(with: Ascii.rightBracket)
    return field
  }

  /// Reads a column's name up to the bracket, with `'` before a sign that is meant literally.
  ///
  /// In a bracket of its own the blanks around a name belong to it.
  private mutating func plainColumn(isInner: Bool = false) -> String {
    var name: [UInt8] = []
    while position < bytes.count {
      let byte = bytes.base[position]
      if byte == Ascii.rightBracket || byte == Ascii.leftBracket { break }
      if bytes.isSheet, byte == Ascii.lineFeed || byte == Ascii.carriageReturn || byte == Ascii.tab { break }
      if byte == Ascii.apostrophe, position + 1 < bytes.count { position += 1 }
      name.append(bytes.base[position])
      position += 1
    }
    if !isInner { while name.last == Ascii.space { name.removeLast() } }
    if name.isEmpty, !isStopped { stop(.columnExpected(at: bytes.token(at: position))) }
    return String(decoding: name, as: UTF8.self)
  }

  private typealias Part = StructuredReference.Rows?

  /// Reads `#Headers` and its kin.
  private mutating func part() -> Part {
    let start = position
    while position < bytes.count, bytes.base[position] != Ascii.rightBracket { position += 1 }
    var end = position
    while end > start, bytes.base[end - 1] == Ascii.space { end -= 1 }
    switch bytes.text(start, end).lowercased() {
    case "#all": return .all
    case "#data": return .data
    case "#headers": return .headers
    case "#totals": return .totals
    case "#this row": return .thisRow
    default:
      position = end
      stop(.unknownTablePart(bytes.text(start, end), at: SourceSpan(start, end)))
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

extension StructuredReference {
  /// Whether one of its columns was deleted.
  fileprivate var hasLostColumn: Bool {
    [firstColumn, lastColumn].contains { $0?.uppercased() == ErrorCode.reference.text }
  }
}

extension SheetPrefix {
  /// The prefix of a quoted name; a colon behind the brackets of a workbook separates the ends of a run.
  fileprivate init(quoted name: String) {
    let workbookEnd = name.utf8.lastIndex(of: Ascii.rightBracket) ?? name.startIndex
    guard let colon = name.utf8[workbookEnd...].firstIndex(of: Ascii.colon) else {
      self.init(name)
      return
    }
    self.init(String(name[..<colon]), through: String(name[name.utf8.index(after: colon)...]))
  }
}
