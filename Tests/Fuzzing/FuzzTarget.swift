import Archives
import CellModel
import Foundation
import FunctionLibrary
import LanguageServer
import LiveSheets
import LiveWorkbooks
import Markup
import SessionModel
import SheetText
import Workbooks

@testable import Hosting

/// A reader of texts that come from outside, and the rules that hold whatever it reads.
///
/// A rule that is broken is a sentence; a trap ends the process, and an endless loop does not end.
enum FuzzTarget: String, CaseIterable {
  case sheet, formula, prompt, csv, json, http, numberFormat, regularExpression, xml, archive, deflate, workbook,
    language

  /// How many inputs a run of the tests tries; half of them, unless all tests are to be long.
  var share: Int {
    switch self {
    case .sheet: 150
    case .prompt, .archive: 40
    case .language: 60
    case .deflate, .workbook: 100
    case .formula, .regularExpression, .xml: 400
    case .csv, .json, .http, .numberFormat: 1_500
    }
  }

  /// The most bytes of an input.
  var longest: Int { self == .archive ? 1 << 16 : 4_096 }

  /// Whether a part of a text of the corpus is worth reading by itself.
  var takesParts: Bool { self != .archive && self != .workbook }

  /// What means something to the reader.
  var pieces: [String] {
    switch self {
    case .sheet:
      [
        "input ", "state ", "event ", "table ", "use \"a.sheet\" as ", "on ", "action ", "fetch ", "modes ",
        "never \"x\": ",
        "always ", "test \"t\" ", "expect ", " <~ ", " <~> ", "sheet Two", "A1:A90 = ", "as \"0.0\"", "///", "//",
        "rows",
        "| a | b |", "option iterate = 100", "chart ", "service ", "when ", " in {1, 2}", "EVERY(0)", "A1#",
        "PREVIOUS(",
      ]
    case .formula:
      [
        "A1", "$A$1:XFD9", "A:A", "1:1", "#REF!", "@", "#", "%", "^", "&", "<>", ":", "LAMBDA(x, ", "LET(a, 1, ",
        "SEQUENCE(9, 9)", "INDIRECT(\"A1\")", "OFFSET(A1, 1, 1)", "MAP(", "REDUCE(0, ", "{1,2;3,4}", "TRUE",
        "2015-04-01",
        ".:.", "[@a]", "REPT(\"x\", 999)", "1E-308", "IF(", "a", "b",
      ]
    case .prompt:
      Self.sheet.pieces + ["A = ", "B = A + 1\n", "A = 3\n", "t[1].a = 2\n", "wait 1\n", "tap\n", "_", "1 + 1\n"]
    case .csv: ["\"\"", "\t", "|", "\r", "2015-04-01", "19%", "TRUE", "1,234", "=1+1", "\u{2028}"]
    case .json: ["null", "true", "\\u0000", "\\ud83d", "\\", "[[[[", "{\"a\":", "1e999", "-", "0.1", "//"]
    case .http:
      [
        "HTTP/1.1 200 OK\r\n", "HTTP/1.1 100 Continue\r\n\r\n", "Content-Length: ",
        "Content-Type: application/json; charset=",
        "utf-16", "iso-8859-1", "Content-Encoding: gzip\r\n", "Transfer-Encoding: chunked\r\n", "Location: ",
        "\r\n\r\n", "\t",
      ]
    case .numberFormat:
      [
        "[Red]", "[>=1]", "[h]", "yyyy", "mm", "ss.000", "AM/PM", "#,##0.00", "??/??", "E+00", "@", "_)", "*-",
        "General", "\\",
        ";;;", "[$-409]", "\"x\"", "bbbb",
      ]
    case .regularExpression:
      [
        "(?:", "(?=", "(?<!", "(?<n>", "\\1", "\\k<n>", "{1,1000}", "{2}", "*+", "+?", "|", "[^a-z]", "\\p{L}", "\\b",
        "(?i)", ".",
      ]
    case .xml:
      [
        "<a>", "</a>", "<a b='c'/>", "<!--", "-->", "<![CDATA[", "]]>", "<?x ", "?>", "&lt;", "&#x41;", "&#0;", "&",
        "<!DOCTYPE a [<!ENTITY b 'c'>]>", "xmlns:x=\"u\"", "x:a", "<", ">", "/",
      ]
    case .language:
      [
        "{\"method\": \"textDocument/hover\", \"id\": 1, \"params\": {\"textDocument\": {\"uri\": \"file:///t.sheet\"}, ",
        "\"position\": {\"line\": 0, \"character\": 9}", "\"range\": {\"start\": ", "textDocument/completion",
        "textDocument/didChange", "\"contentChanges\": [{\"text\": \"", "}}", "]", "\"params\": ", "null", "-1", "1e30",
        "Content-Length: 9\r\n\r\n", "Content-Length: -1", "\r\n\r\n", "\"newName\": \"x\"", "workspace/executeCommand",
      ]
    case .archive: ["PK\u{1}\u{2}", "PK\u{3}\u{4}", "PK\u{5}\u{6}", "PK\u{6}\u{6}", "PK\u{6}\u{7}", "\u{8}\0"]
    case .deflate: ["\u{3}", "\u{5}", "\u{1}\0\0"]
    case .workbook:
      [
        "<c r=\"A1\" t=\"s\"><v>0</v></c>", "<c r=\"XFD1048576\"><f>A1</f></c>", "t=\"shared\" si=\"0\"",
        "ref=\"A1:B9\"",
        "t=\"array\"", "<v>1E999</v>", "<v>-1</v>", "t=\"e\"", "t=\"b\"", "s=\"4294967296\"", "r=\"A0\"",
        "r=\"99999999\"",
        "count=\"1000000000\"", "<definedName name=\"A\" localSheetId=\"9\">", "r:id=\"rId9\"", "<row r=\"1048577\">",
        "xml:space=\"preserve\"", "<mergeCell ref=\"A1:XFD1048576\"/>", "== xl/worksheets/sheet1.xml\n", "_x000D_",
      ]
    }
  }

  /// Reads an input in every way, and says which rule is broken.
  func fault(of bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    switch self {
    case .sheet:
      let document = SheetDocument(name: "t", bytes: bytes)
      if document.bytes != bytes { return "the text is not what was read" }
      let sheet = Self.load(document)
      for cell in sheet.cells { _ = sheet.text(of: cell) }
      return sheet.diagnostics.count > 2_000 ? "\(sheet.diagnostics.count) findings" : nil
    case .formula:
      let sheet = Self.load(SheetDocument(name: "t", "A1 = 1\nA2 = \"x\"\nB1:B3 = A1 * 2\na = {1,2}\nb = {name: 1}"))
      if case .success(let found) = sheet.evaluate(text) { return Self.fault(of: found.value) }
      return nil
    case .prompt: return Self.faultOfSession(text)
    case .csv:
      var reader = CSVReader(bytes)
      var rows = 0
      do {
        while let row = try reader.next() {
          rows += 1
          for position in 0..<row.count { _ = (row.text(position), row.value(position), row.number(position)) }
        }
      } catch {}
      return rows > bytes.count + 1 ? "more rows than bytes" : nil
    case .json:
      guard let value = try? JSONReader.value(of: bytes) else { return nil }
      return Self.fault(of: value)
    case .http: return Self.faultOfAnswer(bytes)
    case .numberFormat:
      guard let format = try? NumberFormat(text) else { return nil }
      for number in [0, -1, 0.5, 1234567.891, 45_000.75, 1e300, -1e-300, 2_958_466] {
        _ = format.text(of: .number(number))
      }
      _ = (format.text(of: .text("x")), format.text(of: .logical(true)))
      return nil
    case .regularExpression:
      let (sheet, quoted) = (Self.load(SheetDocument(name: "t", "")), text.replacing("\"", with: "\"\""))
      for call in [
        "REGEXTEST(\"abc aab 12-34 éß\", \"\(quoted)\")", "REGEXREPLACE(\"aXbXc\", \"\(quoted)\", \"$1\\1$0\")",
      ] {
        if case .success(let found) = sheet.evaluate(call), let fault = Self.fault(of: found.value) { return fault }
      }
      return nil
    case .xml: return Self.faultOfMarkup(bytes)
    case .archive:
      guard let archive = try? ZipArchive(bytes, limits: Self.smallParts) else { return nil }
      for part in archive.parts { _ = try? archive.contents(of: part) }
      _ = try? ExcelReader.workbook(bytes)
      return nil
    case .deflate:
      for size in [0, 1, 300, 70_000] {
        if let made = try? Inflate.bytes(from: bytes, size: size), made.count != size { return "\(made.count) bytes" }
      }
      return nil
    case .workbook: return Self.faultOfWorkbook(text)
    case .language: return Self.faultOfEditor(bytes)
    }
  }

  /// Gives a language server bytes as they are, and to another each line as a message; that one must answer afterwards.
  private static func faultOfEditor(_ bytes: [UInt8]) -> String? {
    let opening = [
      #"{"id": "a", "method": "initialize", "params": {}}"#,
      #"{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///t.sheet", "text": "A = 1\nB = A"}}}"#,
    ]
    func framed(_ body: some Collection<UInt8>) -> [UInt8] {
      Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }
    let (raw, lines) = (editor(), editor())
    for connection in [raw, lines] { for line in opening { connection.0.receive(framed(line.utf8)) } }
    raw.0.receive(bytes)
    raw.0.idle()
    for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(40) {
      lines.0.receive(framed(line))
      lines.0.idle()
    }
    guard lines.0.exitStatus == nil else { return nil }
    lines.0.receive(framed(#"{"id": "the last", "method": "nothing"}"#.utf8))
    return lines.1.text.contains("the last") ? nil : "no answer"
  }

  private static func editor() -> (ServerConnection, Answers) {
    let answers = Answers()
    let host = LanguageHost(environment: { _ in LiveSheet.Environment(catalog: .standard, services: .mocked) })
    return (ServerConnection(LanguageServer(host, version: "t")) { answers.bytes += $0 }, answers)
  }

  private final class Answers {
    var bytes: [UInt8] = []
    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  private static var smallParts: ZipArchive.Limits {
    var limits = ZipArchive.Limits()
    limits.size = 1 << 24
    return limits
  }

  private static func load(_ document: SheetDocument) -> LiveSheet {
    LiveSheet(document, environment: LiveSheet.Environment(catalog: .standard))
  }

  /// A number that is not finite, or a text that no cell may hold.
  private static func fault(of value: CellValue) -> String? {
    switch value {
    case .number(let number, _): number.isFinite ? nil : "\(number) is a value"
    case .array(let array): array.elements.lazy.compactMap { fault(of: $0) }.first
    default: nil
    }
  }

  /// Reads a head and a body as they come from a server.
  private static func faultOfAnswer(_ bytes: [UInt8]) -> String? {
    var reader = HTTPHeadReader()
    var rest = bytes[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
      let step = rest[..<end].withUnsafeBytes { reader.take($0) }
      rest = rest[end...]
      switch step {
      case .more: continue
      case .failed: return nil
      case .head(let head):
        if let length = head.length, length < 0 { return "a length of \(length)" }
        let answer = HTTPAnswer(status: head.status, type: head.type.map { ContentType($0) }, body: Array(rest))
        if case .success(let value) = answer.value { return fault(of: value) }
        return nil
      }
    }
    return nil
  }

  /// Enters the lines of a session, each of which must leave a sheet that its text gives; takes all back and makes it again.
  private static func faultOfSession(_ text: String) -> String? {
    let start =
      "A = 1\ninput n: number in 0..9 = 1\nevent tap\nstate s = 0 { on tap : s + 1 }\ntable t { | a |\n| 1 | }\n"
    let sheet = load(SheetDocument(name: "t", start))
    (sheet.keepsHistory, sheet.recordsChanges) = (true, true)
    // What is another number each time tells nothing.
    let isSettled = text.lowercased().firstRange(of: "rand") == nil
    for line in text.split(separator: "\n").prefix(12) {
      _ = sheet.enter(String(line))
      _ = sheet.takeChanges()
      guard isSettled else { continue }
      if let fault = sheet.differenceFromText({ load(SheetDocument(name: "t", $0)) }) { return "\(line): \(fault)" }
    }
    let end = sheet.document.text
    while sheet.undo() {}
    if sheet.document.text != start { return "all is taken back, and the text is \(sheet.document.text)" }
    while sheet.redo() {}
    return sheet.document.text == end ? nil : "all is made again, and the text is \(sheet.document.text)"
  }

  /// Reads a document to its end, as events and as a tree.
  private static func faultOfMarkup(_ bytes: [UInt8]) -> String? {
    let depth: Int? = bytes.withUnsafeBufferPointer { buffer in
      var scanner = XMLScanner(buffer)
      do {
        while true {
          switch try scanner.next() {
          case .finish: return scanner.depth
          case .text: _ = try scanner.text(of: scanner.piece)
          case .start: if let piece = scanner.attribute("r") { _ = try scanner.value(of: piece) }
          default: continue
          }
        }
      } catch { return nil }
    }
    if let depth, depth != 0 { return "\(depth) elements are open at the end" }
    if let tree = try? XMLReader.tree(of: String(decoding: bytes, as: UTF8.self)) {
      for query in ["//*", "/a/b[last()]", "count(//@*)", "string(//a[. > 1])"] { _ = try? tree.value(of: query) }
    }
    return nil
  }

  /// Reads a workbook of which the parts stand under lines with their names, and calculates it.
  private static func faultOfWorkbook(_ text: String) -> String? {
    let parts = text.components(separatedBy: "== ").dropFirst().map { part in
      let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return (name: String(lines[0].prefix(200)), contents: Array((lines.count > 1 ? lines[1] : "").utf8))
    }
    guard let contents = try? ExcelReader.workbook(StoredArchive.bytes(of: parts)) else { return nil }
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    return nil
  }
}
