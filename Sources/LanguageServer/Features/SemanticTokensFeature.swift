import Diagnostics
import Hosting
import SheetText

/// What each word of a text is, for colours that know what names mean.
struct SemanticTokensFeature: ServerFeature {
  let methods = [
    "textDocument/semanticTokens/full", "textDocument/semanticTokens/full/delta", "textDocument/semanticTokens/range",
  ]
  var capability: (name: String, value: JSONValue) {
    (
      "semanticTokensProvider",
      [
        "legend": [
          "tokenTypes": .list(SheetToken.Kind.allCases.map { .text($0.rawValue) }),
          "tokenModifiers": ["declaration", "documentation"],
        ], "range": true, "full": ["delta": true],
      ]
    )
  }

  func answer(_ method: String, _ parameters: JSONValue, in workspace: Workspace) throws(RequestFailure) -> JSONValue {
    let document = try workspace.document(of: parameters)
    if method.hasSuffix("range") {
      let range = document.source.span(of: parameters["range"])
      return ["data": Self.list(Self.data(of: document, in: range))]
    }
    let former = document.givenTokens
    let data = Self.data(of: document, in: nil)
    let number = (former?.id ?? 0) + 1
    document.givenTokens = (number, data)
    guard method.hasSuffix("delta"), let former, parameters["previousResultId"]?.text == String(former.id) else {
      return ["resultId": .text(String(number)), "data": Self.list(data)]
    }
    return ["resultId": .text(String(number)), "edits": .list(Self.edits(from: former.data, to: data))]
  }

  private static func list(_ data: some Sequence<Int>) -> JSONValue { .list(data.map { .integer($0) }) }

  /// The one change that makes new data of old.
  private static func edits(from old: [Int], to new: [Int]) -> [JSONValue] {
    guard old != new else { return [] }
    let start = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - start
    let end = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
    return [
      [
        "start": .integer(start), "deleteCount": .integer(old.count - start - end),
        "data": list(new[start..<new.count - end]),
      ]
    ]
  }

  /// Five numbers for each token: its place from the one before, its length, its kind and what it is besides.
  private static func data(of document: OpenDocument, in range: SourceSpan?) -> [Int] {
    let source = document.source
    var data: [Int] = []
    var last = LinePosition(line: 0, character: 0)
    for part in document.parts {
      let reader = SheetTokens(part.document)
      let wanted = range ?? part.span
      guard wanted.lower <= part.span.upper, wanted.upper >= part.span.lower else { continue }
      // Tokens end with their lines, so those of some lines need no others.
      let lower = max(part.span.lower, source.lineStarts[source.lineIndex(of: wanted.lower)])
      let upper = min(part.span.upper, wanted.upper)
      for token in reader.tokens(in: SourceSpan(lower, max(lower, upper))) {
        let start = source.position(of: token.span.lower)
        let end = source.position(of: token.span.upper)
        data += [
          start.line - last.line, start.line == last.line ? start.character - last.character : start.character,
          end.character - start.character, token.kind.number, token.modifiers,
        ]
        last = start
      }
    }
    return data
  }
}

/// A word of a sheet and what it is.
struct SheetToken: Equatable {
  enum Kind: String, CaseIterable {
    case keyword, comment, string, number, function, variable, property, event, method, `enum`, `struct`, namespace,
      type

    var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  var span: SourceSpan
  var kind: Kind
  /// Bit 0 for the name that is defined, bit 1 for documentation.
  var modifiers = 0
}

/// Reads the words of a sheet, as they stand on their lines.
struct SheetTokens {
  private let document: SheetDocument
  private var bytes: [UInt8] { document.source.bytes }
  /// What each defined name is.
  private var kinds: [String: SheetToken.Kind] = [:]
  private var definitions: Set<Int> = []
  private static let statementWords = Set(SheetKeyword.allCases.map(\.rawValue) + StepKeyword.allCases.map(\.rawValue))
  private static let clauseWords: Set<String> = [
    "on", "where", "when", "as", "in", "from", "of", "over", "first", "last", "before", "after", "update", "insert",
    "delete", "start", "stop", "rows", "replies", "sends", "fails", "called", "not",
  ]
  private static let types = Set(ValueType.allCases.map(\.rawValue))

  init(_ document: SheetDocument) {
    self.document = document
    for statement in document.statements {
      guard let name = statement.definedName else { continue }
      definitions.insert(name.span.lower)
      kinds[name.key] = Self.kind(of: statement)
      guard case .table(let table) = statement.kind else { continue }
      for column in table.columnNames {
        kinds[column.key] = kinds[column.key] ?? .property
      }
    }
  }

  private static func kind(of statement: Statement) -> SheetToken.Kind {
    switch statement.kind {
    case .input, .state: .property
    case .table: .struct
    case .event: .event
    case .action: .method
    case .service: .function
    case .use: .namespace
    case .modes: .enum
    default: .variable
    }
  }

  /// The tokens between two offsets, of which the first begins a line.
  func tokens(in span: SourceSpan) -> [SheetToken] {
    var found: [SheetToken] = []
    var index = span.lower
    var isStart = true
    while index < span.upper {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if byte == 0x0A || byte == 0x0D || byte == 0x3B || byte == 0x7B || byte == 0x7D {
        isStart = true
        index += 1
      } else if byte == 0x20 || byte == 0x09 {
        index += 1
      } else if byte == 0x2F, next == 0x2F {
        let end = endOfLine(index)
        let isDocumentation = index + 2 < end && bytes[index + 2] == 0x2F
        found.append(SheetToken(span: SourceSpan(index, end), kind: .comment, modifiers: isDocumentation ? 2 : 0))
        index = end
      } else if isStart, byte == 0x7C {
        // Cells of a row are what they look like.
        index = endOfLine(index)
      } else if byte == 0x22 {
        let end = endOfText(index)
        found.append(SheetToken(span: SourceSpan(index, end), kind: .string))
        (index, isStart) = (end, false)
      } else if isDigit(byte) {
        let end = endOfNumber(index)
        found.append(SheetToken(span: SourceSpan(index, end), kind: .number))
        (index, isStart) = (end, false)
      } else if isLetter(byte) {
        let end = end(from: index) { isLetter($0) || isDigit($0) }
        found += token(SourceSpan(index, end), isStart: isStart)
        (index, isStart) = (end, false)
      } else {
        index += 1
        isStart = false
      }
    }
    return found
  }

  private func token(_ span: SourceSpan, isStart: Bool) -> [SheetToken] {
    let key = document.source[span].lowercased()
    let next = bytes[span.upper...].first { $0 != 0x20 && $0 != 0x09 } ?? 0x0A
    let isAfterDot = span.lower > 0 && bytes[span.lower - 1] == 0x2E
    let isCalled = span.upper < bytes.count && bytes[span.upper] == 0x28
    let modifiers = definitions.contains(span.lower) ? 1 : 0
    if modifiers == 0, !isAfterDot, next != 0x3D, next != 0x28, next != 0x2E {
      if isStart, Self.statementWords.contains(key) { return [SheetToken(span: span, kind: .keyword)] }
      if Self.clauseWords.contains(key), kinds[key] == nil { return [SheetToken(span: span, kind: .keyword)] }
    }
    if Self.types.contains(key), kinds[key] == nil, isBehindColon(span.lower) {
      return [SheetToken(span: span, kind: .type)]
    }
    if let kind = kinds[key], !isAfterDot { return [SheetToken(span: span, kind: kind, modifiers: modifiers)] }
    if isCalled { return [SheetToken(span: span, kind: .function)] }
    return isAfterDot ? [SheetToken(span: span, kind: .property)] : []
  }

  private func isBehindColon(_ offset: Int) -> Bool {
    bytes[..<offset].last { $0 != 0x20 } == 0x3A
  }

  private func end(from index: Int, _ isPart: (UInt8) -> Bool) -> Int {
    var index = index
    while index < bytes.count, isPart(bytes[index]) { index += 1 }
    return index
  }

  /// The offset behind a number, such as `1.5`, `2E-3` or `2015-04-01`; in `0..1` and `100-b` another sign ends it.
  private func endOfNumber(_ start: Int) -> Int {
    func hasDigit(_ index: Int) -> Bool { index < bytes.count && isDigit(bytes[index]) }
    let isDate = bytes[start...].prefix(10).elementsEqual("0000-00-00".utf8) { isDigit($0) ? $1 == 0x30 : $0 == $1 }
    var index = isDate ? start + 10 : start
    while index < bytes.count {
      switch bytes[index] {
      case 0x2E where hasDigit(index + 1): break
      case 0x2B, 0x2D:
        guard bytes[index - 1] | 0x20 == 0x65, hasDigit(index + 1) else { return index }
      case let byte where isDigit(byte) || isLetter(byte): break
      default: return index
      }
      index += 1
    }
    return index
  }

  private func endOfLine(_ index: Int) -> Int { end(from: index) { $0 != 0x0A && $0 != 0x0D } }

  /// The offset behind a text in quotes; a token ends with its line at the latest.
  private func endOfText(_ index: Int) -> Int {
    let end = end(from: index + 1) { $0 != 0x22 && $0 != 0x0A && $0 != 0x0D }
    return end < bytes.count && bytes[end] == 0x22 ? end + 1 : end
  }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) && byte < 0x80 || byte == 0x5F || byte >= 0x80
  }
}
