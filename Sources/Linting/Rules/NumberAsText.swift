import CellModel
import Diagnostics
import LiveSheets
import SheetText

/// A text that looks like a number, among numbers.
enum NumberAsText: LintRule {
  static let page = FindingPage(
    code: "number-as-text", .error, "a number or a date in a column of them is a text",
    why: """
      SUM and its kin pass over texts, and no lookup finds 12 where "12" stands. Quotes make a text, also in a file, and so \
      does a no-break space that came along from a web page.
      """,
    fix: "Write it without quotes; where a text is meant, the column is declared so, as in | id: text |.",
    example: FindingExample(
      wrong: """
        table orders {
          | item | price |
          | "a"  | 12.5  |
          | "b"  | "30"  |
          | "c"  | 80    |
        }
        total = SUM(orders[price])
        """,
      right: """
        table orders {
          | item | price |
          | "a"  | 12.5  |
          | "b"  | 30    |
          | "c"  | 80    |
        }
        total = SUM(orders[price])
        """))

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    for column in NumberColumns(sheet).columns {
      for text in column.texts where !text.isAmbiguous {
        report.add(
          "\(text.text) is a text among the numbers of \(column.name)\(text.place)", at: text.span,
          label: text.hidden ?? "the quotes make it one",
          suggestion: text.isInFile || !text.isSure ? nil : text.plain,
          help: text.isInFile || text.isSure ? nil : "write \(text.plain) without quotes if a number is meant")
      }
    }
  }
}

/// A number that is written in a way that has two readings, and so is a text.
enum AmbiguousNumber: LintRule {
  static let page = FindingPage(
    code: "ambiguous-number", .error, "a number of a table may be read in two ways, and is a text",
    why: """
      1,234 is more than a thousand to some and little more than one to others, so it is kept as it stands: a text, over which SUM and \
      its kin pass. Told where it stands among numbers.
      """,
    fix: "Write it without separators, with a point before the decimals.",
    example: FindingExample(
      wrong: """
        table orders {
          | item | price |
          | "a"  | 12.5  |
          | "b"  | 1,234 |
          | "c"  | 80    |
        }
        total = SUM(orders[price])
        """,
      right: """
        table orders {
          | item | price |
          | "a"  | 12.5  |
          | "b"  | 1234  |
          | "c"  | 80    |
        }
        total = SUM(orders[price])
        """))

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    for column in NumberColumns(sheet).columns {
      for text in column.texts where text.isAmbiguous {
        report.add(
          "\(text.text) is a text among the numbers of \(column.name)\(text.place)", at: text.span,
          label: "it may be read in two ways", help: text.isInFile ? nil : "write \(text.plain) if that is meant")
      }
    }
  }
}

/// The columns of numbers of a sheet, but for a few texts that look like numbers.
struct NumberColumns {
  struct Column {
    let name: String
    fileprivate(set) var texts: [Text]
  }

  struct Text {
    let text: String
    /// As it is typed so that nobody reads it in another way.
    let plain: String
    /// Whether it may be read in two ways.
    let isAmbiguous: Bool
    /// Whether it is a number as the others of the column are, and not a word such as 1e3 or a time among counts.
    var isSure = false
    /// What is said of a character in it that nobody sees.
    let hidden: String?
    let span: SourceSpan
    /// Where in a file it stands, as words that go on from a sentence.
    var place = ""
    var isInFile = false
  }

  private(set) var columns: [Column] = []

  init(_ sheet: LintedSheet) {
    for index in sheet.statements(with: .table) {
      guard case .table(let table) = sheet.document.statements[index].kind else { continue }
      if let source = table.source { addFile(source, table, sheet) }
      for (position, column) in (table.header?.columns ?? []).enumerated() where column.type == nil {
        let cells = table.rows.compactMap { $0.cells.indices.contains(position) ? $0.cells[position] : nil }
        add(cells, column.name.text, sheet)
      }
    }
  }

  private mutating func add(_ cells: [TableCell], _ name: String, _ sheet: LintedSheet) {
    let numbers = cells.count { $0.value.number != nil }
    let kinds = Set(cells.filter { $0.value.number != nil }.map(\.value.kind))
    let texts = cells.filter { $0.value.text != nil }
    guard numbers >= 2, !texts.isEmpty, texts.count <= numbers else { return }
    var found: [Text] = []
    for cell in texts {
      guard let number = NumberInText(sheet.text(cell.span).unquoted) else { return }
      found.append(
        Text(
          text: cell.value.text ?? "", plain: number.plain, isAmbiguous: number.hasSeparators,
          isSure: kinds.contains(number.kind) && !number.hasExponent, hidden: number.hidden, span: cell.span))
    }
    columns.append(Column(name: name, texts: found))
  }

  /// Each column of a file has at most one text of each kind, the first; the others are counted.
  private mutating func addFile(_ source: WrittenText, _ table: TableDefinition, _ sheet: LintedSheet) {
    let computed = Set(table.columns.map(\.name.key))
    let read = sheet.live.tables.table(named: table.name.key)?.columns ?? []
    for column in read where !computed.contains(column.lowercased()) {
      guard case .success(let cell) = sheet.live.cell("\(table.name.text)[\(column)]") else { continue }
      let values = sheet.live.value(of: cell).array?.elements ?? []
      let numbers = values.count { $0.number != nil }
      let texts = values.enumerated().compactMap { row, value in value.text.map { (row, $0, NumberInText($0)) } }
      guard numbers >= 2, !texts.isEmpty, texts.count <= numbers, texts.allSatisfy({ $0.2 != nil }) else { continue }
      var found: [Text] = []
      for isAmbiguous in [false, true] {
        let alike = texts.filter { $0.2?.hasSeparators == isAmbiguous }
        guard let (row, text, number) = alike.first, let number else { continue }
        let others = alike.count == 1 ? "" : ", and \(alike.count - 1) more"
        found.append(
          Text(
            text: text, plain: number.plain, isAmbiguous: isAmbiguous, hidden: number.hidden,
            span: source.span, place: " in row \(row + 1)\(others)", isInFile: true))
      }
      columns.append(Column(name: column, texts: found))
    }
  }
}

/// What a text would be as a number or a date.
struct NumberInText {
  /// As it is typed so that nobody reads it in another way.
  let plain: String
  /// What kind of number it would be.
  let kind: NumberKind
  /// Whether its digits are in groups.
  let hasSeparators: Bool
  /// What is said of a character in it that nobody sees.
  let hidden: String?

  init?(_ written: String) {
    hidden = HiddenCharacter(in: written)?.label
    let text = hidden == nil ? written : String(HiddenCharacter.cleaned(written).trimmed)
    if case .number(_, let kind) = TypedText.value(typed: text) {
      plain = text
      self.kind = kind
      hasSeparators = false
      return
    }
    // 1,234,567.8, whose groups have three digits
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count > 1, let first = parts.first, (1...3).contains(first.drop { $0 == "-" }.count),
      parts.dropFirst().dropLast().allSatisfy({ $0.count == 3 }),
      parts.last?.split(separator: ".", omittingEmptySubsequences: false).first?.count == 3
    else { return nil }
    let joined = parts.joined()
    guard case .number(_, let kind) = TypedText.value(typed: joined) else { return nil }
    plain = joined
    self.kind = kind
    hasSeparators = true
  }

  /// Whether it is written with a power of ten, as what is no number may look like.
  var hasExponent: Bool { kind == .plain && plain.contains { $0 == "e" || $0 == "E" } }
}

extension String {
  /// A text of a cell without the quotes around it.
  var unquoted: String { hasPrefix("\"") && hasSuffix("\"") && count >= 2 ? String(dropFirst().dropLast()) : self }
}
