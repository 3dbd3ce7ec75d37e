import CellModel

/// Writes formulas of OpenFormula (OpenDocument 1.3 part 4) as Excel writes them.
///
/// References lose their brackets and get `!` behind the sheet, `;` becomes `,` and, inside an array, `|` becomes `;`. The
/// operator `!` becomes a blank and `~` a comma. Names of functions lose what says where they come from.
struct OpenFormula {
  private let bytes: [UInt8]
  private var position = 0
  private var result: [UInt8] = []
  private var braces = 0
  private var unions: UnionArguments

  /// In how many calls that are written otherwise the text stands.
  private let depth: Int

  /// In how many such calls another is written otherwise; beyond that it is copied.
  private static let mostDepth = 64

  /// The names and sheets of the workbook; `nil` while it is being read.
  private let known: KnownNames?
  /// Whether only they tell what a word of the formula is.
  private var waits = false
  /// Whether AND or OR stands between values.
  private var hasInfixLogic = false

  private init(_ text: some StringProtocol, _ known: KnownNames?, depth: Int = 0) {
    bytes = Array(text.utf8)
    self.known = known
    self.depth = depth
    unions = UnionArguments(isArgument: depth > 0)
  }

  /// The formula without `=`; the text may begin with the namespace of its syntax, such as `of:=`.
  static func excel(_ formula: String, _ known: KnownNames? = nil) -> String { read(formula, known).text }

  /// The same, and whether the names and sheets of the workbook, or what it keeps of others, must be known to tell what is a
  /// reference.
  ///
  /// OpenFormula has references in brackets, but files that no office program has written have them without, which
  /// LibreOffice reads where nothing of that name is defined: `A1`, `Sheet1.A1`.
  static func read(_ formula: String, _ known: KnownNames? = nil) -> (text: String, waits: Bool) {
    var text = Substring(formula)
    if text.utf8.starts(with: "of:=".utf8) {
      // As nearly all programs write it.
      text = Substring(text.utf8.dropFirst(4))
    } else if let equals = text.firstIndex(of: "="), equals != text.startIndex {
      let prefix = text[..<equals]
      if prefix.hasSuffix(":"), prefix.dropLast().allSatisfy({ $0.isLetter }) {
        text = text[equals...]
      }
    }
    if formula.hasPrefix("msoxl:") { return (String(formula.dropFirst(6).drop { $0 == "=" }), false) }
    // LibreOffice writes a cell that is nothing but an error so: `of:#N/A`, and `of:Err:502`.
    if text.hasPrefix("of:"), text.dropFirst(3).first != "=" {
      text = text.dropFirst(3)
      if let code = OpenDocumentErrors.code(text) { return (code.text, false) }
    }
    text = text.drop { $0 == "=" }
    var writer = OpenFormula(text, known)
    writer.write()
    let result = writer.hasInfixLogic ? InfixLogic.asCalls(writer.result) : writer.result
    return (String(decoding: result, as: UTF8.self), writer.waits)
  }

  private mutating func write() {
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case Ascii.quote: copyQuoted(byte)
      case Ascii.apostrophe: if !writeQuotedSheet() { copyQuoted(byte) }
      case Ascii.leftBracket: writeBracket()
      case Ascii.leftBrace:
        braces += 1
        copy()
      case Ascii.rightBrace:
        braces -= 1
        copy()
      case Ascii.leftParenthesis:
        unions.open(behind: result)
        copy()
      case Ascii.rightParenthesis:
        unions.close(&result)
        copy()
      case Ascii.semicolon:
        if braces == 0 { unions.endArgument(of: &result) }
        replace(Ascii.comma)
      case Ascii.bar where braces > 0: replace(Ascii.semicolon)
      case Ascii.tilde:
        unions.noteUnion()
        replace(Ascii.comma)
      case Ascii.dollar where position + 1 < bytes.count && bytes[position + 1] == Ascii.dollar:
        // A name of the whole workbook.
        position += 2
      case Ascii.dollar: writeLocalName()
      case Ascii.hash: writeError()
      // Labels of rows and columns crossed have no `!!` in Excel.
      case Ascii.exclamation where position + 1 < bytes.count && bytes[position + 1] == byte:
        copy()
        copy()
      case Ascii.exclamation: replace(Ascii.space)
      case _ where Ascii.isLetter(byte) || byte == Ascii.underscore || byte >= 0x80: writeName()
      case _ where Ascii.isDigit(byte): copyNumber()
      default: copy()
      }
    }
    if depth > 0 { unions.close(&result) }
  }

  private mutating func copy() {
    result.append(bytes[position])
    position += 1
  }

  private mutating func replace(_ byte: UInt8) {
    result.append(byte)
    position += 1
  }

  /// Copies a text in quotation marks, of which two stand for one.
  private mutating func copyQuoted(_ mark: UInt8) {
    copy()
    while position < bytes.count {
      let byte = bytes[position]
      copy()
      if byte == mark {
        guard position < bytes.count, bytes[position] == mark else { return }
        copy()
      }
    }
  }

  /// Copies a number, so that the `E` in it begins no name.
  private mutating func copyNumber() {
    while position < bytes.count {
      let byte = bytes[position]
      let isExponent =
        byte | 0x20 == 0x65 && position + 1 < bytes.count
        && (Ascii.isDigit(bytes[position + 1]) || bytes[position + 1] == Ascii.plus
          || bytes[position + 1] == Ascii.minus)
      guard Ascii.isDigit(byte) || byte == Ascii.dot || isExponent else { return }
      copy()
      if isExponent { copy() }
    }
  }

  /// Copies an error such as `#REF!`, whose mark is no operator.
  private mutating func writeError() {
    let rest = String(decoding: bytes[position..<min(position + Self.longestError, bytes.count)], as: UTF8.self)
    let code = ErrorCode.allCases.first { rest.uppercased().hasPrefix($0.text) }
    for _ in 0..<(code?.text.utf8.count ?? 1) { copy() }
  }

  private static let longestError = ErrorCode.allCases.map(\.text.utf8.count).max() ?? 1

  // MARK: Names

  /// Writes `$'My sheet'.name`, a name that one sheet has, as `'My sheet'!name`.
  private mutating func writeLocalName() {
    let start = position
    position += 1
    let sheet = OpenDocumentReference.name(in: bytes, from: &position, upTo: bytes.count)
    guard position + 1 < bytes.count, bytes[position] == Ascii.dot, !sheet.isEmpty else {
      position = start
      return copy()
    }
    position += 1
    result += OpenDocumentReference.excelPrefix(ofSheet: sheet)
  }

  private mutating func writeName() {
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      guard
        Ascii.isLetter(byte) || Ascii.isDigit(byte) || byte == Ascii.underscore || byte == Ascii.dot || byte >= 0x80
          || byte == Ascii.backslash
      else { break }
      position += 1
    }
    let name = bytes[start..<position]
    if InfixLogic.isWord(name, behind: result) {
      hasInfixLogic = true
      result += [Ascii.space] + name + [Ascii.space]
      return
    }
    // Behind a name a bracket is the column of a table.
    if position < bytes.count, bytes[position] == Ascii.leftBracket {
      result += name
      return writeColumns()
    }
    var next = position
    while next < bytes.count, bytes[next] == Ascii.space { next += 1 }
    guard next < bytes.count, bytes[next] == Ascii.leftParenthesis else {
      return write(word: String(decoding: name, as: UTF8.self))
    }
    let function = String(decoding: name, as: UTF8.self)
    // Only few functions are other ones by the count of their arguments.
    guard OpenFormulaNames.isByCount(function), depth < Self.mostDepth else {
      result += OpenFormulaNames.excelName(of: function, arguments: 0).utf8
      return
    }
    let arguments = OpenFormulaArguments.ranges(in: bytes, behind: next)
    if let call = OpenFormulaNames.excelCall(of: function, arguments: arguments.count), let last = arguments.last,
      last.upperBound < bytes.count
    {
      write(call, of: arguments)
      position = last.upperBound + 1
    } else {
      result += OpenFormulaNames.excelName(of: function, arguments: arguments.count).utf8
    }
  }

  /// Writes a word that is no function: a name, or where there is none of it a reference without brackets.
  private mutating func write(word: String) {
    let name = Self.name(word)
    let mayBeReference = name != word || word.utf8.contains(Ascii.dot)
    guard mayBeReference else {
      result += word.utf8
      return
    }
    guard let known else {
      waits = true
      result += name.utf8
      return
    }
    if known.names.contains(name.lowercased()) {
      result += name.utf8
      return
    }
    guard let point = word.lastIndex(of: "."), let sheet = known.sheet(named: String(word[..<point])) else {
      result += word.utf8
      return
    }
    let cell = word[word.index(after: point)...]
    let isColumn = (1...3).contains(cell.utf8.count) && cell.utf8.allSatisfy(Ascii.isLetter) && isNext(Ascii.colon)
    guard
      A1Notation.cell(cell) != nil && !known.names.contains("_\(cell.lowercased())") || isColumn
        || cell.isEmpty && isNext(Ascii.dollar)
    else {
      result += word.utf8
      return
    }
    result += OpenDocumentReference.excelPrefix(ofSheet: sheet.utf8)
    result += cell.utf8
  }

  private func isNext(_ byte: UInt8) -> Bool { position < bytes.count && bytes[position] == byte }

  /// Writes `'My sheet'.` before a reference without brackets as `'My sheet'!`; `false` where something else is quoted.
  private mutating func writeQuotedSheet() -> Bool {
    let start = position
    let sheet = OpenDocumentReference.name(in: bytes, from: &position, upTo: bytes.count)
    if isNext(Ascii.dot), let known {
      if let name = known.sheet(named: String(decoding: sheet, as: UTF8.self)) {
        position += 1
        result += OpenDocumentReference.excelPrefix(ofSheet: name.utf8)
        return true
      }
    } else if isNext(Ascii.dot) {
      waits = true
    }
    position = start
    return false
  }

  /// Writes a call in which `#1` stands for the first argument.
  private mutating func write(_ call: String, of arguments: [Range<Int>]) {
    var isPlace = false
    for byte in call.utf8 {
      if isPlace, case let place = Int(byte) - 0x31, arguments.indices.contains(place) {
        var argument = OpenFormula(String(decoding: bytes[arguments[place]], as: UTF8.self), known, depth: depth + 1)
        argument.write()
        waits = waits || argument.waits
        hasInfixLogic = hasInfixLogic || argument.hasInfixLogic
        result += argument.result
        isPlace = false
      } else if byte == Ascii.hash {
        isPlace = true
      } else {
        result.append(byte)
      }
    }
  }

  /// A name as Excel can have it.
  ///
  /// OpenFormula has its references in brackets, so that `tax1` can be a name even where the sheet has a column TAX.
  /// Excel, which has fewer names, puts a line before such a one.
  static func name(_ text: String) -> String { A1Notation.cell(text) == nil ? text : "_" + text }

  /// Copies the columns of a structured reference; nothing in it is another's but the separators.
  private mutating func writeColumns() {
    var depth = 0
    repeat {
      let byte = bytes[position]
      if byte == Ascii.apostrophe, position + 1 < bytes.count {
        copy()
        copy()
        continue
      }
      if byte == Ascii.leftBracket { depth += 1 }
      if byte == Ascii.rightBracket { depth -= 1 }
      if byte == Ascii.semicolon, depth == 1 { replace(Ascii.comma) } else { copy() }
    } while depth > 0 && position < bytes.count
  }

  // MARK: References

  private mutating func writeBracket() {
    position += 1
    if writePlainReference() { return }
    var end = position
    var isQuoted = false
    while end < bytes.count, isQuoted || bytes[end] != Ascii.rightBracket {
      if bytes[end] == Ascii.apostrophe { isQuoted.toggle() }
      end += 1
    }
    let reference = OpenDocumentReference(bytes, in: position..<end)
    if reference.leavesWorkbook, known == nil { waits = true }
    result += reference.excel(known)
    position = min(end + 1, bytes.count)
  }

  /// Writes `.A1` and `.A1:.B2` up to the bracket behind, as nearly all references are; `false` for any other, and where rows or
  /// columns may be whole.
  private mutating func writePlainReference() -> Bool {
    guard position < bytes.count, bytes[position] == Ascii.dot else { return false }
    let count = result.count
    var place = position
    var (letters, digits) = (0, 0)
    while place < bytes.count, letters < 3, digits < 7 {
      let byte = bytes[place]
      switch byte {
      case Ascii.rightBracket:
        position = place + 1
        return true
      case Ascii.dot where place == position || bytes[place - 1] == Ascii.colon: break
      case Ascii.dollar: result.append(byte)
      case Ascii.colon:
        result.append(byte)
        (letters, digits) = (0, 0)
      case _ where Ascii.isLetter(byte):
        result.append(byte)
        letters += 1
      case _ where Ascii.isDigit(byte):
        result.append(byte)
        digits += 1
      default: letters = .max
      }
      place += 1
    }
    result.removeLast(result.count - count)
    return false
  }
}
