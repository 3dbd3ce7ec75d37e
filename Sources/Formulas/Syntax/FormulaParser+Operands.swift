import CellModel
import Diagnostics
import Functions

extension FormulaParser {
  /// Reads one operand; where there is none it reports that and gives `.invalid`.
  mutating func operand(afterOperator: Bool) -> FormulaTree.Index {
    guard !isStopped, position < bytes.count else { return missingOperand(afterOperator: afterOperator) }
    let byte = bytes.base[position]
    switch byte {
    case 0x30...0x39: return number()
    case Ascii.dot where Ascii.isDigit(bytes.byte(at: position + 1)): return number()
    case Ascii.quote: return quotedText()
    case Ascii.hash: return errorLiteral()
    case Ascii.leftParenthesis: return parenthesized()
    case Ascii.leftBrace: return braces()
    case Ascii.leftBracket: return bracketed()
    case Ascii.apostrophe: return quotedSheet()
    case Ascii.dollar: return dollar()
    case Ascii.exclamation where !bytes.isSheet && shape(at: position + 1) != nil:
      // The sheet of whatever cell uses the name that is defined so.
      let start = position
      position += 1
      return reference(in: .ofUser, from: start)
    default:
      if bytes.isNameStart(at: position) { return word() }
      return byte >= 0x80 ? curlyQuotes() : missingOperand(afterOperator: afterOperator)
    }
  }

  /// Adds a node that covers the text from a start to the position.
  @inline(__always)
  mutating func node(_ node: FormulaTree.Node, from start: Int) -> FormulaTree.Index {
    stack.tree.append(node, span: SourceSpan(start, position))
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
    if bytes.byte(at: position) == end, position < bytes.count {
      position += 1
    } else if position >= bytes.count {
      stop(.unclosed(at: position, opening: opening, character: Character(Unicode.Scalar(bytes.base[opening]))))
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
    if bytes.byte(at: position) == Ascii.rightParenthesis {
      close(with: Ascii.rightParenthesis)
      return arguments
    }
    while position < bytes.count, !isStopped {
      skipBlanks()
      switch bytes.byte(at: position) {
      case Ascii.comma, Ascii.rightParenthesis, Ascii.semicolon: arguments.append(node(.missing, from: position))
      default:
        if position >= bytes.count { break }
        arguments.append(expression(allowsUnion: false))
      }
      skipBlanks()
      if isStopped || position >= bytes.count { break }
      if bytes.base[position] == Ascii.comma {
        position += 1
        if position >= bytes.count { break }
      } else if bytes.base[position] == Ascii.semicolon {
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
    if bytes.isSheet, bytes.byte(at: position) == Ascii.rightBrace || bytes.isField(at: position) {
      return record(from: start)
    }
    if bytes.isSheet, bytes.byte(at: position) == Ascii.quote,
      let (name, end) = bytes.quoted(from: position, by: Ascii.quote)
    {
      var next = end
      while bytes.byte(at: next) == Ascii.space { next += 1 }
      // JSON writes a record so; a range cannot begin with a text.
      if bytes.byte(at: next) == Ascii.colon { stop(.fieldInQuotes(name, at: SourceSpan(position, end))) }
    }
    return array(from: start)
  }

  private mutating func record(from start: Int) -> FormulaTree.Index {
    var names: [String] = []
    var values: [FormulaTree.Index] = []
    var firsts: [NameKey: (name: String, span: SourceSpan)] = [:]
    while !isStopped, bytes.byte(at: position) != Ascii.rightBrace {
      guard bytes.isField(at: position) else {
        if position < bytes.count { stop(.fieldExpected(at: bytes.token(at: position))) }
        break
      }
      let end = bytes.wordEnd(from: position)
      let (name, span) = (bytes.text(position, end), SourceSpan(position, end))
      names.append(name)
      if let first = firsts.updateValue((name, span), forKey: NameKey(name)) {
        report(.duplicateField(name, at: span, first: first.name, firstAt: first.span))
      }
      position = end
      skipBlanks()
      position += 1
      values.append(element())
      skipBlanks()
      guard bytes.byte(at: position) == Ascii.comma else { break }
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
    let start = position
    guard bytes.isSheet, Ascii.isDigit(bytes.byte(at: start)),
      let time = TimeNotation.time(bytes.base, from: start, to: bytes.count), endsElement(at: time.end)
    else {
      position = start
      return expression(allowsUnion: false)
    }
    position = time.end
    return node(.date(time.number, time.kind, text: bytes.text(start, time.end)), from: start)
  }

  /// Whether an element of an array or a field ends at an offset: with its line, or with what comes behind blanks.
  private mutating func endsElement(at end: Int) -> Bool {
    position = end
    skipBlanks()
    switch bytes.byte(at: position) {
    case Ascii.comma, Ascii.semicolon, Ascii.rightBrace: return true
    default:
      // A comment ends with its line, too.
      return (end..<position).contains { bytes.base[$0] == Ascii.lineFeed || bytes.base[$0] == Ascii.carriageReturn }
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
      if !bytes.isSheet, !isStopped, !isConstant(element) {
        reportOnce(.elementIsNoConstant(at: stack.tree.span(of: element)))
      }
      skipBlanks()
      if isStopped { break }
      if bytes.byte(at: position) == Ascii.comma {
        position += 1
      } else if bytes.byte(at: position) == Ascii.semicolon {
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
    switch stack.tree[index] {
    case .number, .text, .logical, .error, .invalid: return true
    case .reference(let reference): return reference.shape == .deleted
    case .unary(.minus, let operand), .unary(.plus, let operand):
      if case .number = stack.tree[operand] { return true }
      return false
    default: return false
    }
  }

  // MARK: Words

  /// The offset of a parenthesis that only blanks separate from a name, which Excel reads as a call too.
  private mutating func parenthesis(behindBlanksAt end: Int) -> Int? {
    let start = position
    defer { position = start }
    position = end
    return skipBlanks() && bytes.byte(at: position) == Ascii.leftParenthesis ? position : nil
  }

  /// Reads what a letter begins: a call, a sheet and what is in it, an address, a logical, a table, a name.
  private mutating func word() -> FormulaTree.Index {
    let start = position
    let end = bytes.wordEnd(from: start)
    switch bytes.byte(at: end) {
    case Ascii.leftParenthesis: return call(from: start, nameEnd: end)
    case Ascii.exclamation where bytes.byte(at: end + 1) != Ascii.equals:
      position = end + 1
      return reference(in: SheetPrefix(bytes.text(start, end)), from: start)
    case Ascii.leftBracket:
      if let pathEnd = bytes.rowPathEnd(behind: end) {
        position = pathEnd + 1
        return reference(in: SheetPrefix(bytes.text(start, pathEnd)), from: start)
      }
    case Ascii.colon where colonIsRange:
      if bytes.cell(at: start, colonIsRange: colonIsRange) == nil, let last = bytes.endOfRun(at: end + 1) {
        position = last.end
        return reference(in: SheetPrefix(bytes.text(start, end), through: last.name), from: start)
      }
    default: break
    }
    if let read = shape(at: start) { return take(read, from: start) }
    if let logical = bytes.logical(start, end), parenthesis(behindBlanksAt: end) == nil {
      position = end
      return node(.logical(logical), from: start)
    }
    if let callEnd = parenthesis(behindBlanksAt: end) { return call(from: start, nameEnd: end, parenthesis: callEnd) }
    return name(from: start, end: end)
  }

  private mutating func call(from start: Int, nameEnd: Int, parenthesis: Int? = nil) -> FormulaTree.Index {
    let name = bytes.text(start, nameEnd)
    position = parenthesis ?? nameEnd
    let arguments = arguments()
    if bytes.base[start] == Ascii.underscore, arguments.count == 1, let trim = Self.trims[FunctionNames.plain(name)],
      case .reference(let reference) = stack.tree[arguments[0]], reference.shape.isRange
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
    if bytes.isSheet {
      var dot = start
      while dot < end, bytes.base[dot] != Ascii.dot { dot += 1 }
      end = dot
    }
    position = end
    let name = bytes.text(start, end)
    if bytes.byte(at: end) == Ascii.leftBracket, !bytes.isSheet || bytes.bracketHoldsColumn(at: end) {
      return structured(table: name, from: start)
    }
    return node(.name(name, sheet: nil), from: start)
  }
}
