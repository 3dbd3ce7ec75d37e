import CellModel
import Diagnostics
import Functions

extension FormulaParser {
  /// Reads one operand; where there is none it reports that and gives `.invalid`.
  mutating func operand(afterOperator: Bool) -> FormulaTree.Index {
    guard !isStopped, position < count else { return missingOperand(afterOperator: afterOperator) }
    let byte = base[position]
    switch byte {
    case 0x30...0x39: return number()
    case Ascii.dot where Ascii.isDigit(self.byte(at: position + 1)): return number()
    case Ascii.quote: return quotedText()
    case Ascii.hash: return errorLiteral()
    case Ascii.leftParenthesis: return parenthesized()
    case Ascii.leftBrace: return braces()
    case Ascii.leftBracket: return bracketed()
    case Ascii.apostrophe: return quotedSheet()
    case Ascii.dollar: return dollar()
    case Ascii.exclamation where !isSheet && shape(at: position + 1) != nil:
      // The sheet of whatever cell uses the name that is defined so.
      let start = position
      position += 1
      return reference(in: .ofUser, from: start)
    default:
      if isNameStart(at: position) { return word() }
      return byte >= 0x80 ? curlyQuotes() : missingOperand(afterOperator: afterOperator)
    }
  }

  /// Adds a node that covers the text from a start to the position.
  @inline(__always)
  mutating func node(_ node: FormulaTree.Node, from start: Int) -> FormulaTree.Index {
    tree.append(node, span: SourceSpan(start, position))
  }

  // MARK: Brackets

  /// Enters the bracket at the position; refuses when it is nested too deeply.
  mutating func open() -> Bool {
    guard openings.count < Self.maximumDepth else {
      stop(.nestedTooDeeply(at: SourceSpan(position, position + 1)))
      return false
    }
    openings.append(position)
    position += 1
    return true
  }

  /// Leaves a bracket; what stands there instead of its end is reported.
  mutating func close(with end: UInt8) {
    skipBlanks()
    let opening = openings.removeLast()
    if isStopped { return }
    if byte(at: position) == end, position < count {
      position += 1
    } else if position >= count {
      stop(
        .unclosed(at: position, opening: opening, character: Character(Unicode.Scalar(base[opening]))))
    } else {
      stop(unexpected(opening: opening))
    }
  }

  private mutating func parenthesized() -> FormulaTree.Index {
    let start = position
    guard open() else { return node(.invalid, from: start) }
    let inner = expression(allowsUnion: true)
    close(with: Ascii.rightParenthesis)
    return node(.parenthesized(inner), from: start)
  }

  /// Reads the arguments of a call in their parentheses.
  mutating func arguments() -> [FormulaTree.Index] {
    var arguments: [FormulaTree.Index] = []
    guard open() else { return arguments }
    skipBlanks()
    if byte(at: position) == Ascii.rightParenthesis {
      close(with: Ascii.rightParenthesis)
      return arguments
    }
    while position < count, !isStopped {
      skipBlanks()
      switch byte(at: position) {
      case Ascii.comma, Ascii.rightParenthesis, Ascii.semicolon: arguments.append(node(.missing, from: position))
      default:
        if position >= count { break }
        arguments.append(expression(allowsUnion: false))
      }
      skipBlanks()
      if isStopped || position >= count { break }
      if base[position] == Ascii.comma {
        position += 1
        if position >= count { break }
      } else if base[position] == Ascii.semicolon {
        let span = SourceSpan(position, position + 1)
        reportOnce(.argumentSeparator(at: span))
        position += 1
      } else {
        break
      }
    }
    close(with: Ascii.rightParenthesis)
    return arguments
  }

  // MARK: Arrays and records

  private mutating func braces() -> FormulaTree.Index {
    let start = position
    guard open() else { return node(.invalid, from: start) }
    skipBlanks()
    if isSheet, byte(at: position) == Ascii.rightBrace || isAtField { return record(from: start) }
    if isSheet, byte(at: position) == Ascii.quote, let (name, end) = quoted(from: position, by: Ascii.quote) {
      var next = end
      while byte(at: next) == Ascii.space { next += 1 }
      // JSON writes a record so; a range cannot begin with a text.
      if byte(at: next) == Ascii.colon { stop(.fieldInQuotes(name, at: SourceSpan(position, end))) }
    }
    return array(from: start)
  }

  /// Whether a name and a colon come next.
  private var isAtField: Bool {
    guard isNameStart(at: position) else { return false }
    var end = wordEnd(from: position)
    while byte(at: end) == Ascii.space || byte(at: end) == Ascii.tab { end += 1 }
    return byte(at: end) == Ascii.colon
  }

  private mutating func record(from start: Int) -> FormulaTree.Index {
    var names: [String] = []
    var values: [FormulaTree.Index] = []
    var firsts: [NameKey: (name: String, span: SourceSpan)] = [:]
    while !isStopped, byte(at: position) != Ascii.rightBrace {
      guard isAtField else {
        if position < count { stop(.fieldExpected(at: tokenSpan())) }
        break
      }
      let end = wordEnd(from: position)
      let (name, span) = (text(position, end), SourceSpan(position, end))
      names.append(name)
      if let first = firsts.updateValue((name, span), forKey: NameKey(name)) {
        report(.duplicateField(name, at: span, first: first.name, firstAt: first.span))
      }
      position = end
      skipBlanks()
      position += 1
      values.append(element())
      skipBlanks()
      guard byte(at: position) == Ascii.comma else { break }
      position += 1
      skipBlanks()
    }
    close(with: Ascii.rightBrace)
    return node(.record(names: names, values: values), from: start)
  }

  /// Reads an element of an array or the value of a field, where a time of day that stands alone is a literal, as it is
  /// where it is all of a cell.
  private mutating func element() -> FormulaTree.Index {
    skipBlanks()
    guard isSheet, Ascii.isDigit(byte(at: position)), let time = TimeNotation.time(base, from: position, to: count)
    else {
      return expression(allowsUnion: false)
    }
    var next = time.end
    while byte(at: next) == Ascii.space || byte(at: next) == Ascii.tab { next += 1 }
    switch byte(at: next) {
    case Ascii.comma, Ascii.semicolon, Ascii.rightBrace, Ascii.lineFeed, Ascii.carriageReturn:
      let start = position
      position = time.end
      return node(.date(time.number, time.kind, text: text(start, time.end)), from: start)
    default: return expression(allowsUnion: false)
    }
  }

  private mutating func array(from start: Int) -> FormulaTree.Index {
    var elements: [FormulaTree.Index] = []
    var rows = 1
    var columns = 0
    var columnsHere = 0
    var isRagged = false
    while true {
      let element = element()
      elements.append(element)
      columnsHere += 1
      if !isSheet, !isStopped, !isConstant(element) {
        reportOnce(.elementIsNoConstant(at: tree.span(of: element)))
      }
      skipBlanks()
      if isStopped { break }
      if byte(at: position) == Ascii.comma {
        position += 1
      } else if byte(at: position) == Ascii.semicolon {
        position += 1
        isRagged = isRagged || (rows > 1 && columnsHere != columns)
        if rows == 1 { columns = columnsHere }
        rows += 1
        columnsHere = 0
      } else {
        break
      }
    }
    isRagged = isRagged || (rows > 1 && columnsHere != columns)
    close(with: Ascii.rightBrace)
    if isRagged, !isStopped { report(.raggedArray(at: SourceSpan(start, position))) }
    if isRagged || rows == 1 { (rows, columns) = (1, elements.count) }
    return node(.array(rows: rows, columns: columns, elements: elements), from: start)
  }

  private func isConstant(_ index: FormulaTree.Index) -> Bool {
    switch tree[index] {
    case .number, .text, .logical, .error, .invalid: return true
    case .reference(let reference): return reference.shape == .deleted
    case .unary(.minus, let operand), .unary(.plus, let operand):
      if case .number = tree[operand] { return true }
      return false
    default: return false
    }
  }

  // MARK: Words

  /// Reads what a letter begins: a call, a sheet and what is in it, an address, a logical, a table, a name.
  private mutating func word() -> FormulaTree.Index {
    let start = position
    let end = wordEnd(from: start)
    switch byte(at: end) {
    case Ascii.leftParenthesis: return call(from: start, nameEnd: end)
    case Ascii.exclamation where byte(at: end + 1) != Ascii.equals:
      position = end + 1
      return reference(in: SheetPrefix(text(start, end)), from: start)
    case Ascii.colon where colonIsRange:
      if cell(at: start) == nil, let last = endOfRun(at: end + 1) {
        position = last.end
        return reference(in: SheetPrefix(text(start, end), through: last.name), from: start)
      }
    default: break
    }
    if let read = shape(at: start) { return take(read, from: start) }
    if let logical = logical(start, end), blanksBeforeParenthesis(end) == nil {
      position = end
      return node(.logical(logical), from: start)
    }
    if let callEnd = blanksBeforeParenthesis(end) { return call(from: start, nameEnd: end, parenthesis: callEnd) }
    return name(from: start, end: end)
  }

  private func logical(_ start: Int, _ end: Int) -> Bool? {
    guard end - start == 4 || end - start == 5 else { return nil }
    let wanted: StaticString = end - start == 4 ? "true" : "false"
    for offset in 0..<(end - start) where Ascii.lowercased(base[start + offset]) != wanted.utf8Start[offset] {
      return nil
    }
    return end - start == 4
  }

  /// The offset of a parenthesis that only blanks separate from a name, which Excel reads as a call too.
  private func blanksBeforeParenthesis(_ end: Int) -> Int? {
    var offset = end
    while byte(at: offset) == Ascii.space { offset += 1 }
    return offset > end && byte(at: offset) == Ascii.leftParenthesis ? offset : nil
  }

  private mutating func call(from start: Int, nameEnd: Int, parenthesis: Int? = nil) -> FormulaTree.Index {
    let name = text(start, nameEnd)
    position = parenthesis ?? nameEnd
    let arguments = arguments()
    if base[start] == Ascii.underscore, arguments.count == 1, let trim = Self.trims[FunctionNames.plain(name)],
      case .reference(let reference) = tree[arguments[0]], reference.shape.isRange
    {
      return node(.unary(trim, arguments[0]), from: start)
    }
    return node(.call(name: name, arguments: arguments), from: start)
  }

  /// What stands for the trimming operators in a workbook's file: `_xlfn._TRO_ALL(A1:B9)` is `A1.:.B9`.
  static let trims: [String: UnaryOperator] = [
    "_TRO_LEADING": .trimLeading, "_TRO_TRAILING": .trimTrailing, "_TRO_ALL": .trimBoth,
  ]

  /// Reads a name, in the sheet dialect up to the first dot, and the bracket of a table behind it.
  private mutating func name(from start: Int, end: Int) -> FormulaTree.Index {
    var end = end
    if isSheet {
      var dot = start
      while dot < end, base[dot] != Ascii.dot { dot += 1 }
      end = dot
    }
    position = end
    let name = text(start, end)
    if byte(at: end) == Ascii.leftBracket, !isSheet || bracketHoldsColumn(at: end) {
      return structured(table: name, from: start)
    }
    return node(.name(name, sheet: nil), from: start)
  }
}
