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

  private init(_ text: some StringProtocol, _ known: KnownNames?, depth: Int = 0) {
    bytes = Array(text.utf8)
    self.known = known
    self.depth = depth
    unions = UnionArguments(isArgument: depth > 0)
  }

  /// The formula without `=`; the text may begin with the namespace of its syntax, such as `of:=`.
  static func excel(_ formula: String, _ known: KnownNames? = nil) -> String { read(formula, known).text }

  /// The same, and whether the names and sheets of the workbook must be known to tell what is a reference.
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
    return (String(decoding: writer.result, as: UTF8.self), writer.waits)
  }

  /// An address of OpenDocument such as `$Sheet1.$A$1:.$B$2` as a reference of Excel.
  static func reference(_ address: String) -> String {
    var writer = OpenFormula(address, nil)
    writer.writeReference(upTo: writer.bytes.count)
    return String(decoding: writer.result, as: UTF8.self)
  }

  /// An address of OpenDocument as a reference that stays where it is, with a `$` before each part.
  static func fixedReference(_ address: String) -> String {
    let text = reference(address)
    guard let mark = text.lastIndex(of: "!"), let block = CellBlock(text[text.index(after: mark)...]) else {
      return text
    }
    func corner(_ row: Int, _ column: Int) -> String { "$\(A1Notation.letters(ofColumn: column))$\(row + 1)" }
    let first = corner(block.top, block.left)
    return text[...mark] + (block.count == 1 ? first : "\(first):\(corner(block.bottom, block.right))")
  }

  private mutating func write() {
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case Ascii.quote: copyQuoted(byte)
      case 0x27: if !writeQuotedSheet() { copyQuoted(byte) }
      case Ascii.leftBracket: writeBracket()
      case 0x7B:
        braces += 1
        copy()
      case 0x7D:
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
      case 0x7C where braces > 0: replace(Ascii.semicolon)
      case 0x7E:
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
    let sheet = readName(upTo: bytes.count)
    guard position + 1 < bytes.count, bytes[position] == Ascii.dot, !sheet.isEmpty else {
      position = start
      return copy()
    }
    position += 1
    writeSheet(sheet)
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
    let arguments = arguments(from: next)
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
    writeSheet(Array(sheet.utf8))
    result += cell.utf8
  }

  private func isNext(_ byte: UInt8) -> Bool { position < bytes.count && bytes[position] == byte }

  /// Writes `'My sheet'.` before a reference without brackets as `'My sheet'!`; `false` where something else is quoted.
  private mutating func writeQuotedSheet() -> Bool {
    let start = position
    let sheet = readName(upTo: bytes.count)
    if isNext(Ascii.dot), let known {
      if let name = known.sheet(named: String(decoding: sheet, as: UTF8.self)) {
        position += 1
        writeSheet(Array(name.utf8))
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
        result += argument.result
        isPlace = false
      } else if byte == Ascii.hash {
        isPlace = true
      } else {
        result.append(byte)
      }
    }
  }

  /// Where the arguments in the parentheses stand that open at a position.
  private func arguments(from opening: Int) -> [Range<Int>] {
    var arguments: [Range<Int>] = []
    var (depth, brackets, start) = (0, 0, opening + 1)
    var quote: UInt8?
    for place in opening..<bytes.count {
      let byte = bytes[place]
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      // What is in brackets may hold anything between apostrophes.
      case Ascii.quote,
        0x27 where byte == Ascii.quote || brackets > 0:
        quote = byte
      case Ascii.leftBracket: brackets += 1
      case Ascii.rightBracket: brackets -= 1
      case Ascii.leftParenthesis, Ascii.leftBrace: depth += 1
      case Ascii.rightParenthesis, Ascii.rightBrace:
        depth -= 1
        if depth == 0 { return arguments + [start..<place] }
      case Ascii.semicolon where depth == 1 && brackets == 0:
        arguments.append(start..<place)
        start = place + 1
      default: break
      }
    }
    return arguments + [start..<bytes.count]
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
      if byte == 0x27, position + 1 < bytes.count {
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
      if bytes[end] == 0x27 { isQuoted.toggle() }
      end += 1
    }
    writeReference(upTo: end)
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

  /// Writes `$'My sheet'.A1:.B2` as `'My sheet'!A1:B2`, and `A.A1:C.B2` as `'A:C'!A1:B2`.
  private mutating func writeReference(upTo end: Int) {
    var parts: [(book: [UInt8], sheet: [UInt8], cell: [UInt8])] = []
    repeat {
      parts.append(readPart(upTo: end))
      guard position < end, bytes[position] == Ascii.colon else { break }
      position += 1
    } while true
    guard let first = parts.first else { return }
    let last = parts[parts.count - 1]
    // What is gone is `#REF!` in the place of a sheet, a column, a row or all of it.
    if parts.contains(where: { $0.cell.contains(Ascii.hash) }) {
      result += Array("#REF!".utf8)
      return
    }
    if !first.sheet.isEmpty {
      var name = first.book.isEmpty ? [] : [Ascii.leftBracket] + first.book + [Ascii.rightBracket]
      name += first.sheet
      if parts.count > 1, !last.sheet.isEmpty, last.sheet != first.sheet { name += [Ascii.colon] + last.sheet }
      writeSheet(name)
    }
    result += Self.whole(first.cell, last.cell) ?? Array(parts.map(\.cell).joined(separator: [Ascii.colon]))
  }

  /// Two corners between which whole columns or rows lie, as Excel writes them: `$A$1:$B$1048576` is `$A:$B`.
  private static func whole(_ first: [UInt8], _ last: [UInt8]) -> [UInt8]? {
    func split(_ cell: [UInt8]) -> (column: [UInt8], row: [UInt8])? {
      let digits = cell.reversed().prefix(while: Ascii.isDigit).count
      var column = cell.dropLast(digits)
      let isFixed = column.last == Ascii.dollar
      if isFixed { column.removeLast() }
      guard digits > 0, let end = column.last, Ascii.isLetter(end) else { return nil }
      return (Array(column), (isFixed ? [Ascii.dollar] : []) + cell.suffix(digits))
    }
    guard let first = split(first), let last = split(last) else { return nil }
    func isNamed(_ part: [UInt8], _ text: String) -> Bool {
      part.filter { $0 != Ascii.dollar }.elementsEqual(text.utf8)
    }
    if isNamed(first.row, "1"), isNamed(last.row, "1048576") { return first.column + [Ascii.colon] + last.column }
    if isNamed(first.column, "A"), isNamed(last.column, "XFD") { return first.row + [Ascii.colon] + last.row }
    return nil
  }

  private mutating func writeSheet(_ name: [UInt8]) {
    result.append(0x27)
    for byte in name { result += byte == 0x27 ? [byte, byte] : [byte] }
    result += [0x27, Ascii.exclamation]
  }

  /// Reads a workbook, a sheet and a cell, of which the first two may be missing.
  private mutating func readPart(upTo end: Int) -> (book: [UInt8], sheet: [UInt8], cell: [UInt8]) {
    var book: [UInt8] = []
    var sheet: [UInt8] = []
    if position < end, bytes[position] == 0x27 || bytes[position] == Ascii.dollar || bytes[position] != Ascii.dot {
      let start = position
      if bytes[position] == Ascii.dollar { position += 1 }
      sheet = readName(upTo: end)
      if position < end, bytes[position] == Ascii.hash, sheet.isEmpty == false {
        book = sheet
        position += 1
        if position < end, bytes[position] == Ascii.dollar { position += 1 }
        sheet = readName(upTo: end)
      }
      // Without a point it was the cell alone.
      if position >= end || bytes[position] != Ascii.dot {
        position = start
        sheet = []
      }
    }
    if position < end, bytes[position] == Ascii.dot { position += 1 }
    let start = position
    while position < end, bytes[position] != Ascii.colon { position += 1 }
    return (book, sheet, Array(bytes[start..<position]))
  }

  private mutating func readName(upTo end: Int) -> [UInt8] {
    var name: [UInt8] = []
    guard position < end, bytes[position] == 0x27 else {
      while position < end, bytes[position] != Ascii.dot, bytes[position] != Ascii.hash, bytes[position] != Ascii.colon
      {
        name.append(bytes[position])
        position += 1
      }
      return name
    }
    position += 1
    while position < end {
      if bytes[position] == 0x27 {
        position += 1
        guard position < end, bytes[position] == 0x27 else { break }
      }
      name.append(bytes[position])
      position += 1
    }
    return name
  }
}
