import CellModel
import Foundation
import FunctionLibrary
import LiveSheets
import SheetText
import Workbooks

@testable import Hosting

/// A reader of texts that come from outside, and the rules that hold whatever it reads.
///
/// A rule that is broken is a sentence; a trap ends the process, and an endless loop does not end.
enum FuzzTarget: String, CaseIterable {
  case sheet, formula, prompt, csv, json, http, numberFormat, regularExpression

  /// The share of inputs that every run of the tests tries.
  var share: Int {
    switch self {
    case .sheet: 150
    case .prompt: 100
    case .formula, .regularExpression: 400
    case .csv, .json, .http, .numberFormat: 1_500
    }
  }

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
    case .prompt:
      let sheet = Self.load(
        SheetDocument(name: "t", "A = 1\ninput n: number in 0..9 = 1\nevent tap\nstate s = 0 { on tap : s + 1 }"))
      (sheet.keepsHistory, sheet.recordsChanges) = (true, true)
      var entered = 0
      for line in text.split(separator: "\n").prefix(12) {
        entered += sheet.enter(String(line)).count
        _ = sheet.takeChanges()
      }
      while sheet.undo() { entered -= 1 }
      while sheet.redo() {}
      let again = Self.load(SheetDocument(name: "t", bytes: sheet.document.bytes))
      return again.document.bytes == sheet.document.bytes ? nil : "the text is not what was read"
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
    }
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
}
